import type { ListDue } from '../recovery/duty.ts';
import type { HeldSlot, LineRef, Ticket } from './ticket.ts';

/** A line that the sweeper is to look at. */
export interface DueLine extends LineRef {
  /** Its sort key in the index of the sweeper. */
  listed_as: string;
}

/** The lines of accounts: their slots, and the tickets that wait for one. */
export interface FairQueueStore {
  /** Adds tickets to those that wait. One that waits already stays as it is. */
  wait(tickets: readonly Ticket[]): Promise<void>;
  /** The slots that are held; strongly consistent. */
  held(line: LineRef): Promise<readonly HeldSlot[]>;
  /** The tickets that have waited longest; strongly consistent. */
  listWaiting(line: LineRef, limit: number): Promise<readonly Ticket[]>;
  /**
   * Gives a ticket a slot, and puts its line on the sweeper's list. @param share the most slots that the line may hold
   * @param sweepAt when the sweeper looks, unless it is to look earlier
   * @throws WriteConflict if the ticket holds a slot, or none is free
   */
  admit(ticket: Ticket, share: number, at: string, sweepAt: string): Promise<void>;
  /** Takes a ticket out of those that wait. */
  stopWaiting(ticket: LineRef & Pick<Ticket, 'id'>): Promise<void>;
  /** Gives a slot back. @throws WriteConflict if the ticket holds none: it was given back before */
  release(ticket: LineRef & Pick<Ticket, 'id'>): Promise<void>;
  /** Records that the message of a slot is sent again, unless another sweeper did. @throws WriteConflict */
  noteSent(line: LineRef, slot: HeldSlot, at: string): Promise<void>;

  /** Lines with work in them, by the time of the sweeper's next look. */
  listDue: ListDue<DueLine>;
  /** Sets the time of the next look. @throws WriteConflict when another sweeper took it */
  noteLook(due: DueLine, next: string): Promise<void>;
  /** Takes a line off the sweeper's list, until something is admitted. @throws WriteConflict when a slot is held */
  stopLooking(line: LineRef): Promise<void>;
}

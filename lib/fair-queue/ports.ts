import type { OnUnreadable } from '../shared/errors.ts';
import type { HeldSlot, LineRef, Ticket } from './ticket.ts';

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

  /** About `limit` lines that are to be swept, the longest due first. */
  listDue(now: string, limit: number, onUnreadable?: OnUnreadable): Promise<readonly LineRef[]>;
  /**
   * Sets when a line is swept next. @param sweepAt undefined: not before something is admitted
   * @throws WriteConflict for undefined when a slot is held
   */
  planSweep(line: LineRef, sweepAt: string | undefined): Promise<void>;
}

import type { ListDue } from '#platform/recovery/public.ts';
import type { HeldSlot, LineRef, Ticket } from './ticket.ts';

/** A line as it was read. */
export interface LineView {
  held: readonly HeldSlot[];
  /** The oldest tickets that hold no slot. */
  waiting: readonly Ticket[];
}

/** A line that the sweeper is to check. */
export interface DueLine extends LineRef {
  /** Its sort key in the index of the sweeper. */
  listed_as: string;
}

/** Tickets that get slots together. */
export interface Admission {
  /** Ids of at least one and at most MOST_ADMITTED tickets. */
  ids: readonly string[];
  /** The ticket whose slot is given back in the same write. */
  inPlaceOf?: string | undefined;
  /** Tickets that are added in the same write, and only with their slots. One that exists already stays as it is. */
  added?: readonly Ticket[] | undefined;
  /** The most slots that the line may hold. */
  share: number;
  /** The time now. */
  at: string;
  /** When the sweeper checks the line, unless it is to check it earlier. */
  sweepAt: string;
}

/** A condition has a limited number of parts: no more tickets are admitted by one write. */
export const MOST_ADMITTED = 50;

/** The lines of accounts: their slots, and the tickets that hold one or wait for one. */
export interface FairQueueStore {
  /** Adds tickets to their lines. One that exists already stays as it is. */
  addTickets(tickets: readonly Ticket[]): Promise<void>;
  /** Takes a ticket out of its line: its work has ended. */
  removeTicket(ticket: LineRef & Pick<Ticket, 'id'>): Promise<void>;
  /** The slots that are held; strongly consistent. */
  held(line: LineRef): Promise<readonly HeldSlot[]>;
  /**
   * The slots that are held, and those of the `limit` oldest tickets that hold none; strongly consistent, but not of one
   * moment.
   */
  view(line: LineRef, limit: number): Promise<LineView>;
  /** The tickets with these ids, in no particular order, without those that are gone; strongly consistent. */
  tickets(line: LineRef, ids: readonly string[]): Promise<readonly Ticket[]>;
  /**
   * Gives all of the tickets slots, or none, and puts their line on the sweeper's list. Tickets that are not `added` may be
   * added later.
   * @throws WriteConflict if one of them has a slot, if there are too few, or if `inPlaceOf` has none
   */
  admit(line: LineRef, admission: Admission): Promise<void>;
  /** Gives a slot back. @throws WriteConflict if the ticket has none: it was given back before */
  release(ticket: LineRef & Pick<Ticket, 'id'>): Promise<void>;
  /**
   * Records that the message of a slot was sent again.
   * @throws WriteConflict if another sweeper recorded it, if the slot was given back, or if it was recorded by an attempt of this very
   * write whose answer was lost
   */
  noteSent(line: LineRef, slot: HeldSlot, at: string): Promise<void>;

  /** Lines with work in them, by the time of the sweeper's next check. */
  listDue: ListDue<DueLine>;
  /** Sets the time of the next check. @throws WriteConflict when another sweeper took it */
  noteCheck(due: DueLine, next: string): Promise<void>;
  /** Records since when no slot is held, unless that is recorded. @throws WriteConflict when one is held */
  noteEmpty(line: LineRef, at: string): Promise<void>;
  /**
   * Takes a line off the sweeper's list, until something is admitted.
   * @throws WriteConflict unless it is recorded that no slot was held since before `before`
   */
  stopChecking(line: LineRef, before: string): Promise<void>;
}

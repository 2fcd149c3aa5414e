import type { ListDueEntries } from '#platform/recovery/public.ts';
import type { AccountQueue, FairQueueSlot, FairQueueTicket } from './fair-queue-ticket.ts';

/** The state of an account queue when it was read: its taken slots, and the oldest waiting tickets. */
export interface AccountQueueView {
  held: readonly FairQueueSlot[];
  /** Oldest tickets without a slot. */
  waiting: readonly FairQueueTicket[];
}

/** An account queue that is due for a check by the sweeper. */
export interface DueAccountQueue extends AccountQueue {
  /** Its sort key in the index of the sweeper. */
  listed_as: string;
}

/** Tickets that get slots together. */
export interface AdmittedTickets {
  /** Ids of at least one and at most MAX_TICKETS_ADMITTED_PER_WRITE tickets. */
  ids: readonly string[];
  /** Id of the ticket whose slot is released in the same write. */
  inPlaceOf?: string | undefined;
  /** Tickets that are added in the same write, and only with their slots. An existing ticket stays as it is. */
  added?: readonly FairQueueTicket[] | undefined;
  /** Largest number of slots that the queue may have. */
  share: number;
  /** Present time. */
  at: string;
  /** Time at which the sweeper checks the queue, unless an earlier check is due. */
  sweepAt: string;
}

/** The most tickets that one write admits, because a condition of DynamoDB may have a limited number of parts. */
export const MAX_TICKETS_ADMITTED_PER_WRITE = 50;

/** Store of the queues of accounts: their slots, and the tickets that have one or wait for one. */
export interface FairQueueStore {
  /** Adds tickets to their queues. An existing ticket stays as it is. */
  addTickets(tickets: readonly FairQueueTicket[]): Promise<void>;
  /** Removes the ticket of work that has ended from its queue. */
  removeTicket(ticket: AccountQueue & Pick<FairQueueTicket, 'id'>): Promise<void>;
  /** Slots that tickets have; strongly consistent. */
  held(queue: AccountQueue): Promise<readonly FairQueueSlot[]>;
  /**
   * The slots of tickets, and at most `limit` of the oldest tickets without a slot. Both are strongly consistent, but they are two reads,
   * one after the other.
   */
  view(queue: AccountQueue, limit: number): Promise<AccountQueueView>;
  /** The tickets with these ids, in no particular order, without those that are gone; strongly consistent. */
  tickets(queue: AccountQueue, ids: readonly string[]): Promise<readonly FairQueueTicket[]>;
  /**
   * Gives all of the tickets slots, or none, and puts their queue on the sweeper's list. Tickets that are not `added` may be
   * added later.
   * @throws WriteConflictError if one of them has a slot, if there are too few, or if `inPlaceOf` has none
   */
  admit(queue: AccountQueue, admission: AdmittedTickets): Promise<void>;
  /** Releases a slot. @throws WriteConflictError if the ticket has none, because the slot was released before */
  release(ticket: AccountQueue & Pick<FairQueueTicket, 'id'>): Promise<void>;
  /**
   * Records that the message of a slot was sent again.
   * @throws WriteConflictError if another sweeper recorded it, if the slot was released, or if an earlier attempt of this write recorded it but
   * its answer was lost
   */
  noteSent(queue: AccountQueue, slot: FairQueueSlot, at: string): Promise<void>;

  /** Queues with work in them, by the time of the sweeper's next check. */
  listDue: ListDueEntries<DueAccountQueue>;
  /** Sets the time of the next check. @throws WriteConflictError when another sweeper took it */
  noteCheck(due: DueAccountQueue, next: string): Promise<void>;
  /** Records that no slot is taken since `at`, unless an earlier time is recorded. @throws WriteConflictError if one is taken */
  noteEmpty(queue: AccountQueue, at: string): Promise<void>;
  /**
   * Removes a queue from the sweeper's list, until a ticket is admitted.
   * @throws WriteConflictError unless it is recorded that no slot was taken since `before` or earlier
   */
  stopChecking(queue: AccountQueue, before: string): Promise<void>;
}

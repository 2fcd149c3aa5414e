/**
 * Pools of workers that all accounts share: those that prepare renders (and complete small ones), synthesize speech, encode clips and parts of
 * the soundtrack, and fetch images.
 */
export const POOL_NAMES = ['preparation', 'narration', 'encoding', 'fetching'] as const;
/** The name of a pool. */
export type PoolName = (typeof POOL_NAMES)[number];

/**
 * Reports whether messages for a pool are sent before their ticket has a slot, so that the work starts without waiting for a write. The
 * worker then takes the slot.
 */
export const doesWorkerTakePoolSlot = (pool: PoolName): boolean => pool === 'preparation' || pool === 'fetching';

/** The queue of one account for one pool. */
export interface AccountQueue {
  account_id: string;
  pool: PoolName;
}

/**
 * A unit of work for a pool, with the message that requests it. It is in the queue of its account from the request until the work has
 * ended.
 */
export interface FairQueueTicket extends AccountQueue {
  /** Sorts by the time at which the work was first requested. A unit of work has the same id whenever it is requested. */
  id: string;
  /** Body of the message. */
  message: string;
}

/**
 * The slot of a ticket in an account queue: the ticket's id, the time when its message was last sent, and the number of times it was sent.
 */
export interface FairQueueSlot {
  /** Id of the ticket. */
  id: string;
  /** Time at which the message was last sent. */
  sent_at: string;
  /** Number of times that it was sent, from 1. */
  sends: number;
}

/**
 * State of a unit of work. `working`: a worker has it. `idle`: unfinished, and no worker has it. `not_yet`: it may not start yet, and is
 * requested again later.
 */
export type TicketWorkState = 'ended' | 'working' | 'idle' | 'not_yet';

/** Maximum number of units of work of one account with the workers of each pool: in progress, or about to start. */
export type AccountPoolLimits = Readonly<Record<PoolName, number>>;

/** Seconds after which the first message of idle work is sent again: it may be lost. The pause doubles with each message. */
const FIRST_RESEND_SECONDS = 120;
const MAX_RESEND_SECONDS = 1800;

/** Seconds after which the message of idle work counts as lost: 120, 240, 480, … @param sends from 1 */
export const secondsUntilMessageCountsAsLost = (sends: number): number =>
  Math.min(MAX_RESEND_SECONDS, FIRST_RESEND_SECONDS * 2 ** (sends - 1));

/** Decides what a sweeper does with a slot. Pure. */
export function sweepSlotDecision(
  slot: FairQueueSlot,
  state: TicketWorkState,
  now: Date,
): 'release' | 'send' | 'nothing' {
  if (state === 'ended' || state === 'not_yet') return 'release';
  if (state === 'working') return 'nothing';
  const age = (now.getTime() - Date.parse(slot.sent_at)) / 1000;
  return age > secondsUntilMessageCountsAsLost(slot.sends) ? 'send' : 'nothing';
}

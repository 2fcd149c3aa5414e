import { type AttemptLimits, MAX_FAILURES } from '../leases/lease-rules.ts';

/**
 * A task is an artifact of a render's work that one worker does in one go. Tasks are claimed under a lease: a token, a time
 * until which it holds, and a count of attempts. A result counts only if its worker still holds the token, so a worker
 * that was given up on changes nothing, whatever it still writes to storage.
 *
 * prepare → (narration × n → plan) → (video × n, audio × n →) assembly
 *
 * Of a small video there is nothing to deal out: the worker that laid it out goes straight on with the assembly, which
 * makes whatever is missing.
 */
export const TASK_KINDS = ['prepare', 'narration', 'plan', 'video', 'audio', 'assembly'] as const;
export type TaskKind = (typeof TASK_KINDS)[number];

export interface TaskRef {
  account_id: string;
  render_id: string;
  kind: TaskKind;
  index: number;
}

export interface RenderTask extends TaskRef {
  state: 'pending' | 'claimed' | 'done';
  /** How often it was claimed. */
  attempt: number;
  /** How often it was given back because what it needs had too much to do; those claims do not count. Absent: never. */
  postponements?: number | undefined;
  token?: string | undefined;
  lease_until?: string | undefined;
  /** The message that the holder of the lease works from. */
  message_id?: string | undefined;
  /** When a message for it was last sent. */
  enqueued_at: string;
  /** Narration: which slide, and the content address of its speech. Video and audio: which run of what is missing. */
  share?: { first: number; count: number } | undefined;
  speech_hash?: string | undefined;
  /** Narration: which slide, as clients are told. */
  slide?: string | undefined;
  result?: TaskResult | undefined;
}

/** What a task leaves behind for those that come after it. */
export interface TaskResult {
  /** Narration: the storage key of the speech. */
  key?: string | undefined;
  /** What laid out the video (`prepare` or `plan`): how many tasks of encoding it added. */
  parts?: number | undefined;
}

/**
 * A worker that vanishes counts as a failure; a postponed claim does not count. Eight postponements are over five minutes
 * with their pauses, and each of them may cost what the attempt got done.
 */
export const TASK_LIMITS: AttemptLimits = { claims: MAX_FAILURES, failures: MAX_FAILURES, postponements: 8 };

/** A task that nobody has taken yet; its message is sent right after it was added. */
export const pendingTask = (
  { account_id, render_id, kind, index }: TaskRef,
  at: string,
  details: Pick<RenderTask, 'share' | 'speech_hash' | 'slide'> = {},
): RenderTask => ({ account_id, render_id, kind, index, state: 'pending', attempt: 0, enqueued_at: at, ...details });

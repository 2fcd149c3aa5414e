import { type AttemptLimits, MAX_FAILURES, type Postponements } from '#platform/leases/public.ts';
import type { SlidePlace } from './render.ts';

/**
 * A task is the part of a render's work that one worker does at a time. It is claimed under a lease: a token, the time until
 * which it has, and a count of attempts. A result counts only if its worker still has the token. A worker that lost it
 * changes nothing, even if it still writes files.
 *
 * prepare → (narration × n → plan) → (video × n, audio × n →) assembly
 *
 * A small video is not shared out: the task that plans it makes it, and a video that exists already is copied by that task. Then
 * there is no assembly.
 */
export const TASK_KINDS = ['prepare', 'narration', 'plan', 'video', 'audio', 'assembly'] as const;
export type TaskKind = (typeof TASK_KINDS)[number];

export interface TaskRef {
  account_id: string;
  render_id: string;
  /** The epoch of the render to which the task belongs: a task of an earlier one is dead. */
  epoch: number;
  kind: TaskKind;
  index: number;
}

export interface RenderTask extends TaskRef {
  state: 'pending' | 'claimed' | 'done';
  /** Number of times that it was claimed. */
  attempt: number;
  /** Number of postponements by reason; those claims do not count. Absent: none. */
  postponed?: Postponements | undefined;
  /** Number of times that it was given back because images were still being fetched; those claims do not count either. Absent: 0. */
  waited?: number | undefined;
  token?: string | undefined;
  lease_until?: string | undefined;
  /** Id of the message that the worker with the lease received. */
  message_id?: string | undefined;
  /** Time at which a message for it was last sent. */
  enqueued_at: string;
  /** Times at which a worker first took it and at which it was done: its work is between them. */
  began_at?: string | undefined;
  done_at?: string | undefined;
  /** Number of messages that the sweeper has sent for it since it was last claimed. Absent: 0. */
  sent_again?: number | undefined;
  /** Narration: range of the missing speech. Video and audio: range of the plan's missing shots or parts. */
  share?: { first: number; count: number } | undefined;
  /** Narration: which slide or slides, as shown to clients. */
  slide?: string | undefined;
  /** Narration of one slide: that slide. */
  place?: SlidePlace | undefined;
  /** Narration and planning: the storage key of what each slide says. */
  spoken_key?: string | undefined;
  /** Video, audio and assembly: the storage key of the plan that they work on. */
  plan_key?: string | undefined;
  result?: TaskResult | undefined;
}

/**
 * Result of a task for the tasks after it, and of a task that adds others for its next attempt. Later tasks find what was
 * made by these keys, and never compute an address again.
 */
export interface TaskResult {
  /**
   * Narration: the content addresses under which the speech of the share was stored, in its order; absent: those that the record of
   * what is spoken names.
   */
  speech_hashes?: string[] | undefined;
  /** Preparation, when speech is missing: the storage key of what each slide says. */
  spoken_key?: string | undefined;
  /** Set by the task that planned the video: the storage key of the plan. */
  plan_key?: string | undefined;
  /** Set by the task that planned the video (`prepare` or `plan`): how many encoding tasks it added. */
  parts?: number | undefined;
  /** Set by a task that makes a small video itself: how many slides were there before. Its own next attempt finds more. */
  slides_reused?: number | undefined;
}

/**
 * A lost worker counts as a failure; a postponed claim does not. Eight postponements take over five minutes, and each can
 * lose the work of its attempt.
 */
export const TASK_LIMITS: AttemptLimits = { claims: MAX_FAILURES, failures: MAX_FAILURES, postponements: 8 };

/** More than the claims of a task in one epoch. */
const CLAIMS_OF_AN_EPOCH = 1_000_000;

/** Number of the claim of a claimed task: it rises with each claim, also with those that do not count, and with each epoch. */
export const claimNumber = ({ epoch, attempt, postponed = {}, waited = 0 }: RenderTask): number =>
  epoch * CLAIMS_OF_AN_EPOCH + attempt + waited + Object.values(postponed).reduce((sum, times) => sum + times, 0);

/** A task that no worker has taken yet; its message is sent right after it was added. */
export const pendingTask = (
  { account_id, render_id, epoch, kind, index }: TaskRef,
  at: string,
  details: Pick<RenderTask, 'share' | 'slide' | 'place' | 'spoken_key' | 'plan_key'> = {},
): RenderTask => ({
  ...{ account_id, render_id, epoch, kind, index },
  state: 'pending',
  attempt: 0,
  enqueued_at: at,
  ...details,
});

/** A render in one of its epochs. */
export type EpochRef = Pick<TaskRef, 'account_id' | 'render_id' | 'epoch'>;

/** The present epoch of a render. */
export const epochOf = ({ account_id, id, epoch }: { account_id: string; id: string; epoch: number }): EpochRef => ({
  account_id,
  render_id: id,
  epoch,
});

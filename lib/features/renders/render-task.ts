import { MAX_WORK_FAILURES, type PostponementCounts, type WorkAttemptCountLimits } from '#platform/leases/public.ts';
import type { FailedSlide } from './render.ts';

/**
 * The kinds of tasks. A task is a part of a render's work that one worker does. It is claimed under a lease: a token, the time at which the
 * lease ends, and a count of attempts. The result of a worker counts only if it still has the token.
 *
 * prepare → (narration × n → plan) → (video × n, audio × n →) assembly
 *
 * The task that plans a small video also makes it, and the task that finds an equal video copies it. Then there is no assembly.
 */
export const RENDER_TASK_KINDS = ['prepare', 'narration', 'plan', 'video', 'audio', 'assembly'] as const;
export type RenderTaskKind = (typeof RENDER_TASK_KINDS)[number];

/** Identifies a task. */
export interface RenderTaskRef {
  account_id: string;
  render_id: string;
  /** The epoch of the render to which the task belongs; tasks of earlier epochs can no longer be claimed. */
  epoch: number;
  kind: RenderTaskKind;
  index: number;
}

/** A task of a render. */
export interface RenderTask extends RenderTaskRef {
  state: 'pending' | 'claimed' | 'done';
  /** Number of times that it was claimed. */
  attempt: number;
  /** The number of postponements by reason; postponed claims do not count as attempts. Absent: none. */
  postponed?: PostponementCounts | undefined;
  /** Number of times that it was returned because images were still being fetched; those claims do not count, either. Absent: 0. */
  waited?: number | undefined;
  token?: string | undefined;
  lease_until?: string | undefined;
  /** Id of the message that the worker with the lease received. */
  message_id?: string | undefined;
  /** Time at which a message for it was last sent. */
  enqueued_at: string;
  /** Time of its first claim. */
  began_at?: string | undefined;
  /** Time at which it was done. */
  done_at?: string | undefined;
  /** Number of messages that the sweeper has sent for it since it was last claimed. Absent: 0. */
  sent_again?: number | undefined;
  /** Narration: range of the missing speech. Video and audio: range of the plan's missing shots or parts. */
  share?: { first: number; count: number } | undefined;
  /** Narration: the name of the slide or slides in messages. */
  slide?: string | undefined;
  /** Narration of a single slide: that slide. */
  place?: FailedSlide | undefined;
  /** Narration and planning: the storage key of the record of speech (`SpeechRecordOfRender`). */
  spoken_key?: string | undefined;
  /** Video, audio and assembly: the storage key of the plan. */
  plan_key?: string | undefined;
  result?: RenderTaskResult | undefined;
}

/**
 * The result of a task, for the tasks after it; a task that adds others also records it for its next attempt. Later tasks use these keys,
 * and never compute an address again.
 */
export interface RenderTaskResult {
  /**
   * Narration: the content addresses under which the speech of the share was stored, in its order; absent: those in the record of speech.
   */
  speech_hashes?: string[] | undefined;
  /** Preparation, when speech is missing: the storage key of the record of speech. */
  spoken_key?: string | undefined;
  /** Set by the task that planned the video: the storage key of the plan. */
  plan_key?: string | undefined;
  /** Set by the task that planned the video (`prepare` or `plan`): the number of encoding tasks that it added. */
  parts?: number | undefined;
  /** Set by a task that makes a small video: the number of reused slides, which its next attempt could no longer determine. */
  slides_reused?: number | undefined;
}

/**
 * The limits of the attempts of a task. A lost worker counts as a failure; a postponed claim does not. Eight postponements take more than
 * five minutes, and each can lose the work of its attempt.
 */
export const RENDER_TASK_ATTEMPT_LIMITS: WorkAttemptCountLimits = {
  claims: MAX_WORK_FAILURES,
  failures: MAX_WORK_FAILURES,
  postponements: 8,
};

/** More than the claims of a task in one epoch. */
const MAX_CLAIMS_OF_EPOCH = 1_000_000;

/** The number of a claim of a task. It rises with each claim, including those that do not count, and with each epoch. */
export const renderTaskClaimNumber = ({ epoch, attempt, postponed = {}, waited = 0 }: RenderTask): number =>
  epoch * MAX_CLAIMS_OF_EPOCH + attempt + waited + Object.values(postponed).reduce((sum, times) => sum + times, 0);

/** Makes a task that no worker has claimed. @param at time at which its message is sent: right after the task is added */
export const newRenderTask = (
  { account_id, render_id, epoch, kind, index }: RenderTaskRef,
  at: string,
  details: Pick<RenderTask, 'share' | 'slide' | 'place' | 'spoken_key' | 'plan_key'> = {},
): RenderTask => ({
  account_id,
  render_id,
  epoch,
  kind,
  index,
  state: 'pending',
  attempt: 0,
  enqueued_at: at,
  ...details,
});

/** Identifies an epoch of a render. */
export type RenderEpochRef = Pick<RenderTaskRef, 'account_id' | 'render_id' | 'epoch'>;

/** The present epoch of a render. */
export const renderEpochRefOf = ({
  account_id,
  id,
  epoch,
}: {
  account_id: string;
  id: string;
  epoch: number;
}): RenderEpochRef => ({
  account_id,
  render_id: id,
  epoch,
});

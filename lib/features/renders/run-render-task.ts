import { formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { attemptConditionalWrite, WrittenByNewerVersionError } from '#kernel/shared/errors.ts';
import { createOpaqueToken } from '#kernel/shared/ids.ts';
import {
  HandedBackError,
  isWorkAbandoned,
  type LeaseDeps,
  type LeasedWorkHandler,
  type ReceivedMessage,
  runLeasedWork,
  timesPostponed,
} from '#platform/leases/public.ts';
import { type AdvanceRenderDeps, advanceRender } from './advance-render.ts';
import { failRender } from './fail-render.ts';
import {
  NonRetryableRenderError,
  RenderTaskPostponedError,
  RetryableSlideSpeechError,
  renderErrorAfterLastAttempt,
} from './failure.ts';
import type { RenderTaskLease } from './ports.ts';
import { isTerminalRenderStatus, type Render } from './render.ts';
import { releaseSlotOfEndedRender } from './render-slots.ts';
import {
  newRenderTask,
  RENDER_TASK_ATTEMPT_LIMITS,
  type RenderTask,
  type RenderTaskRef,
  type RenderTaskResult,
} from './render-task.ts';
import { decideTaskHandlingByRendererVersion, type RendererVersion } from './renderer.ts';

/** A task that a worker has claimed. */
export interface ClaimedRenderTask {
  render: Render;
  task: RenderTask;
  lease: RenderTaskLease;
  /** Aborted when the lease is lost or the render is canceled; the work must stop, because its result no longer counts. */
  signal: AbortSignal;
}

/** Does the work of a task. @returns its result; `committed` when it has written the result itself */
export type PerformRenderTask = (work: ClaimedRenderTask) => Promise<RenderTaskResult | 'committed'>;

/** Dependencies of the running of tasks. */
export interface RunRenderTaskDeps extends AdvanceRenderDeps, LeaseDeps {
  /** The version of this program. */
  renderer(): Promise<RendererVersion>;
}

/** A claimed task, and its render as it was read after the claim. */
type ClaimedTask = Pick<ClaimedRenderTask, 'render' | 'task' | 'lease'>;

/** A task of a render as leased work. */
function leasedTask(deps: RunRenderTaskDeps, ref: RenderTaskRef): LeasedWorkHandler<ClaimedTask> {
  const { renders, queue, clock } = deps;
  const findCurrent = async () => {
    const [render, task] = await Promise.all([renders.find(ref.account_id, ref.render_id), renders.task(ref)]);
    if (!render || isTerminalRenderStatus(render.status) || render.epoch !== ref.epoch) return undefined;
    return task && task.state !== 'done' ? { render, task } : undefined;
  };
  return {
    name: 'task',
    limits: RENDER_TASK_ATTEMPT_LIMITS,
    async claim({ now, lease_until, message_id }) {
      const token = createOpaqueToken(clock());
      const claimed = await renders.claim(ref, { token, now, leaseUntil: lease_until, messageId: message_id });
      return { ...claimed, lease: { task: claimed.task, token } };
    },
    async state() {
      const current = await findCurrent();
      return current && { ...current.task, claims: current.task.attempt };
    },
    renew: ({ lease }, leaseUntil) => renders.renew(lease, leaseUntil),
    release: ({ lease }) => renders.release(lease),
    postpone: ({ lease }, at, postponed) => renders.postpone(lease, at, postponed),
    wait: ({ lease }, at) => renders.wait(lease, at),
    async fail({ render, task, lease }, error) {
      const taskWithSlide =
        error instanceof RetryableSlideSpeechError
          ? { ...task, slide: error.slideName, place: error.failedSlide }
          : task;
      const currentRender = await renders.find(ref.account_id, ref.render_id);
      const renderError =
        error instanceof NonRetryableRenderError
          ? error.asRenderError
          : renderErrorAfterLastAttempt(taskWithSlide, currentRender?.stage);
      await failRender(deps, render, renderError, { lease });
    },
    async failAbandoned() {
      const now = clock();
      const current = await findCurrent();
      if (!current) return;
      // The worker may still return the task or renew its lease after this read; the write has the cause as its condition.
      const state = { ...current.task, claims: current.task.attempt };
      if (isWorkAbandoned(state, { now, maxClaims: RENDER_TASK_ATTEMPT_LIMITS.claims }))
        await failRender(deps, current.render, renderErrorAfterLastAttempt(current.task, current.render.stage), {
          abandoned: current.task,
        });
    },
    send: (delaySeconds) => queue.send(ref, delaySeconds),
    // Failures of a task are not counted separately: each earlier claim that was not postponed counts as one. So only the limit of claims
    // determines the last attempt.
    counts: ({ task: { attempt, postponed } }) => ({ claims: attempt, failures: attempt - 1, postponed }),
    kindOf(error) {
      if (error instanceof RenderTaskPostponedError) return 'busy';
      if (error instanceof HandedBackError || error instanceof WrittenByNewerVersionError) return 'handed_back';
      return error instanceof NonRetryableRenderError ? 'final' : 'failure';
    },
    describe: ({ task: { account_id, render_id, kind, index, attempt, postponed } }) => ({
      ...{ account_id, render_id, kind, index, attempt },
      ...(postponed === undefined ? {} : { postponed }),
    }),
  };
}

/**
 * Releases the lease of a task whose worker has stopped without a result, if its render has ended, so that the render's slot becomes free
 * before the lease expires.
 */
async function releaseIfRenderEnded(deps: RunRenderTaskDeps, { lease, task }: ClaimedTask): Promise<void> {
  const render = await deps.renders.find(task.account_id, task.render_id);
  if (!render || !isTerminalRenderStatus(render.status)) return;
  await attemptConditionalWrite(() => deps.renders.release(lease));
  await releaseSlotOfEndedRender(deps, task);
}

/**
 * Starts the render again with this version of the program: the same timeline, from the first task on. Artifacts with the same content
 * address are found again, so only those that differ between the versions are made again. If the worker is killed before it sends the
 * message, the sweeper sends it.
 */
async function beginAgain(
  { renders, queue, clock, log }: RunRenderTaskDeps,
  { render, task, lease }: ClaimedTask,
  renderer: RendererVersion,
): Promise<void> {
  const { account_id, render_id } = task;
  const epoch = task.epoch + 1;
  const firstTask = newRenderTask(
    { account_id, render_id, epoch, kind: 'prepare', index: 0 },
    formatUtcTimestamp(clock()),
  );
  await renders.beginAgain(render, lease, { first: firstTask, renderer });
  log.info('render started again', { account_id, render_id, epoch, by: renderer, before: render.renderer });
  await queue.send(firstTask);
}

/**
 * Performs a claimed task and commits its result, if this program has the version of its epoch; else starts the render again.
 * @throws HandedBackError for a task that workers with the version of its epoch should do
 */
async function performTask(
  deps: RunRenderTaskDeps,
  work: ClaimedRenderTask,
  perform: PerformRenderTask,
): Promise<void> {
  const { render, task, lease } = work;
  const renderer = await deps.renderer();
  const handedBack = timesPostponed(task.postponed, 'handed_back');
  const decision = decideTaskHandlingByRendererVersion(renderer, render.renderer, { epoch: task.epoch, handedBack });
  if (decision === 'hand_back') throw new HandedBackError('another version of the program makes this render');
  if (decision === 'begin_again') return beginAgain(deps, work, renderer);
  const result = await perform(work);
  if (result !== 'committed') await deps.renders.commit(lease, result, formatUtcTimestamp(deps.clock()));
}

/**
 * Handles a task message: runs the task under a lease, then advances the render.
 * @throws the error of a failed attempt, so that the message is not deleted and reaches the dead-letter queue in the end
 */
export async function runRenderTask(
  deps: RunRenderTaskDeps,
  ref: RenderTaskRef,
  receipt: ReceivedMessage,
  perform: PerformRenderTask,
): Promise<void> {
  let claimedTask: ClaimedTask | undefined;
  let outcome: Awaited<ReturnType<typeof runLeasedWork>> = 'unsettled';
  try {
    outcome = await runLeasedWork(deps, leasedTask(deps, ref), receipt, async (claimed, signal) => {
      claimedTask = claimed;
      await performTask(deps, { ...claimed, signal }, perform);
    });
  } finally {
    if (outcome === 'unsettled' && claimedTask) await releaseIfRenderEnded(deps, claimedTask);
  }
  if (outcome === 'unsettled') return;
  // Called even when nothing was claimed: the task may be done, and its worker was killed before it started the next step.
  await advanceRender(deps, ref);
}

import { formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { WriteConflictError } from '#kernel/shared/errors.ts';
import type { Log } from '#kernel/shared/log.ts';
import { createRenderEvent, isProgressEventDue } from './events.ts';
import { nextRenderStep, renderProgressPercent, storageKeysForNextTask } from './next-render-step.ts';
import { isTerminalRenderStatus, type Render, type RenderStage } from './render.ts';
import { type RenderSlotDeps, releaseSlotOfEndedRender } from './render-slots.ts';
import { newRenderTask, type RenderEpochRef, type RenderTask } from './render-task.ts';

/** Dependencies of the steps of a render. */
export interface AdvanceRenderDeps extends RenderSlotDeps {
  log: Log;
}

/** The stage that clients see, by the tasks that exist. */
const stageOf = (tasks: readonly RenderTask[]): RenderStage => {
  if (tasks.some((task) => task.kind === 'assembly')) return 'assembling';
  if (tasks.some((task) => task.kind === 'video')) return 'encoding';
  return tasks.some((task) => task.kind === 'narration') ? 'narrating' : 'queued';
};

/**
 * Seconds between writes of the progress: at least 1 after a step of `PROGRESS_STEP_PERCENT`, at least 5 after a smaller one. A write of
 * the render's item costs three, because both indexes have a copy. A new stage, and an event that is due, are written at once.
 */
const SECONDS_BETWEEN_PROGRESS_WRITES = { afterLargeStep: 1, afterSmallStep: 5 };
const PROGRESS_STEP_PERCENT = 5;

/** Writes the progress of a render for clients, if it is due, with its event. */
async function writeProgress(
  { renders, clock, log }: AdvanceRenderDeps,
  render: Render,
  tasks: readonly RenderTask[],
): Promise<void> {
  const progress = renderProgressPercent(tasks);
  if (progress <= render.progress) return;
  const now = clock();
  const stage = stageOf(tasks);
  const isEventDue = isProgressEventDue(render, progress, now);
  const writtenAtMs = render.progress_at === undefined ? 0 : Date.parse(render.progress_at);
  const secondsSinceWrite = (now.getTime() - writtenAtMs) / 1000;
  const isStep = progress - render.progress >= PROGRESS_STEP_PERCENT;
  const isRecent =
    secondsSinceWrite <
    (isStep ? SECONDS_BETWEEN_PROGRESS_WRITES.afterLargeStep : SECONDS_BETWEEN_PROGRESS_WRITES.afterSmallStep);
  // Without this limit each of a hundred workers would write the render's item; this progress is written after a later task.
  if (isRecent && stage === render.stage && !isEventDue) return;
  const timestamp = formatUtcTimestamp(now);
  const event = isEventDue
    ? createRenderEvent('render.progress', { ...render, progress, stage }, timestamp, String(progress))
    : undefined;
  try {
    await renders.raiseProgress(render, progress, stage, timestamp, event);
  } catch (error) {
    // A conflict means that another worker wrote more progress, or that the render ended. Any other fault must not delay the render; its
    // progress is written after the next task.
    if (!(error instanceof WriteConflictError)) log.warn('progress not shown', { render_id: render.id, error });
  }
}

/** Adds the task of the next step, and sends its message. */
async function startStep(
  { renders, queue, clock }: AdvanceRenderDeps,
  ref: RenderEpochRef,
  kind: 'plan' | 'assembly',
  tasks: readonly RenderTask[],
): Promise<RenderTask> {
  const task = newRenderTask({ ...ref, kind, index: 0 }, formatUtcTimestamp(clock()), storageKeysForNextTask(tasks));
  await renders.addTasks([task]);
  await queue.send(task);
  return task;
}

/**
 * Starts the next step of a render after one of its tasks was committed. Every worker calls it after its commit and reads all tasks with
 * strong consistency, so at least the last worker sees that all are done. If several see it, they add the same task, which is claimed
 * once. After the end of a render, its slot is given to the account's next render.
 */
export async function advanceRender(
  deps: AdvanceRenderDeps,
  { account_id, render_id, epoch }: RenderEpochRef,
): Promise<void> {
  const { renders } = deps;
  const ref: RenderEpochRef = { account_id, render_id, epoch };
  const [render, tasks] = await Promise.all([renders.find(account_id, render_id), renders.tasks(ref)]);
  if (!render) return;
  if (isTerminalRenderStatus(render.status)) {
    await releaseSlotOfEndedRender(deps, ref, render);
    return;
  }
  // The render was started again; the workers of its new epoch continue it.
  if (render.epoch !== epoch) return;
  const nextStep = nextRenderStep(tasks);
  const addedTasks =
    nextStep.do === 'wait' ? [] : [await startStep(deps, ref, nextStep.do === 'plan' ? 'plan' : 'assembly', tasks)];
  await writeProgress(deps, render, [...tasks, ...addedTasks]);
}

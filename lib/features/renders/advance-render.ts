import { timestamp } from '#kernel/shared/clock.ts';
import { WriteConflict } from '#kernel/shared/errors.ts';
import type { Log } from '#kernel/shared/log.ts';
import { progressEventDue, renderEvent } from './events.ts';
import { nextStep, nextTaskKeys, progressPercent } from './next-step.ts';
import { isTerminal, type Render, type RenderStage } from './render.ts';
import { leaveSlotWhenStopped, type RenderSlotDeps } from './render-slots.ts';
import { type EpochRef, pendingTask, type RenderTask } from './render-task.ts';

export interface AdvanceDeps extends RenderSlotDeps {
  log: Log;
}

const stageOf = (tasks: readonly RenderTask[]): RenderStage => {
  if (tasks.some((task) => task.kind === 'assembly')) return 'assembling';
  if (tasks.some((task) => task.kind === 'video')) return 'encoding';
  return tasks.some((task) => task.kind === 'narration') ? 'narrating' : 'queued';
};

/**
 * A new percentage is shown at most once a second, when it is some percent more or the one before is a while ago: a write of the
 * render's item is three. A new stage, and an event that is due, are shown at once.
 */
const PROGRESS_SECONDS = { atLeast: 1, atMost: 5 };
const PROGRESS_STEP = 5;

async function showProgress(
  { renders, clock, log }: AdvanceDeps,
  render: Render,
  tasks: readonly RenderTask[],
): Promise<void> {
  const progress = progressPercent(tasks);
  if (progress <= render.progress) return;
  const now = clock();
  const stage = stageOf(tasks);
  const due = progressEventDue(render, progress, now);
  const shownAt = render.progress_at === undefined ? 0 : Date.parse(render.progress_at);
  const shownFor = (now.getTime() - shownAt) / 1000;
  const isStep = progress - render.progress >= PROGRESS_STEP;
  const isRecent = shownFor < (isStep ? PROGRESS_SECONDS.atLeast : PROGRESS_SECONDS.atMost);
  // The render's item would be written by each of its hundred workers: their progress is shown with the next task's.
  if (isRecent && stage === render.stage && !due) return;
  const at = timestamp(now);
  const event = due ? renderEvent('render.progress', { ...render, progress, stage }, at, String(progress)) : undefined;
  try {
    await renders.raiseProgress(render, progress, stage, at, event);
  } catch (error) {
    // A conflict means that another worker showed more progress, or that the render ended. Any other fault must not delay the
    // render: its progress is shown after the next task.
    if (!(error instanceof WriteConflict)) log.warn('progress not shown', { render_id: render.id, error });
  }
}

async function begin(
  { renders, queue, clock }: AdvanceDeps,
  ref: EpochRef,
  kind: 'plan' | 'assembly',
  tasks: readonly RenderTask[],
): Promise<RenderTask> {
  const task = pendingTask({ ...ref, kind, index: 0 }, timestamp(clock()), nextTaskKeys(tasks));
  await renders.addTasks([task]);
  await queue.send(task);
  return task;
}

/**
 * Starts the next step of a render after one of its tasks was committed. Every worker calls it after its own commit and
 * reads all tasks strongly, so at least the last worker sees that all of them are done. Several may see it; they add the
 * same task, which is claimed once. After the end of a render it gives its slot to the next one of the account.
 */
export async function advance(deps: AdvanceDeps, { account_id, render_id, epoch }: EpochRef): Promise<void> {
  const { renders } = deps;
  const ref: EpochRef = { account_id, render_id, epoch };
  const [render, tasks] = await Promise.all([renders.find(account_id, render_id), renders.tasks(ref)]);
  if (!render) return;
  if (isTerminal(render.status)) {
    await leaveSlotWhenStopped(deps, ref, render);
    return;
  }
  // It was started again: the workers of its new epoch lead it on.
  if (render.epoch !== epoch) return;
  const next = nextStep(tasks);
  const begun = next.do === 'wait' ? [] : [await begin(deps, ref, next.do === 'plan' ? 'plan' : 'assembly', tasks)];
  await showProgress(deps, render, [...tasks, ...begun]);
}

import type { RenderTask, RenderTaskKind, RenderTaskResult } from './render-task.ts';

/** The next step of a render, which follows from its tasks. */
export type NextRenderStep =
  | { do: 'wait' }
  /** All narration exists; the video can be planned. */
  | { do: 'plan' }
  /** All parts exist; they can be joined. */
  | { do: 'assemble' };

const tasksOfKind = (tasks: readonly RenderTask[], ...kinds: RenderTaskKind[]): RenderTask[] =>
  tasks.filter((task) => kinds.includes(task.kind));
const areAllDone = (tasks: readonly RenderTask[]): boolean =>
  tasks.length > 0 && tasks.every((task) => task.state === 'done');

/** The result of the task that planned the video; undefined before it is planned. */
const planningResult = (tasks: readonly RenderTask[]): RenderTaskResult | undefined =>
  tasksOfKind(tasks, 'prepare', 'plan').find((task) => task.state === 'done' && task.result?.parts !== undefined)
    ?.result;

/** The number of encoding tasks of the video; undefined before it is planned. */
const encodingTaskCount = (tasks: readonly RenderTask[]): number | undefined => planningResult(tasks)?.parts;

/**
 * The storage key that completed tasks give to the next one: the key of the plan, or before it of the record of speech; {} if neither
 * exists.
 */
export function storageKeysForNextTask(tasks: readonly RenderTask[]): Pick<RenderTask, 'plan_key' | 'spoken_key'> {
  const plan_key = planningResult(tasks)?.plan_key;
  if (plan_key !== undefined) return { plan_key };
  const spoken_key = tasksOfKind(tasks, 'prepare').find((task) => task.state === 'done')?.result?.spoken_key;
  return spoken_key === undefined ? {} : { spoken_key };
}

/**
 * Decides the next step of a render. It depends only on the tasks, so that another worker after a crash decides the same. A set of tasks is
 * complete only when the task that added it (`prepare` or `plan`) is done. Pure.
 */
export function nextRenderStep(tasks: readonly RenderTask[]): NextRenderStep {
  if (!areAllDone(tasksOfKind(tasks, 'prepare'))) return { do: 'wait' };
  const taskCount = encodingTaskCount(tasks);
  if (taskCount !== undefined) {
    if (tasksOfKind(tasks, 'assembly').length > 0) return { do: 'wait' };
    const doneCount = tasksOfKind(tasks, 'video', 'audio').filter((task) => task.state === 'done').length;
    return { do: doneCount >= taskCount ? 'assemble' : 'wait' };
  }
  return {
    do: tasksOfKind(tasks, 'plan').length === 0 && areAllDone(tasksOfKind(tasks, 'narration')) ? 'plan' : 'wait',
  };
}

/**
 * The encoded share of a video, 0–1: the share of its encoding tasks that are done; all take about the same time. It is 0 for a small
 * video, which has no such tasks.
 */
export function encodedFractionOfRender(tasks: readonly RenderTask[]): number {
  const taskCount = encodingTaskCount(tasks) ?? 0;
  const doneCount = tasksOfKind(tasks, 'video', 'audio').filter((task) => task.state === 'done').length;
  return taskCount === 0 ? 0 : Math.min(1, doneCount / taskCount);
}

/** Percentages at which the phases of a render end. */
const PREPARED_PERCENT = 5;
const NARRATED_PERCENT = 30;
const ENCODED_PERCENT = 92;

/** The share of tasks that are done, 0–1. */
const doneFraction = (tasks: readonly RenderTask[]): number =>
  tasks.length === 0 ? 0 : tasks.filter((task) => task.state === 'done').length / tasks.length;

/** The progress of a live render in whole percent, 1–99. */
export function renderProgressPercent(tasks: readonly RenderTask[]): number {
  if (!areAllDone(tasksOfKind(tasks, 'prepare'))) return 1;
  const narrations = tasksOfKind(tasks, 'narration');
  const taskCount = encodingTaskCount(tasks);
  if (taskCount === undefined)
    return Math.floor(PREPARED_PERCENT + (NARRATED_PERCENT - PREPARED_PERCENT) * doneFraction(narrations));
  const startPercent = narrations.length === 0 ? PREPARED_PERCENT : NARRATED_PERCENT;
  return Math.floor(
    startPercent + (ENCODED_PERCENT - startPercent) * doneFraction(tasksOfKind(tasks, 'video', 'audio')),
  );
}

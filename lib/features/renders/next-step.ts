import type { RenderTask, TaskKind, TaskResult } from './render-task.ts';

/** The next step of a render, as its tasks are now. */
export type NextStep =
  | { do: 'wait' }
  /** All narration exists: plan the video. */
  | { do: 'plan' }
  /** All parts are there: join them. */
  | { do: 'assemble' };

const ofKind = (tasks: readonly RenderTask[], ...kinds: TaskKind[]): RenderTask[] =>
  tasks.filter((task) => kinds.includes(task.kind));
const allDone = (tasks: readonly RenderTask[]): boolean =>
  tasks.length > 0 && tasks.every((task) => task.state === 'done');

/** Result of the task that planned the video; undefined before it is planned. */
const planned = (tasks: readonly RenderTask[]): TaskResult | undefined =>
  ofKind(tasks, 'prepare', 'plan').find((task) => task.state === 'done' && task.result?.parts !== undefined)?.result;

/** Number of encoding tasks of the video; undefined before it is planned. */
const partsOf = (tasks: readonly RenderTask[]): number | undefined => planned(tasks)?.parts;

/** Keys that completed tasks left for the next one: of the plan, or of the speech of each slide. */
export function nextTaskKeys(tasks: readonly RenderTask[]): Pick<RenderTask, 'plan_key' | 'spoken_key'> {
  const plan_key = planned(tasks)?.plan_key;
  if (plan_key !== undefined) return { plan_key };
  const spoken_key = ofKind(tasks, 'prepare').find((task) => task.state === 'done')?.result?.spoken_key;
  return spoken_key === undefined ? {} : { spoken_key };
}

/**
 * The decision depends on the tasks alone, so that the next worker after a crash decides the same. A set of tasks is
 * complete only when the task that added it is done: hence the checks of `prepare` and `plan`.
 */
export function nextStep(tasks: readonly RenderTask[]): NextStep {
  if (!allDone(ofKind(tasks, 'prepare'))) return { do: 'wait' };
  const parts = partsOf(tasks);
  if (parts !== undefined) {
    if (ofKind(tasks, 'assembly').length > 0) return { do: 'wait' };
    const done = ofKind(tasks, 'video', 'audio').filter((task) => task.state === 'done').length;
    return { do: done >= parts ? 'assemble' : 'wait' };
  }
  return { do: ofKind(tasks, 'plan').length === 0 && allDone(ofKind(tasks, 'narration')) ? 'plan' : 'wait' };
}

/**
 * The share of a video that workers have encoded, 0–1, by its tasks, which are about equally long. A small video has no such
 * tasks: the worker that joins it makes it, and nothing of it counts before its end.
 */
export function encodedShare(tasks: readonly RenderTask[]): number {
  const parts = partsOf(tasks) ?? 0;
  const done = ofKind(tasks, 'video', 'audio').filter((task) => task.state === 'done').length;
  return parts === 0 ? 0 : Math.min(1, done / parts);
}

/** Percentages at which the phases of a render end. */
const PREPARED = 5;
const NARRATED = 30;
const ENCODED = 92;

const share = (tasks: readonly RenderTask[]): number =>
  tasks.length === 0 ? 0 : tasks.filter((task) => task.state === 'done').length / tasks.length;

/** The progress of a render, 0–99 in whole percent; only a completed one has 100. */
export function progressPercent(tasks: readonly RenderTask[]): number {
  if (!allDone(ofKind(tasks, 'prepare'))) return 1;
  const narrations = ofKind(tasks, 'narration');
  const parts = partsOf(tasks);
  if (parts === undefined) return Math.floor(PREPARED + (NARRATED - PREPARED) * share(narrations));
  const begun = narrations.length === 0 ? PREPARED : NARRATED;
  return Math.floor(begun + (ENCODED - begun) * share(ofKind(tasks, 'video', 'audio')));
}

import type { RenderTask, TaskKind } from './render-task.ts';

/** What has to happen next in a render, as its tasks stand. */
export type NextStep =
  | { do: 'wait' }
  /** All narration is there: lay out the video. */
  | { do: 'plan' }
  /** All parts are there: join them. */
  | { do: 'assemble' };

const ofKind = (tasks: readonly RenderTask[], ...kinds: TaskKind[]): RenderTask[] =>
  tasks.filter((task) => kinds.includes(task.kind));
const allDone = (tasks: readonly RenderTask[]): boolean =>
  tasks.length > 0 && tasks.every((task) => task.state === 'done');

/** How many tasks of encoding the video was dealt out to; undefined before it is laid out. */
const partsOf = (tasks: readonly RenderTask[]): number | undefined =>
  ofKind(tasks, 'prepare', 'plan').find((task) => task.state === 'done' && task.result?.parts !== undefined)?.result
    ?.parts;

/**
 * Decides from the set of tasks alone, so that it can be asked again by whoever comes after a crash. A set of tasks is
 * complete only once the task that made it is done, hence the looks at `prepare` and `plan`.
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

/** Percentages at which the phases of a render end. */
const PREPARED = 5;
const NARRATED = 30;
const ENCODED = 92;

const share = (tasks: readonly RenderTask[]): number =>
  tasks.length === 0 ? 0 : tasks.filter((task) => task.state === 'done').length / tasks.length;

/** How far a render is, 0–99 in whole percent: 100 is only for one that is completed. */
export function progressOf(tasks: readonly RenderTask[]): number {
  if (!allDone(ofKind(tasks, 'prepare'))) return 1;
  const narrations = ofKind(tasks, 'narration');
  const parts = partsOf(tasks);
  if (parts === undefined) return Math.floor(PREPARED + (NARRATED - PREPARED) * share(narrations));
  const begun = narrations.length === 0 ? PREPARED : NARRATED;
  return Math.floor(begun + (ENCODED - begun) * share(ofKind(tasks, 'video', 'audio')));
}

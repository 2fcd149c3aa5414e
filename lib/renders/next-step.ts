import type { RenderTask, TaskKind } from './render-task.ts';

/** What has to happen next in a render, as its units stand. */
export type NextStep =
  | { do: 'wait' }
  /** All narration is there: lay out the video. */
  | { do: 'plan' }
  /** All parts are there: join them. */
  | { do: 'assemble' };

const ofKind = (units: readonly RenderTask[], ...kinds: TaskKind[]): RenderTask[] =>
  units.filter((unit) => kinds.includes(unit.kind));
const allDone = (units: readonly RenderTask[]): boolean =>
  units.length > 0 && units.every((unit) => unit.state === 'done');

/** How many units of encoding the video was dealt out to; undefined before it is laid out. */
const partsOf = (units: readonly RenderTask[]): number | undefined =>
  ofKind(units, 'prepare', 'plan').find((unit) => unit.state === 'done' && unit.result?.parts !== undefined)?.result
    ?.parts;

/**
 * Decides from the set of units alone, so that it can be asked again by whoever comes after a crash. A set of units is
 * complete only once the unit that made it is done, hence the looks at `prepare` and `plan`.
 */
export function nextStep(units: readonly RenderTask[]): NextStep {
  if (!allDone(ofKind(units, 'prepare'))) return { do: 'wait' };
  const parts = partsOf(units);
  if (parts !== undefined) {
    if (ofKind(units, 'assembly').length > 0) return { do: 'wait' };
    const done = ofKind(units, 'video', 'audio').filter((unit) => unit.state === 'done').length;
    return { do: done >= parts ? 'assemble' : 'wait' };
  }
  return { do: ofKind(units, 'plan').length === 0 && allDone(ofKind(units, 'narration')) ? 'plan' : 'wait' };
}

/** Percentages at which the phases of a render end. */
const PREPARED = 5;
const NARRATED = 30;
const ENCODED = 92;

const share = (units: readonly RenderTask[]): number =>
  units.length === 0 ? 0 : units.filter((unit) => unit.state === 'done').length / units.length;

/** How far a render is, 0–99 in whole percent: 100 is only for one that is completed. */
export function progressOf(units: readonly RenderTask[]): number {
  if (!allDone(ofKind(units, 'prepare'))) return 1;
  const narrations = ofKind(units, 'narration');
  const parts = partsOf(units);
  if (parts === undefined) return Math.floor(PREPARED + (NARRATED - PREPARED) * share(narrations));
  const begun = narrations.length === 0 ? PREPARED : NARRATED;
  return Math.floor(begun + (ENCODED - begun) * share(ofKind(units, 'video', 'audio')));
}

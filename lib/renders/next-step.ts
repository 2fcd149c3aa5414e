import type { Unit, UnitKind } from './unit.ts';

/** What has to happen next in a render, as its units stand. */
export type NextStep =
  | { do: 'wait' }
  /** All narration is there: lay out the video. */
  | { do: 'plan' }
  /** All parts are there: join them. */
  | { do: 'assemble' };

const ofKind = (units: readonly Unit[], ...kinds: UnitKind[]): Unit[] =>
  units.filter((unit) => kinds.includes(unit.kind));
const allDone = (units: readonly Unit[]): boolean => units.length > 0 && units.every((unit) => unit.state === 'done');

/**
 * Decides from the set of units alone, so that it can be asked again by whoever comes after a crash. A set of units is
 * complete only once the unit that made it is done, hence the looks at `prepare` and `plan`.
 */
export function nextStep(units: readonly Unit[]): NextStep {
  if (!allDone(ofKind(units, 'prepare'))) return { do: 'wait' };
  const narrations = ofKind(units, 'narration');
  const planning = ofKind(units, 'plan');
  if (narrations.length > 0 && planning.length === 0) return { do: allDone(narrations) ? 'plan' : 'wait' };
  if (planning.length > 0 && !allDone(planning)) return { do: 'wait' };
  if (ofKind(units, 'assembly').length > 0) return { do: 'wait' };
  return { do: allDone(ofKind(units, 'video', 'audio')) ? 'assemble' : 'wait' };
}

/** Percentages at which the phases of a render end. */
const PREPARED = 5;
const NARRATED = 30;
const ENCODED = 92;

const share = (units: readonly Unit[]): number =>
  units.length === 0 ? 0 : units.filter((unit) => unit.state === 'done').length / units.length;

/** How far a render is, 0–99 in whole percent: 100 is only for one that is completed. */
export function progressOf(units: readonly Unit[]): number {
  if (!allDone(ofKind(units, 'prepare'))) return 1;
  const narrations = ofKind(units, 'narration');
  const planned = narrations.length === 0 || allDone(ofKind(units, 'plan'));
  if (!planned) return Math.floor(PREPARED + (NARRATED - PREPARED) * share(narrations));
  const begun = narrations.length === 0 ? PREPARED : NARRATED;
  return Math.floor(begun + (ENCODED - begun) * share(ofKind(units, 'video', 'audio')));
}

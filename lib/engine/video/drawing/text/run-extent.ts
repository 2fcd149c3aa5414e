import type { MeasuredNode } from '@takumi-rs/core';
import { findTextDirection } from './writing-system.ts';

/** A measured run of text. */
type MeasuredRun = MeasuredNode['runs'][number];

/**
 * Finds the part of each measured run that has ink: blanks at its ends are left out. Each blank is taken to be as wide as the mean letter
 * of its run. In right-to-left text, the blanks after the last letter are at its left.
 * @returns the place and the width of each run, in pixels of the node; the width of a blank run is 0
 */
export function inkExtentsOfRuns(runs: readonly MeasuredRun[]): { x: number; width: number }[] {
  const textDirection = findTextDirection(runs.map(({ text }) => text).join(''));
  return runs.map(({ text, x, width }) => {
    const [leadingBlanks, trailingBlanks] = [
      text.length - text.trimStart().length,
      text.length - text.trimEnd().length,
    ];
    if (leadingBlanks === text.length) return { x, width: 0 };
    const letterWidth = width / text.length;
    const blanksAtLeft = (findTextDirection(text) ?? textDirection) === 'rtl' ? trailingBlanks : leadingBlanks;
    return { x: x + blanksAtLeft * letterWidth, width: width - (leadingBlanks + trailingBlanks) * letterWidth };
  });
}

import type { MeasuredNode } from '@takumi-rs/core';
import { directionOfText } from './writing-system.ts';

type Run = MeasuredNode['runs'][number];

/**
 * Finds the part of each measured run that has ink: blanks at its ends are left out. Each blank is taken to be as wide as the mean letter
 * of its run. In right-to-left text, the blanks after the last letter are at its left.
 * @returns the place and the width of each run, in pixels of the node; the width of a blank run is 0
 */
export function measuredRunExtents(runs: readonly Run[]): { x: number; width: number }[] {
  const around = directionOfText(runs.map(({ text }) => text).join(''));
  return runs.map(({ text, x, width }) => {
    const [first, last] = [text.length - text.trimStart().length, text.length - text.trimEnd().length];
    if (first === text.length) return { x, width: 0 };
    const letter = width / text.length;
    const left = (directionOfText(text) ?? around) === 'rtl' ? last : first;
    return { x: x + left * letter, width: width - (first + last) * letter };
  });
}

import { contrastRatio } from './contrast.ts';
import { mixColors } from './mix-colors.ts';
import type { DrawableCode } from './rich-slide-content.ts';

/** The form of a group of lines: numbers from 1 and ranges, with commas between: `1-3`, `7`, `1-2,5`. */
export const CODE_LINE_GROUP_PATTERN = /^[1-9]\d{0,2}(?:-[1-9]\d{0,2})?(?:,[1-9]\d{0,2}(?:-[1-9]\d{0,2})?)*$/;

/** The first and the last line of each range of a group, from 1. The group has the form of CODE_LINE_GROUP_PATTERN. */
export const parseCodeLineRanges = (group: string): { first: number; last: number }[] =>
  group.split(',').map((range) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return { first, last };
  });

/** Reports whether a line of code, counted from 0, is in a group. */
const isInGroup = (group: string, line: number): boolean =>
  parseCodeLineRanges(group).some(({ first, last }) => first <= line + 1 && line + 1 <= last);

/**
 * The texts of the groups of lines that are lit one after another, by which each group is matched with a sentence; empty without groups.
 */
export const textsOfCodeFocusGroups = ({ text, focus = [] }: DrawableCode): string[] =>
  focus.map((group) =>
    text
      .split('\n')
      .filter((_, line) => isInGroup(group, line))
      .join(' '),
  );

/**
 * Creates a function that reports whether a line, counted from 0, is dimmed while a group is lit; undefined if no line is dimmed.
 * @param litGroupIndex from 0; undefined: no group is lit
 */
export function createDimmedCodeLinePredicate(
  code: DrawableCode | undefined,
  litGroupIndex: number | undefined,
): ((line: number) => boolean) | undefined {
  const group = litGroupIndex === undefined ? undefined : code?.focus?.[litGroupIndex];
  return group === undefined ? undefined : (line) => !isInGroup(group, line);
}

/** Minimum contrast ratio (WCAG) of dimmed lines: enough to read the surroundings of the lit lines. */
const DIMMED_CONTRAST = 3.1;

/**
 * The colour of dimmed lines: the colour of the text, mixed with as much of the background as the minimum contrast allows. All colours are
 * `#rrggbb`.
 */
export function dimmedCodeColor(textColor: string, backgroundColor: string): string {
  const steps = Array.from({ length: 50 }, (_, step) => mixColors(backgroundColor, textColor, (step + 1) / 50));
  return steps.find((color) => contrastRatio(color, backgroundColor) >= DIMMED_CONTRAST) ?? textColor;
}

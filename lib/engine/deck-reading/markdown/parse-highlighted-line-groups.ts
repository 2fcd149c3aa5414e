import { CODE_LINE_GROUP_PATTERN, parseCodeLineRanges } from '#engine/video/drawing/code-focus.ts';
import { CODE_LIMITS } from '#engine/video/drawing/rich-slide-content.ts';

/** Line highlights in the info of a fence, as Slidev has them: `ts {1-3|7}`. */
const GROUPS_IN_BRACES = /\{(?<groups>[^{}]*)\}/;

/**
 * The groups of lines that an author highlights one after another. Groups of other forms, such as `all`, and groups with lines that the code
 * does not have are left out.
 * @param highlightText the groups, such as `1-3|7`, or the info string of a fence with the groups in braces
 * @param code the code, which has the lines
 * @returns at most `CODE_LIMITS.groups`; undefined if no group remains
 */
export function parseHighlightedLineGroups(highlightText: string | undefined, code: string): string[] | undefined {
  if (highlightText === undefined) return undefined;
  const groups = (GROUPS_IN_BRACES.exec(highlightText)?.groups?.groups ?? highlightText).split('|');
  const lineCount = code.split('\n').length;
  const isValidGroup = (group: string): boolean =>
    group.length <= CODE_LIMITS.group &&
    CODE_LINE_GROUP_PATTERN.test(group) &&
    parseCodeLineRanges(group).every(({ first, last }) => first <= last && last <= lineCount);
  const validGroups = groups.map((group) => group.replace(/\s/g, '')).filter(isValidGroup);
  return validGroups.length > 0 ? validGroups.slice(0, CODE_LIMITS.groups) : undefined;
}

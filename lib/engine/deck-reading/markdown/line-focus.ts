import { CODE_LINE_GROUP_PATTERN, parseCodeLineGroup } from '#engine/video/drawing/code-focus.ts';
import { CODE_LIMITS } from '#engine/video/drawing/rich-slide-content.ts';

/** Line highlights in the info of a fence, as Slidev has them: `ts {1-3|7}`. */
const IN_BRACES = /\{(?<groups>[^{}]*)\}/;

/**
 * The groups of lines that an author highlights one after another: `1-3|7`, or the info string of a fence with that in braces. Groups of
 * other forms, such as `all`, and lines that the code does not have are left out. Undefined if none remain.
 */
export function parseHighlightedLineGroups(written: string | undefined, text: string): string[] | undefined {
  if (written === undefined) return undefined;
  const groups = (IN_BRACES.exec(written)?.groups?.groups ?? written).split('|');
  const lines = text.split('\n').length;
  const fits = (group: string): boolean =>
    group.length <= CODE_LIMITS.group &&
    CODE_LINE_GROUP_PATTERN.test(group) &&
    parseCodeLineGroup(group).every(({ first, last }) => first <= last && last <= lines);
  const found = groups.map((group) => group.replace(/\s/g, '')).filter(fits);
  return found.length > 0 ? found.slice(0, CODE_LIMITS.groups) : undefined;
}

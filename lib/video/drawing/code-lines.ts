import { cleanText } from './clean-text.ts';

const TAB = 4;
const NO_BREAK_SPACE = '\u00a0';

function expandTabs(line: string): string {
  let expanded = '';
  for (const character of line) {
    expanded += character === '\t' ? ' '.repeat(TAB - (expanded.length % TAB)) : character;
  }
  return expanded;
}

/** A line of code as it can be drawn: nothing without a shape, tabs filled up, and its spaces kept, so that none is a break. */
function cleanLine(line: string): string {
  const words = expandTabs(line).trimEnd().split(' ');
  return words.map(cleanText).join(NO_BREAK_SPACE);
}

/** A line of code and the bullet point that it comes from. */
export interface CodeLine {
  text: string;
  owner: number;
}

/** The lines of a slide's code: bullet points are lines, and may hold several; blank ones at the end are left out. */
export function codeLines(points: readonly string[]): CodeLine[] {
  const lines = points.flatMap((point, owner) =>
    point.split(/\r\n|[\n\r\u2028]/).map((line) => ({ text: cleanLine(line), owner })),
  );
  const last = lines.findLastIndex(({ text }) => text.replaceAll(NO_BREAK_SPACE, '') !== '');
  return lines.slice(0, last + 1).map(({ text, owner }) => ({ text: text === '' ? NO_BREAK_SPACE : text, owner }));
}

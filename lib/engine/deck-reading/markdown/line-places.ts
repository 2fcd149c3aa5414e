/** The place where a line starts: in a block of code (its fences belong to it), in a comment of HTML, or in the text. */
export type LinePlace = 'code' | 'comment' | 'text';

const FENCE = /^\s*(?:(`{3,})[^`]*|(~{3,}).*)$/;
const CODE_SPAN = /(?<!`)(`+)(?!`)[^`]*\1(?!`)/g;
const FENCE_END = /^(?:`{3,}|~{3,})$/;
const [OPEN, CLOSE] = ['<!--', '-->'];

/** Reports whether a comment is open at the end of a line. */
function isOpenAfter(line: string, wasOpen: boolean): boolean {
  let isOpen = wasOpen;
  for (let at = 0; ; ) {
    const found = line.indexOf(isOpen ? CLOSE : OPEN, at);
    if (found < 0) return isOpen;
    // `<!-->` is a whole comment.
    at = found + (isOpen ? CLOSE.length : 2);
    isOpen = !isOpen;
  }
}

/** The line that closes the fence at `from`; undefined: none does. */
function closingOf(lines: readonly string[], from: number, fence: string): number | undefined {
  for (let at = from + 1; at < lines.length; at++) {
    const text = (lines[at] ?? '').trim();
    if (text.startsWith(fence) && text === fence.charAt(0).repeat(text.length)) return at;
  }
  return undefined;
}

/** For each line, the length of the longest closing fence of a sign below it; 0: there is none. */
function longestBelow(lines: readonly string[], sign: string): number[] {
  const below = new Array<number>(lines.length).fill(0);
  for (let at = lines.length - 2; at >= 0; at--) {
    const text = (lines[at + 1] ?? '').trim();
    const length = text.startsWith(sign) && FENCE_END.test(text) ? text.length : 0;
    below[at] = Math.max(below[at + 1] ?? 0, length);
  }
  return below;
}

/** The place of each line. As in Slidev, a fence that is never closed is none; a comment that is never closed neither. */
export function linePlaces(lines: readonly string[]): LinePlace[] {
  const lastClose = lines.findLastIndex((line) => line.includes(CLOSE));
  const below = { ticks: longestBelow(lines, '`'), tildes: longestBelow(lines, '~') };
  const places: LinePlace[] = [];
  let isOpen = false;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const [, ticks, tildes] = isOpen ? [] : (FENCE.exec(line) ?? []);
    const fence = ticks ?? tildes;
    const longest = below[ticks === undefined ? 'tildes' : 'ticks'][at] ?? 0;
    const closing = fence === undefined || longest < fence.length ? undefined : closingOf(lines, at, fence);
    if (closing !== undefined) {
      for (; at <= closing; at++) places.push('code');
      at -= 1;
      continue;
    }
    places.push(isOpen ? 'comment' : 'text');
    isOpen = at < lastClose && isOpenAfter(isOpen ? line : line.replace(CODE_SPAN, ''), isOpen);
  }
  return places;
}

/** A text without its blocks of code. */
export function withoutCode(text: string): string {
  const lines = text.split('\n');
  const places = linePlaces(lines);
  return lines.filter((_, at) => places[at] !== 'code').join('\n');
}

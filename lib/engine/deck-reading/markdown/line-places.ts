/** The place at which a line starts: in a block of code, fences included, in an HTML comment, or in the text. */
export type MarkdownLineContext = 'code' | 'comment' | 'text';

/** The opening line of a block of code. */
const FENCE = /^\s*(?:(`{3,})[^`]*|(~{3,}).*)$/;
const FENCE_END = /^(?:`{3,}|~{3,})$/;
const CODE_SPAN = /(?<!`)(`+)(?!`)[^`]*\1(?!`)/g;
const [OPEN, CLOSE] = ['<!--', '-->'];

/** Reports whether a comment is open at the end of a line. @param wasOpen at its start */
function isOpenAfter(line: string, wasOpen: boolean): boolean {
  let isOpen = wasOpen;
  for (let from = 0; ; ) {
    const found = line.indexOf(isOpen ? CLOSE : OPEN, from);
    if (found < 0) return isOpen;
    // Only `<!` is passed: `<!-->` is a whole comment, whose end shares its dashes with the start.
    from = found + (isOpen ? CLOSE.length : '<!'.length);
    isOpen = !isOpen;
  }
}

/** Index of the line that closes the fence at the line `opening`; undefined if none does. */
function closingOf(lines: readonly string[], opening: number, fence: string): number | undefined {
  for (let index = opening + 1; index < lines.length; index++) {
    const text = (lines[index] ?? '').trim();
    if (text.startsWith(fence) && text === fence.charAt(0).repeat(text.length)) return index;
  }
  return undefined;
}

/**
 * Length of the longest closing fence below each line; 0 if there is none. With it, an unclosed fence needs no search to the end of the
 * file: many such searches would take quadratic time.
 */
function longestFencesBelow(lines: readonly string[], character: '`' | '~'): number[] {
  const lengths = new Array<number>(lines.length).fill(0);
  for (let index = lines.length - 2; index >= 0; index--) {
    const text = (lines[index + 1] ?? '').trim();
    const length = text.startsWith(character) && FENCE_END.test(text) ? text.length : 0;
    lengths[index] = Math.max(lengths[index + 1] ?? 0, length);
  }
  return lengths;
}

/** The place of each line. As in Slidev, a fence or a comment that is never closed is text. */
export function markdownLineContexts(lines: readonly string[]): MarkdownLineContext[] {
  const lastClose = lines.findLastIndex((line) => line.includes(CLOSE));
  const longest = { ticks: longestFencesBelow(lines, '`'), tildes: longestFencesBelow(lines, '~') };
  const places: MarkdownLineContext[] = [];
  let isOpen = false;
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? '';
    const [, ticks, tildes] = isOpen ? [] : (FENCE.exec(line) ?? []);
    const fence = ticks ?? tildes;
    const longestBelow = longest[ticks === undefined ? 'tildes' : 'ticks'][index] ?? 0;
    const closing = fence === undefined || longestBelow < fence.length ? undefined : closingOf(lines, index, fence);
    if (closing !== undefined) {
      for (; index <= closing; index++) places.push('code');
      index -= 1;
      continue;
    }
    places.push(isOpen ? 'comment' : 'text');
    isOpen = index < lastClose && isOpenAfter(isOpen ? line : line.replace(CODE_SPAN, ''), isOpen);
  }
  return places;
}

/** A text without its blocks of code. */
export function withoutCodeBlocks(text: string): string {
  const lines = text.split('\n');
  const places = markdownLineContexts(lines);
  return lines.filter((_, index) => places[index] !== 'code').join('\n');
}

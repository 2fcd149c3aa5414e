/** The place at which a line starts: in a block of code, fences included, in an HTML comment, or in the text. */
export type MarkdownLinePlace = 'code' | 'comment' | 'text';

/** The opening line of a block of code. */
const FENCE_START = /^\s*(?:(`{3,})[^`]*|(~{3,}).*)$/;
const FENCE_END = /^(?:`{3,}|~{3,})$/;
const CODE_SPAN = /(?<!`)(`+)(?!`)[^`]*\1(?!`)/g;
const [COMMENT_START, COMMENT_END] = ['<!--', '-->'];

/** Reports whether an HTML comment is open at the end of a line. @param wasOpen whether one is open at its start */
function isCommentOpenAfter(line: string, wasOpen: boolean): boolean {
  let isCommentOpen = wasOpen;
  for (let searchStart = 0; ; ) {
    const markIndex = line.indexOf(isCommentOpen ? COMMENT_END : COMMENT_START, searchStart);
    if (markIndex < 0) return isCommentOpen;
    // The search continues after `<!`, because `<!-->` is a whole comment, whose end shares its dashes with the start.
    searchStart = markIndex + (isCommentOpen ? COMMENT_END.length : '<!'.length);
    isCommentOpen = !isCommentOpen;
  }
}

/** Index of the line that closes the fence at the line `openingIndex`; undefined if none does. */
function findClosingFence(lines: readonly string[], openingIndex: number, fence: string): number | undefined {
  for (let index = openingIndex + 1; index < lines.length; index++) {
    const text = (lines[index] ?? '').trim();
    if (text.startsWith(fence) && text === fence.charAt(0).repeat(text.length)) return index;
  }
  return undefined;
}

/**
 * Length of the longest closing fence below each line; 0 if there is none. With this length, an unclosed fence needs no search to the end of
 * the file: many such searches would take quadratic time.
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

/** The context of each line. As in Slidev, a fence or a comment that is never closed is text. */
export function markdownLineContexts(lines: readonly string[]): MarkdownLinePlace[] {
  const lastCommentEnd = lines.findLastIndex((line) => line.includes(COMMENT_END));
  const longestFences = { ticks: longestFencesBelow(lines, '`'), tildes: longestFencesBelow(lines, '~') };
  const contexts: MarkdownLinePlace[] = [];
  let isCommentOpen = false;
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? '';
    const [, ticks, tildes] = isCommentOpen ? [] : (FENCE_START.exec(line) ?? []);
    const fence = ticks ?? tildes;
    const longestBelow = longestFences[ticks === undefined ? 'tildes' : 'ticks'][index] ?? 0;
    const closingIndex =
      fence === undefined || longestBelow < fence.length ? undefined : findClosingFence(lines, index, fence);
    if (closingIndex !== undefined) {
      for (; index <= closingIndex; index++) contexts.push('code');
      index -= 1;
      continue;
    }
    contexts.push(isCommentOpen ? 'comment' : 'text');
    isCommentOpen =
      index < lastCommentEnd && isCommentOpenAfter(isCommentOpen ? line : line.replace(CODE_SPAN, ''), isCommentOpen);
  }
  return contexts;
}

/** A text without its blocks of code. */
export function removeCodeBlocks(text: string): string {
  const lines = text.split('\n');
  const contexts = markdownLineContexts(lines);
  return lines.filter((_, index) => contexts[index] !== 'code').join('\n');
}

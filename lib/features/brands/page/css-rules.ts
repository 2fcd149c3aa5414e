/** A declaration of a style rule. */
export interface CssDeclaration {
  /** In lower case; custom properties as they are written. */
  name: string;
  value: string;
  isImportant: boolean;
}

/** A style rule: its selectors as they are written, and its declarations in order. */
export interface CssRule {
  selectors: string;
  declarations: readonly CssDeclaration[];
}

/** The maximum number of rules that are read of a style sheet. Sheets of frameworks have some 10,000. */
const MAX_RULES = 30_000;
/** The maximum depth of nested blocks of at-rules. */
const MAX_NESTING = 8;

/** Group rules whose style rules apply to every reader of the page, as far as their conditions can be judged. */
const GROUP_RULES = new Set(['media', 'supports', 'layer', 'container', 'scope', 'starting-style']);
/** Conditions under which a page has other colours than usual. */
const SPECIAL_CONDITION =
  /prefers-color-scheme\s*:\s*dark|\bprint\b|forced-colors|prefers-contrast|inverted-colors|\bspeech\b/i;

/** Removes comments; one that is not closed extends to the end. */
function withoutComments(css: string): string {
  const [beforeComments = '', ...commentsAndCode] = css.split('/*');
  return [
    beforeComments,
    ...commentsAndCode.map((part) => (part.includes('*/') ? part.slice(part.indexOf('*/') + 2) : '')),
  ].join(' ');
}

/** The index of the closing quote, or of the line break, that ends the string whose opening quote is at `start`. */
function endOfString(css: string, start: number): number {
  const quote = css[start];
  for (let index = start + 1; index < css.length; index++) {
    if (css[index] === '\\') index += 1;
    else if (css[index] === quote || css[index] === '\n') return index;
  }
  return css.length;
}

/**
 * The index, from `start`, of the first of some characters outside strings and brackets; the length of the text if there is none.
 * @param characters those to search for, in any order
 */
export function indexOrEndAtTopLevelOfCss(css: string, start: number, characters: string): number {
  let depth = 0;
  for (let index = start; index < css.length; index++) {
    const character = css[index] ?? '';
    if (character === '\\') index += 1;
    else if (character === '"' || character === "'") index = endOfString(css, index);
    else if (depth === 0 && characters.includes(character)) return index;
    else if (character === '(' || character === '[') depth += 1;
    else if ((character === ')' || character === ']') && depth > 0) depth -= 1;
  }
  return css.length;
}

/** The index after the block whose `{` is at `start`. */
function indexAfterBlock(css: string, start: number): number {
  let depth = 0;
  for (let index = start; index < css.length; index = indexOrEndAtTopLevelOfCss(css, index + 1, '{}')) {
    depth += css[index] === '{' ? 1 : -1;
    if (depth === 0) return index + 1;
  }
  return css.length;
}

/** Splits a text at each separator, one character, that is outside strings and brackets. */
export function splitCssAtTopLevel(text: string, separator: string): string[] {
  const parts: string[] = [];
  for (let start = 0; start <= text.length; ) {
    const end = indexOrEndAtTopLevelOfCss(text, start, separator);
    parts.push(text.slice(start, end));
    start = end + 1;
  }
  return parts;
}

/** The declarations of a block or of an attribute `style`, in order. Rules that are nested in the block are left out. */
export function parseCssDeclarations(block: string): CssDeclaration[] {
  const declarations: CssDeclaration[] = [];
  for (let start = 0; start < block.length; ) {
    const end = indexOrEndAtTopLevelOfCss(block, start, ';{');
    const text = block.slice(start, end);
    start = block[end] === '{' ? indexAfterBlock(block, end) : end + 1;
    const colon = text.indexOf(':');
    if (block[end] === '{' || colon < 0) continue;
    const name = text.slice(0, colon).trim();
    const value = text.slice(colon + 1).trim();
    const plainValue = value.replace(/!\s*important\s*$/i, '').trim();
    declarations.push({
      name: name.startsWith('--') ? name : name.toLowerCase(),
      value: plainValue,
      isImportant: plainValue !== value,
    });
  }
  return declarations;
}

/** A part of a style sheet whose rules are still to be read, from `from` up to, but without, `to`. */
interface TextSpan {
  from: number;
  to: number;
  /** The number of at-rules around it. */
  depth: number;
}

/**
 * The style rules of a style sheet, in order. Rules for print, for dark mode and for other special readers are left out, as are fonts,
 * animations and imports. A damaged sheet gives what can be read.
 */
export function cssRules(sheet: string): CssRule[] {
  const css = withoutComments(sheet);
  const rules: CssRule[] = [];
  const spans: TextSpan[] = [{ from: 0, to: css.length, depth: 0 }];
  for (let span = spans.pop(); span && rules.length < MAX_RULES; span = spans.pop()) {
    const end = indexOrEndAtTopLevelOfCss(css, span.from, '{};');
    if (end >= span.to) continue;
    const prelude = css.slice(span.from, end).trim();
    if (css[end] !== '{') {
      spans.push({ ...span, from: end + 1 });
      continue;
    }
    const blockEnd = indexAfterBlock(css, end);
    spans.push({ ...span, from: blockEnd });
    const [, atRule, condition = ''] = /^@([\w-]+)\s*([\s\S]*)$/.exec(prelude) ?? [];
    if (atRule === undefined)
      rules.push({ selectors: prelude, declarations: parseCssDeclarations(css.slice(end + 1, blockEnd - 1)) });
    else if (GROUP_RULES.has(atRule.toLowerCase()) && !SPECIAL_CONDITION.test(condition) && span.depth < MAX_NESTING)
      spans.push({ from: end + 1, to: blockEnd - 1, depth: span.depth + 1 });
  }
  return rules;
}

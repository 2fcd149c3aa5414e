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

/** Rules of a style sheet that are read; the rest is left out. Sheets of frameworks have some 10,000. */
const MAX_RULES = 30_000;
/** Depth to which blocks of at-rules may be nested. */
const MAX_DEPTH = 8;

/** Group rules whose style rules apply to every reader of the page, as far as their conditions can be judged. */
const GROUPS = new Set(['media', 'supports', 'layer', 'container', 'scope', 'starting-style']);
/** Conditions under which a page has other colours than usual. */
const UNUSUAL = /prefers-color-scheme\s*:\s*dark|\bprint\b|forced-colors|prefers-contrast|inverted-colors|\bspeech\b/i;

/** Removes comments; one that is not closed extends to the end. */
function withoutComments(css: string): string {
  const [first = '', ...rest] = css.split('/*');
  return [first, ...rest.map((part) => (part.includes('*/') ? part.slice(part.indexOf('*/') + 2) : ''))].join(' ');
}

/** The index of the end of a string that starts at `at`. */
function endOfString(css: string, at: number): number {
  const quote = css[at];
  for (let index = at + 1; index < css.length; index++) {
    if (css[index] === '\\') index += 1;
    else if (css[index] === quote || css[index] === '\n') return index;
  }
  return css.length;
}

/** The index, from `at`, of the first wanted character outside strings and parentheses; the length of the text if there is none. */
export function indexOutsideCssStrings(css: string, at: number, wanted: string): number {
  let depth = 0;
  for (let index = at; index < css.length; index++) {
    const sign = css[index] ?? '';
    if (sign === '\\') index += 1;
    else if (sign === '"' || sign === "'") index = endOfString(css, index);
    else if (depth === 0 && wanted.includes(sign)) return index;
    else if (sign === '(' || sign === '[') depth += 1;
    else if ((sign === ')' || sign === ']') && depth > 0) depth -= 1;
  }
  return css.length;
}

/** The index after the block whose `{` is at `open`. */
function afterBlock(css: string, open: number): number {
  let depth = 0;
  for (let index = open; index < css.length; index = indexOutsideCssStrings(css, index + 1, '{}')) {
    depth += css[index] === '{' ? 1 : -1;
    if (depth === 0) return index + 1;
  }
  return css.length;
}

/** Splits a text at a character that is in no string and no parentheses. */
export function splitOutsideCssStrings(text: string, separator: string): string[] {
  const parts: string[] = [];
  for (let at = 0; at <= text.length; ) {
    const end = indexOutsideCssStrings(text, at, separator);
    parts.push(text.slice(at, end));
    at = end + 1;
  }
  return parts;
}

/** The declarations of a block or of an attribute `style`, in order. Rules that are nested in the block are left out. */
export function parseCssDeclarations(block: string): CssDeclaration[] {
  const found: CssDeclaration[] = [];
  for (let at = 0; at < block.length; ) {
    const end = indexOutsideCssStrings(block, at, ';{');
    const text = block.slice(at, end);
    at = block[end] === '{' ? afterBlock(block, end) : end + 1;
    const colon = text.indexOf(':');
    if (block[end] === '{' || colon < 0) continue;
    const name = text.slice(0, colon).trim();
    const value = text.slice(colon + 1).trim();
    const plain = value.replace(/!\s*important\s*$/i, '').trim();
    found.push({ name: name.startsWith('--') ? name : name.toLowerCase(), value: plain, isImportant: plain !== value });
  }
  return found;
}

interface Span {
  from: number;
  to: number;
  depth: number;
}

/**
 * The style rules of a style sheet, in order. Rules for print, for dark mode and for other special readers are left out, as are fonts,
 * animations and imports. A damaged sheet gives what can be read.
 */
export function cssRules(sheet: string): CssRule[] {
  const css = withoutComments(sheet);
  const rules: CssRule[] = [];
  const spans: Span[] = [{ from: 0, to: css.length, depth: 0 }];
  for (let span = spans.pop(); span && rules.length < MAX_RULES; span = spans.pop()) {
    const end = indexOutsideCssStrings(css, span.from, '{};');
    if (end >= span.to) continue;
    const prelude = css.slice(span.from, end).trim();
    if (css[end] !== '{') {
      spans.push({ ...span, from: end + 1 });
      continue;
    }
    const after = afterBlock(css, end);
    spans.push({ ...span, from: after });
    const [, name, condition = ''] = /^@([\w-]+)\s*([\s\S]*)$/.exec(prelude) ?? [];
    if (name === undefined)
      rules.push({ selectors: prelude, declarations: parseCssDeclarations(css.slice(end + 1, after - 1)) });
    else if (GROUPS.has(name.toLowerCase()) && !UNUSUAL.test(condition) && span.depth < MAX_DEPTH)
      spans.push({ from: end + 1, to: after - 1, depth: span.depth + 1 });
  }
  return rules;
}

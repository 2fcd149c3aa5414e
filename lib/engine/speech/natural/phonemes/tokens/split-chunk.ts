import { ADDRESS_TOKEN_PATTERN, TOKEN_INFIX_PATTERN, TOKEN_PREFIX_PATTERN, TOKEN_SUFFIX_PATTERN } from './affixes.ts';

/** Contractions and abbreviations, and the tokens of each. */
export type TokenizerExceptions = ReadonlyMap<string, readonly string[]>;

/** No affix is longer, except a row of dots, which is cut in pieces. */
const AFFIX_WINDOW = 12;
/** Most tokens that can be one exception together: "Sept" and ".". */
const JOINED = [3, 2];

/** Length of the exceptions' longest text; longer texts are not looked up, so that a long chunk takes linear time. */
const longest = (exceptions: TokenizerExceptions): number =>
  Math.max(0, ...[...exceptions.keys()].map(({ length }) => length));

/** Makes the function that cuts a chunk between two white spaces into tokens. Joined, they are the chunk. */
export function createTokenSplitter(exceptions: TokenizerExceptions): (chunk: string) => string[] {
  const maxLength = longest(exceptions);
  const partsOf = (text: string) => (text.length > maxLength ? undefined : exceptions.get(text));

  /** The tokens with those put together again that are an exception together: ")" and ":" are a face. */
  const rejoin = (tokens: readonly string[]): string[] => {
    const result: string[] = [];
    for (let at = 0; at < tokens.length; ) {
      const found = JOINED.filter((count) => at + count <= tokens.length)
        .map((count) => ({ count, parts: partsOf(tokens.slice(at, at + count).join('')) }))
        .find(({ parts }) => parts !== undefined);
      result.push(...(found?.parts ?? tokens.slice(at, at + 1)));
      at += found?.count ?? 1;
    }
    return result;
  };

  return (chunk) => {
    const whole = partsOf(chunk);
    if (whole) return [...whole];
    const { before, rest, after } = cutAffixes(chunk, (text) => partsOf(text) !== undefined);
    const tokens = [...before, ...(partsOf(rest) ?? cutInfixes(rest)), ...after];
    return tokens.length > 1 ? rejoin(tokens) : tokens;
  };
}

/** Length of the suffix of a text. */
function suffixLength(text: string): number {
  const start = Math.max(0, text.length - AFFIX_WINDOW);
  return TOKEN_SUFFIX_PATTERN.exec(text.slice(start))?.[0].length ?? 0;
}

/** Cuts prefixes and suffixes, one of each at a time, until an exception or nothing to cut is left. */
function cutAffixes(chunk: string, isException: (text: string) => boolean) {
  const before: string[] = [];
  const after: string[] = [];
  let rest = chunk;
  while (rest !== '' && !isException(rest)) {
    const prefix = TOKEN_PREFIX_PATTERN.exec(rest)?.[0].length ?? 0;
    const withoutPrefix = rest.slice(prefix);
    if (prefix > 0 && isException(withoutPrefix)) {
      before.push(rest.slice(0, prefix));
      return { before, rest: withoutPrefix, after: after.reverse() };
    }
    const suffix = suffixLength(withoutPrefix);
    const end = rest.length - suffix;
    if (suffix > 0 && isException(rest.slice(0, end))) {
      after.push(rest.slice(end));
      return { before, rest: rest.slice(0, end), after: after.reverse() };
    }
    if (prefix + suffix === 0) break;
    if (prefix > 0) before.push(rest.slice(0, prefix));
    if (suffix > 0) after.push(rest.slice(end));
    rest = rest.slice(prefix, end);
  }
  return { before, rest, after: after.reverse() };
}

/** Cuts a text at infixes; one at its start stays. */
function cutInfixes(text: string): string[] {
  if (text === '' || ADDRESS_TOKEN_PATTERN.test(text)) return text === '' ? [] : [text];
  const tokens: string[] = [];
  let start = 0;
  for (const { 0: infix, index } of text.matchAll(TOKEN_INFIX_PATTERN)) {
    if (index === 0) continue;
    if (index > start) tokens.push(text.slice(start, index));
    tokens.push(infix);
    start = index + infix.length;
  }
  return start < text.length ? [...tokens, text.slice(start)] : tokens;
}

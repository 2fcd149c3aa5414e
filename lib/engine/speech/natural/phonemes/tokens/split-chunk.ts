import {
  ADDRESS_TOKEN_PATTERN,
  TOKENIZER_INFIX_PATTERN,
  TOKENIZER_PREFIX_PATTERN,
  TOKENIZER_SUFFIX_PATTERN,
} from './affixes.ts';

/** Contractions and abbreviations, and the tokens of each. */
export type TokenizerExceptions = ReadonlyMap<string, readonly string[]>;

/** No affix is longer, except a row of dots, which is cut in pieces. */
const AFFIX_WINDOW = 12;
/** Most tokens that can be one exception together: "Sept" and ".". */
const JOINED_TOKEN_COUNTS = [3, 2];

/** Length of the exceptions' longest text; longer texts are not looked up, so that a long chunk takes linear time. */
const longestTextLength = (exceptions: TokenizerExceptions): number =>
  Math.max(0, ...[...exceptions.keys()].map(({ length }) => length));

/** Makes the function that cuts a chunk between two white spaces into tokens. Joined, they are the chunk. */
export function createTokenSplitter(exceptions: TokenizerExceptions): (chunk: string) => string[] {
  const maxLength = longestTextLength(exceptions);
  const partsOf = (text: string) => (text.length > maxLength ? undefined : exceptions.get(text));

  /** The tokens with those put together again that are an exception together: ")" and ":" are a face. */
  const rejoin = (tokens: readonly string[]): string[] => {
    const result: string[] = [];
    for (let index = 0; index < tokens.length; ) {
      const exception = JOINED_TOKEN_COUNTS.filter((count) => index + count <= tokens.length)
        .map((count) => ({ count, parts: partsOf(tokens.slice(index, index + count).join('')) }))
        .find(({ parts }) => parts !== undefined);
      result.push(...(exception?.parts ?? tokens.slice(index, index + 1)));
      index += exception?.count ?? 1;
    }
    return result;
  };

  return (chunk) => {
    const wholeParts = partsOf(chunk);
    if (wholeParts) return [...wholeParts];
    const { prefixes, core, suffixes } = cutAffixes(chunk, (text) => partsOf(text) !== undefined);
    const tokens = [...prefixes, ...(partsOf(core) ?? cutInfixes(core)), ...suffixes];
    return tokens.length > 1 ? rejoin(tokens) : tokens;
  };
}

/** Length of the suffix of a text. */
function suffixLengthOf(text: string): number {
  const start = Math.max(0, text.length - AFFIX_WINDOW);
  return TOKENIZER_SUFFIX_PATTERN.exec(text.slice(start))?.[0].length ?? 0;
}

/** Cuts prefixes and suffixes, one of each at a time, until an exception or nothing to cut is left. */
function cutAffixes(chunk: string, isException: (text: string) => boolean) {
  const prefixes: string[] = [];
  const suffixes: string[] = [];
  let core = chunk;
  while (core !== '' && !isException(core)) {
    const prefixLength = TOKENIZER_PREFIX_PATTERN.exec(core)?.[0].length ?? 0;
    const withoutPrefix = core.slice(prefixLength);
    if (prefixLength > 0 && isException(withoutPrefix)) {
      prefixes.push(core.slice(0, prefixLength));
      return { prefixes, core: withoutPrefix, suffixes: suffixes.reverse() };
    }
    const suffixLength = suffixLengthOf(withoutPrefix);
    const end = core.length - suffixLength;
    if (suffixLength > 0 && isException(core.slice(0, end))) {
      suffixes.push(core.slice(end));
      return { prefixes, core: core.slice(0, end), suffixes: suffixes.reverse() };
    }
    if (prefixLength + suffixLength === 0) break;
    if (prefixLength > 0) prefixes.push(core.slice(0, prefixLength));
    if (suffixLength > 0) suffixes.push(core.slice(end));
    core = core.slice(prefixLength, end);
  }
  return { prefixes, core, suffixes: suffixes.reverse() };
}

/** Cuts a text at infixes; one at its start stays. */
function cutInfixes(text: string): string[] {
  if (text === '' || ADDRESS_TOKEN_PATTERN.test(text)) return text === '' ? [] : [text];
  const tokens: string[] = [];
  let start = 0;
  for (const { 0: infix, index } of text.matchAll(TOKENIZER_INFIX_PATTERN)) {
    if (index === 0) continue;
    if (index > start) tokens.push(text.slice(start, index));
    tokens.push(infix);
    start = index + infix.length;
  }
  return start < text.length ? [...tokens, text.slice(start)] : tokens;
}

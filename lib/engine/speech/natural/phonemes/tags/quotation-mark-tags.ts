import type { WordToken } from '../tokens/word-token.ts';

/** Tags of the marks before and after a quotation. */
const [OPENING, CLOSING] = ['``', "''"];

/** A straight mark opens a quotation after a space, a bracket or a dash. */
const isAfterOpening = (before: WordToken | undefined): boolean =>
  before === undefined || before.isFollowedBySpace || /^[([{—–-]$/u.test(before.text);

/**
 * The tags of double quotation marks; undefined for all other tokens. The tagger does not know these marks, and a mark with a wrong tag
 * would be part of the word next to it.
 */
export function quotationMarkTags(tokens: readonly WordToken[]): (string | undefined)[] {
  return tokens.map(({ text }, at) => {
    if (/^[“„«]$/u.test(text)) return OPENING;
    if (/^[”»]$/u.test(text)) return CLOSING;
    if (text !== '"') return undefined;
    return isAfterOpening(tokens[at - 1]) ? OPENING : CLOSING;
  });
}

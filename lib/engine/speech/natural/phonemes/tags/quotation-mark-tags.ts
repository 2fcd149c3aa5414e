import type { WordToken } from '../tokens/word-token.ts';

/** Tags of the marks before and after a quotation. */
const [OPENING, CLOSING] = ['``', "''"];

/** A straight mark opens a quotation after a space, a bracket or a dash. */
const opensQuotation = (previousToken: WordToken | undefined): boolean =>
  previousToken === undefined || previousToken.isFollowedBySpace || /^[([{—–-]$/u.test(previousToken.text);

/**
 * The tags of double quotation marks; undefined for all other tokens. The tagger does not know these marks, and a mark with a wrong tag
 * would be part of the word next to it.
 */
export function quotationMarkTags(tokens: readonly WordToken[]): (string | undefined)[] {
  return tokens.map(({ text }, index) => {
    if (/^[“„«]$/u.test(text)) return OPENING;
    if (/^[”»]$/u.test(text)) return CLOSING;
    if (text !== '"') return undefined;
    return opensQuotation(tokens[index - 1]) ? OPENING : CLOSING;
  });
}

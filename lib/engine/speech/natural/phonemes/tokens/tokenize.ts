import type { TextRange } from '../../../text-range.ts';
import type { WordToken } from './word-token.ts';

/**
 * Cuts a range of a text into tokens.
 * @param split cuts what is between two white spaces
 */
export function tokenizeEnglish(
  text: string,
  { from, to }: TextRange,
  split: (chunk: string) => string[],
): WordToken[] {
  return [...text.slice(from, to).matchAll(/\S+/gu)].flatMap(({ 0: chunk, index }) => {
    let position = from + index;
    const tokens = split(chunk).map((part): WordToken => {
      const token = { text: part, from: position, to: position + part.length, isFollowedBySpace: false };
      position = token.to;
      return token;
    });
    return tokens.map((token) =>
      token.to === position ? { ...token, isFollowedBySpace: /\s/u.test(text.charAt(position)) } : token,
    );
  });
}

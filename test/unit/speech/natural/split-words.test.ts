import { describe, expect, it } from 'vitest';
import { splitWordsForModel } from '#engine/speech/natural/phonemes/split-words.ts';
import { phonemesOf } from '#test/support/speech/natural-data.ts';

/** Words of a line of phonemes: those with spaces around them, and each mark. `_` is a space within a word. */
const wordsOf = (line: string) =>
  [...line.matchAll(/[^ ,.]+|[,.]/g)].map(({ 0: phonemes, index }) => ({
    from: index,
    to: index + phonemes.length,
    phonemes: phonemes.replaceAll('_', ' '),
    isFollowedBySpace: line[index + phonemes.length] === ' ',
  }));
const split = (line: string, max: number): string[] => splitWordsForModel(wordsOf(line), max).map(phonemesOf);

describe('splitWordsForModel', () => {
  it.each([
    ['does not split what fits', 'ab cd, ef.', 10, ['ab cd, ef.']],
    ['splits after the last pause', 'ab, cd, ef gh.', 12, ['ab, cd, ', 'ef gh.']],
    ['splits between words if there is no pause', 'ab cd ef gh', 7, ['ab cd ', 'ef gh']],
    ['splits a long word at its spaces', 'ab cd_ef_gh_ij', 7, ['ab ', 'cd ef ', 'gh ij']],
    ['splits a word without spaces anywhere', 'abcdefgh', 4, ['abc', 'def', 'gh']],
    ['splits words without spaces between them', 'ab,cd,ef', 4, ['ab,', 'cd,', 'ef']],
    ['has no part for no words', '', 4, []],
  ])('%s', (_, line, max, parts) => {
    expect(split(line, max)).toEqual(parts);
  });

  it('loses nothing, and keeps the limit and the ranges', () => {
    const line = Array.from({ length: 60 }, (_, at) => `${'abcdefgh'.slice(0, at % 9)}${at % 7 === 0 ? ',' : ''}`).join(
      ' ',
    );
    for (const max of [2, 3, 5, 8, 20, 510]) {
      const parts = splitWordsForModel(wordsOf(line), max);
      expect(parts.map(phonemesOf).join('')).toBe(phonemesOf(wordsOf(line)));
      expect(parts.filter((part) => [...phonemesOf(part)].length > max)).toEqual([]);
      expect([...new Set(parts.flat().map(({ from }) => from))]).toEqual(wordsOf(line).map(({ from }) => from));
    }
  });
});

import { describe, expect, it } from 'vitest';
import { toPhonemeIds } from '#engine/speech/natural/phonemes/phoneme-ids.ts';

const VOCABULARY = new Map([' ', 'a', 'b', '.'].map((phoneme, at) => [phoneme, at + 10]));
const word = (phonemes: string, isFollowedBySpace: boolean) => ({ from: 0, to: 1, phonemes, isFollowedBySpace });

describe('toPhonemeIds', () => {
  it('gives the numbers of a line, and the range of each word', () => {
    expect(toPhonemeIds([word('ab', true), word('', false), word('bx', false), word('.', false)], VOCABULARY)).toEqual({
      ids: [11, 12, 10, 12, 13],
      words: [
        { first: 0, end: 2 },
        { first: 3, end: 3 },
        { first: 3, end: 4 },
        { first: 4, end: 5 },
      ],
    });
  });
});

import { join } from 'node:path';
import type { PhonemeWord } from '#engine/speech/natural/phonemes/phoneme-word.ts';

/** The folder of the data of the natural voice. */
export const NATURAL_FOLDER = join(import.meta.dirname, '../../../layers/speech/natural');

/** The phonemes of a line, with its spaces. */
export const phonemesOf = (words: readonly PhonemeWord[]): string =>
  words.map(({ phonemes, isFollowedBySpace }) => phonemes + (isFollowedBySpace ? ' ' : '')).join('');

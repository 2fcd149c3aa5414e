import { givenPronunciationRanges, type Utterance } from '../engines/utterance.ts';
import type { FixedPhonemes } from './phonemes/phoneme-word.ts';
import { phonemesOfIpa } from './phonemes/phonemes-of-ipa.ts';

/** The ranges, as offsets in `wordsOfUtterance(utterance)`, for which the author gives the pronunciation, each with its phonemes; in order. */
export const givenPhonemeRanges = (utterance: Pick<Utterance, 'parts'>): FixedPhonemes[] =>
  givenPronunciationRanges(utterance)
    .map(({ phonemes, ...range }) => ({ ...range, phonemes: phonemesOfIpa(phonemes) }))
    .filter(({ phonemes }) => phonemes !== '');

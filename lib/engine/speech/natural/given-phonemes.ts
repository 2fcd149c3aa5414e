import { pronunciationRangesOf, type Utterance } from '../engines/utterance.ts';
import { convertIpaToPhonemes } from './phonemes/convert-ipa-to-phonemes.ts';
import type { FixedPhonemes } from './phonemes/phoneme-word.ts';

/** The ranges, as offsets in `wordsOfUtterance(utterance)`, for which the author gives the pronunciation, each with its phonemes; in order. */
export const givenPhonemeRangesOf = (utterance: Pick<Utterance, 'parts'>): FixedPhonemes[] =>
  pronunciationRangesOf(utterance)
    .map(({ phonemes, ...range }) => ({ ...range, phonemes: convertIpaToPhonemes(phonemes) }))
    .filter(({ phonemes }) => phonemes !== '');

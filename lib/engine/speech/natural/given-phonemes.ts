import type { Utterance } from '../engines/utterance.ts';
import type { FixedPhonemes } from './phonemes/phoneme-word.ts';
import { phonemesOfIpa } from './phonemes/phonemes-of-ipa.ts';

/** The ranges of `wordsOf` an utterance whose pronunciation the author gives, with their phonemes, in order. */
export function givenPhonemes({ parts }: Pick<Utterance, 'parts'>): FixedPhonemes[] {
  const given: FixedPhonemes[] = [];
  let at = 0;
  for (const { say, phonemes } of parts) {
    const read = phonemes === undefined ? '' : phonemesOfIpa(phonemes);
    const from = at + say.length - say.trimStart().length;
    at += say.length;
    const to = at - (say.length - say.trimEnd().length);
    if (read !== '' && to > from) given.push({ from, to, phonemes: read });
  }
  return given;
}

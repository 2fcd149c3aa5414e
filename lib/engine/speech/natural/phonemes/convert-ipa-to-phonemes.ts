import { type IpaSound, isIpaVowel, parseIpa } from '../../script/ipa.ts';
import { PRIMARY_STRESS_MARK, SECONDARY_STRESS_MARK } from './words/alphabet.ts';

/** The sounds of American English that are nearest to those of IPA, in the model's alphabet; the letters without an entry are the same there. */
// biome-ignore format: related sounds on one line
const NEAREST_SOUNDS: ReadonlyMap<string, string> = new Map(Object.entries({
  tʃ: 'ʧ', dʒ: 'ʤ', aɪ: 'I', aʊ: 'W', eɪ: 'A', oʊ: 'O', əʊ: 'O', ɔɪ: 'Y', e: 'A', o: 'O', a: 'ɑ', ɒ: 'ɑ', ɶ: 'æ',
  y: 'u', ʏ: 'ʊ', ø: 'ɜ', œ: 'ɜ', ɞ: 'ɜ', ɤ: 'ʌ', ɯ: 'u', ʉ: 'u', ɨ: 'ᵻ', ɘ: 'ə', ɵ: 'ə', ɐ: 'ə',
  ɚ: 'əɹ', ɝ: 'ɜɹ', ᵿ: 'ʊ', r: 'ɹ', ɻ: 'ɹ', ʁ: 'ɹ', ʀ: 'ɹ', ɺ: 'l', ɽ: 'T', ɾ: 'T', ɫ: 'l', ɭ: 'l', ʟ: 'l',
  ʎ: 'lj', ɬ: 'l', ɮ: 'l', ɲ: 'nj', ɳ: 'n', ɱ: 'm', ɴ: 'ŋ', x: 'k', χ: 'k', ç: 'ʃ', ɣ: 'ɡ', ʝ: 'j', ɰ: 'w',
  ɸ: 'f', β: 'v', ʋ: 'v', ⱱ: 'v', ʙ: 'b', ʂ: 'ʃ', ʐ: 'ʒ', ɕ: 'ʃ', ʑ: 'ʒ', ɧ: 'ʃ', ħ: 'h', ɦ: 'h', ʜ: 'h',
  ʈ: 't', ɖ: 'd', c: 'kj', ɟ: 'ɡj', q: 'k', ɢ: 'ɡ', ɥ: 'w', ʍ: 'w', ɓ: 'b', ɗ: 'd', ʄ: 'ʤ', ɠ: 'ɡ', ʛ: 'ɡ',
  ʔ: '', ʕ: '', ʢ: '', ʡ: '', ʘ: '', ǀ: 't', ǃ: 'k', ǂ: 'k', ǁ: 'k',
}));
const STRESS_MARKS = { primary: PRIMARY_STRESS_MARK, secondary: SECONDARY_STRESS_MARK } as const;

function phonemesOf({ letter, stress, isNasal, isSyllabic }: IpaSound): string {
  const sound = NEAREST_SOUNDS.get(letter) ?? letter;
  const syllable = isSyllabic && !isIpaVowel(letter) ? `ə${sound}` : sound;
  return (stress === undefined ? '' : STRESS_MARKS[stress]) + syllable + (isNasal && isIpaVowel(letter) ? 'n' : '');
}

/** The phonemes of a pronunciation in IPA, in the model's alphabet; sounds that English does not have are their nearest ones. */
export const convertIpaToPhonemes = (ipa: string): string => parseIpa(ipa).map(phonemesOf).join('');

import { PRIMARY, SECONDARY, VOWELS } from './words/alphabet.ts';

/** Phonemes in the model's alphabet. */
export interface ModelPhonemes {
  phonemes: string;
  /** Signs that are not IPA, or that the voice has no sound for, in order, once each. */
  unknown: string[];
}

/**
 * IPA and the phonemes of the voice, which speaks American English: sounds of other accents and languages have the nearest one.
 * The longest sequence counts.
 */
const SOUNDS: ReadonlyMap<string, string> = new Map([
  // Diphthongs and affricates have one letter.
  ...entries({ eɪ: 'A', aɪ: 'I', oʊ: 'O', əʊ: 'O', aʊ: 'W', ɔɪ: 'Y', tʃ: 'ʧ', dʒ: 'ʤ', ʦ: 'ts', ʣ: 'dz' }),
  ...entries({ ei: 'A', ai: 'I', ou: 'O', au: 'W', ɔi: 'Y', oɪ: 'Y', ɛɪ: 'A', ɑɪ: 'I', ɑʊ: 'W', əɪ: 'A' }),
  ...entries({ ej: 'A', aj: 'I', ow: 'O', aw: 'W', ɔj: 'Y', oj: 'Y' }),
  ...same('ʧʤᵊᵻ'),
  // Vowels.
  ...same('iuæɑɔəɛɪʊʌ'),
  ...entries({
    a: 'ɑ',
    ɒ: 'ɑ',
    e: 'A',
    o: 'O',
    ɐ: 'ə',
    ɜ: 'ɜɹ',
    ɝ: 'ɜɹ',
    ɚ: 'əɹ',
    ɜɹ: 'ɜɹ',
    ɪə: 'ɪɹ',
    eə: 'ɛɹ',
    ʊə: 'ʊɹ',
  }),
  ...entries({ y: 'u', ʏ: 'ʊ', ø: 'ɜɹ', œ: 'ɜɹ', ɨ: 'ɪ', ʉ: 'u', ɯ: 'u', ɤ: 'ʌ', ɵ: 'ə', ɘ: 'ə', ɞ: 'ɜɹ', ɶ: 'æ' }),
  // Consonants.
  ...same('bdfhjklmnpstvwzðŋɡɹʃʒθ'),
  ...entries({
    g: 'ɡ',
    r: 'ɹ',
    ɾ: 'T',
    ʔ: 't',
    ɫ: 'l',
    ɻ: 'ɹ',
    ɽ: 'ɹ',
    ʀ: 'ɹ',
    ʁ: 'ɹ',
    ɱ: 'm',
    ɴ: 'ŋ',
    ɳ: 'n',
    ɲ: 'nj',
    ʎ: 'lj',
  }),
  ...entries({
    c: 'k',
    q: 'k',
    x: 'k',
    χ: 'k',
    ɟ: 'ɡ',
    ɢ: 'ɡ',
    ɣ: 'ɡ',
    ç: 'h',
    ɦ: 'h',
    ħ: 'h',
    ʍ: 'w',
    ɥ: 'w',
    ɰ: 'w',
  }),
  ...entries({
    β: 'v',
    ɸ: 'f',
    ʋ: 'v',
    ɬ: 'l',
    ɭ: 'l',
    ʈ: 't',
    ɖ: 'd',
    ʂ: 'ʃ',
    ʐ: 'ʒ',
    ɕ: 'ʃ',
    ʑ: 'ʒ',
    ʝ: 'j',
    ʨ: 'ʧ',
    ʥ: 'ʤ',
  }),
  // Consonants that are a syllable.
  ...entries({ 'n\u0329': 'ᵊn', 'l\u0329': 'ᵊl', 'm\u0329': 'ᵊm', 'ɹ\u0329': 'əɹ', 'r\u0329': 'əɹ', 'ɫ\u0329': 'ᵊl' }),
  // Stress, spaces, and marks for pauses.
  ...entries({ ˈ: PRIMARY, "'": PRIMARY, '’': PRIMARY, ˌ: SECONDARY, ' ': ' ' }),
  ...same(';:,!?—…'),
]);
const LONGEST = Math.max(...[...SOUNDS.keys()].map(({ length }) => length));
/** A vowel through the nose has an n after it. */
const NASAL = '\u0303';
/** Before a consonant, "e" is the vowel of "bed"; elsewhere that of "day". */
const OPEN_E = /e(?=[bcdfhklmnpqrstvxzðŋɡɹɾʃʒθɫɣɲʎʁβχ])/gu;
/** Slashes, brackets, borders of syllables, ties, lengths and finer marks, which the voice does not distinguish. */
const IGNORED = /^(?:[/[\]().‿|‖ʰʷʲˠˤⁿˡ]|\p{Mn})$/u;

function entries(sounds: Readonly<Record<string, string>>): [string, string][] {
  return Object.entries(sounds);
}

function same(sounds: string): [string, string][] {
  return [...sounds].map((sound) => [sound, sound]);
}

/** IPA with letters and their marks separately ("ç" is a letter), and without what may be within a pair of letters. */
const cleaned = (ipa: string): string =>
  ipa
    .normalize('NFD')
    .replaceAll('c\u0327', 'ç')
    .replace(/[\u0361\u035cːˑ]/gu, '')
    .replace(OPEN_E, 'ɛ');

/** The longest sequence of IPA at a position that is a sound. */
function soundAt(ipa: string, at: number): { length: number; phonemes: string } | undefined {
  for (let length = LONGEST; length > 0; length--) {
    const phonemes = SOUNDS.get(ipa.slice(at, at + length));
    if (phonemes !== undefined) return { length, phonemes };
  }
  return undefined;
}

/** Moves each stress mark from the start of its syllable to its vowel; one without a vowel after it is left out. */
function stressAtVowels(phonemes: string): string {
  let mark = '';
  return [...phonemes]
    .map((one) => {
      if (one === PRIMARY || one === SECONDARY) {
        mark = one;
        return '';
      }
      if (!VOWELS.has(one) || mark === '') return one;
      const stressed = mark + one;
      mark = '';
      return stressed;
    })
    .join('');
}

/** A word of one full vowel is stressed: dictionaries leave the mark out. */
function withStress(word: string): string {
  const vowels = [...word].filter((one) => VOWELS.has(one) && !'əᵻ'.includes(one));
  const [vowel] = vowels;
  if (vowel === undefined || vowels.length > 1 || /[ˈˌəᵊᵻ]/u.test(word)) return word;
  return word.replace(vowel, PRIMARY + vowel);
}

/**
 * Maps the international phonetic alphabet to the alphabet of the voice. Stress marks may stand before syllables, as is usual, or before
 * vowels. @param ipa of one or more words, with or without slashes or brackets around it
 */
export function ipaToModel(ipa: string): ModelPhonemes {
  const text = cleaned(ipa);
  const unknown = new Set<string>();
  let phonemes = '';
  for (let at = 0; at < text.length; ) {
    const sound = soundAt(text, at);
    const sign = String.fromCodePoint(text.codePointAt(at) ?? 0);
    if (sound) phonemes += sound.phonemes;
    else if (sign === NASAL) phonemes += 'n';
    else if (!IGNORED.test(sign)) unknown.add(sign);
    at += sound?.length ?? sign.length;
  }
  const placed = stressAtVowels(phonemes).trim().replace(/ +/g, ' ');
  return { phonemes: placed.includes(' ') ? placed : withStress(placed), unknown: [...unknown] };
}

import { type IpaSound, isIpaVowel, parseIpa } from '../script/ipa.ts';

/**
 * The names that espeak-ng has for sounds of the IPA: for each sound a list, separated by spaces, the nearest first. A voice knows only some of
 * the names; `ESPEAK_PHONEME_PROBE_LINES` find out which.
 */
// biome-ignore format: related sounds on one line
const NAME_LISTS: Readonly<Record<string, string>> = {
  // Vowels.
  i: 'i i:', y: 'y y: i', ɨ: 'I# i I', ʉ: 'u u:', ɯ: 'u u:', u: 'u u:', ɪ: 'I i', ʏ: 'Y y I i', ʊ: 'U u',
  e: 'e e: eI E', ø: 'Y Y: 3: e', ɘ: '@ e', ɵ: '@ o', ɤ: 'V @ o', o: 'o o: O oU', ə: '@ 3 a# e', ɛ: 'E e',
  œ: 'W Y 3: E', ɜ: '3: 3 @ E', ɞ: '3: 3 @ E', ʌ: 'V a a#', ɔ: 'O o O:', æ: 'a E', ɐ: 'a# V a', a: 'a A a# A:',
  ɶ: 'a', ɑ: 'A A: a', ɒ: '0 O A: a', ɚ: '3 @', ɝ: '3: @', ᵻ: 'I# I i', ᵿ: 'U u',
  aɪ: 'aI', aʊ: 'aU', eɪ: 'eI', oʊ: 'oU', əʊ: 'oU', ɔɪ: 'OI',
  // Consonants.
  p: 'p', b: 'b', t: 't', d: 'd', ʈ: 't.', ɖ: 'd.', c: 'c k', ɟ: 'J g', k: 'k', ɡ: 'g', q: 'q k', ɢ: 'G g',
  ʔ: '?', m: 'm', ɱ: 'm', n: 'n', ɳ: 'n.', ɲ: 'n^', ŋ: 'N', ɴ: 'N', ʙ: 'b', r: 'r', ʀ: 'r', ⱱ: 'v', ɾ: '* r',
  ɽ: '*. r', ɸ: 'f', β: 'B', f: 'f', v: 'v', θ: 'T', ð: 'D', s: 's', z: 'z', ʃ: 'S', ʒ: 'Z', ʂ: 's. S', ʐ: 'z. Z',
  ç: 'C', ʝ: 'j', x: 'x', ɣ: 'Q', χ: 'X x', ʁ: 'r" r', ħ: 'H h', h: 'h', ɦ: 'h', ɬ: 'l', ɮ: 'l', ʋ: 'v',
  ɹ: 'r', ɻ: 'r', j: 'j', ɰ: 'w', l: 'l', ɭ: 'l', ʎ: 'l^', ʟ: 'l', ɫ: 'l', ɓ: 'b', ɗ: 'd', ʄ: 'J', ɠ: 'g', ʛ: 'g',
  ʍ: 'w', w: 'w', ɥ: 'w', ʜ: 'h', ɕ: 'S;', ʑ: 'Z;', ɺ: 'l', ɧ: 'S', tʃ: 'tS', dʒ: 'dZ',
};
const PHONEME_NAMES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(NAME_LISTS).map(([sound, names]) => [sound, names.split(' ')]),
);
/** Names of similar sounds, by names that a voice may not know. */
const SIMILAR_NAMES: ReadonlyMap<string, string> = new Map([
  ['t.', 't'],
  ['d.', 'd'],
  ['n.', 'n'],
  ['S;', 'S'],
  ['Z;', 'Z'],
]);
/** The names that espeak-ng has for nasal vowels, by the vowel in IPA. */
const NASAL_NAMES: ReadonlyMap<string, string> = new Map([
  ['ɛ', 'E~'],
  ['æ', 'E~'],
  ['ɑ', 'A~'],
  ['a', 'A~'],
  ['ɔ', 'O~'],
  ['o', 'O~'],
  ['œ', 'W~'],
]);
/** Matches the name of a long sound. */
const LONG_NAME = /:$/;
/** The marks of stress of espeak-ng, before a phoneme. */
const STRESS_MARKS = { primary: "'", secondary: ',' } as const;
/** The input of espeak-ng that speaks phonemes. A bar separates two names. */
const phonemeCommand = (names: readonly string[]): string => `[[${names.join('|')}]]`;

/** All phoneme names that a voice of espeak-ng may know; each with a variant for the long sound (`:`). */
export const ESPEAK_PHONEME_NAMES: readonly string[] = [
  ...new Set(
    [...PHONEME_NAMES.values(), [...NASAL_NAMES.values()], [...SIMILAR_NAMES.values()]]
      .flat()
      .flatMap((name) => [name, `${name}:`]),
  ),
];

/**
 * Input lines that test which phoneme names a voice knows: each has one name before a vowel, which keeps consonants voiced; the first has
 * the vowel alone.
 */
export const ESPEAK_PHONEME_PROBE_LINES: readonly string[] = [
  phonemeCommand(['a']),
  ...ESPEAK_PHONEME_NAMES.map((name) => phonemeCommand([name, 'a'])),
];

/** A sound without length, nasality and syllabicity. */
const PLAIN_SOUND = { isLong: false, isNasal: false, isSyllabic: false } as const;

/**
 * Reports whether a voice knows a phoneme name. A name with `~` counts only if its sound is nasal in the answer.
 * @param answer the phonemes, in IPA, with which espeak-ng answers the line with the name
 * @param baselineAnswer those with which it answers the first of ESPEAK_PHONEME_PROBE_LINES
 */
export const doesVoiceKnowPhoneme = (name: string, answer: string, baselineAnswer: string): boolean =>
  answer !== '' && answer !== baselineAnswer && (!name.includes('~') || answer.normalize('NFD').includes('\u0303'));

/** The names of one sound in a voice, in order; undefined if the voice has no name for it. */
function namesOf(
  { letter, isLong, isNasal, isSyllabic }: IpaSound,
  voiceNames: ReadonlySet<string>,
): string[] | undefined {
  const nasalName = isNasal ? NASAL_NAMES.get(letter) : undefined;
  if (nasalName !== undefined && voiceNames.has(nasalName)) return [nasalName];
  const candidates = (PHONEME_NAMES.get(letter) ?? []).flatMap((name) => [name, SIMILAR_NAMES.get(name) ?? name]);
  const shortName = candidates.find((name) => voiceNames.has(name));
  const longName = isLong
    ? [...candidates, ...candidates.map((name) => `${name}:`)].find(
        (name) => LONG_NAME.test(name) && voiceNames.has(name),
      )
    : undefined;
  const name = longName ?? shortName;
  // A diphthong or an affricate without a name is spoken as its parts.
  const partNames =
    name === undefined && letter.length > 1
      ? [...letter].map((part) => namesOf({ ...PLAIN_SOUND, letter: part }, voiceNames))
      : [];
  const names = name === undefined ? partNames.flatMap((part) => part ?? []) : [name];
  if (names.length === 0 || partNames.includes(undefined)) return undefined;
  const syllabicVowelNames =
    isSyllabic && !isIpaVowel(letter) ? (namesOf({ ...PLAIN_SOUND, letter: 'ə' }, voiceNames) ?? []) : [];
  return [...syllabicVowelNames, ...names, ...(isNasal && isIpaVowel(letter) ? ['n'] : [])];
}

/**
 * Returns the input of espeak-ng that speaks a pronunciation in IPA.
 * @param voiceNames the phoneme names that the voice knows
 * @returns undefined if the voice has no name for one of the sounds: the word is then spoken by its spelling
 */
export function espeakPhonemeCommandForIpa(ipa: string, voiceNames: ReadonlySet<string>): string | undefined {
  const words: string[][] = [[]];
  for (const sound of parseIpa(ipa)) {
    if (sound.letter === ' ') {
      words.push([]);
      continue;
    }
    const [firstPhoneme, ...otherPhonemes] = namesOf(sound, voiceNames) ?? [];
    if (firstPhoneme === undefined) return undefined;
    words.at(-1)?.push((sound.stress === undefined ? '' : STRESS_MARKS[sound.stress]) + firstPhoneme, ...otherPhonemes);
  }
  return words
    .filter((names) => names.length > 0)
    .map(phonemeCommand)
    .join(' ');
}

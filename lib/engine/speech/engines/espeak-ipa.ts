import { type IpaSound, isIpaVowel, parseIpa } from '../script/ipa.ts';

/** The program's names for sounds, the nearest first. Each voice has some of them; the program reports which. */
const NAMES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    // Vowels.
    ...{ i: 'i i:', y: 'y y: i', ɨ: 'I# i I', ʉ: 'u u:', ɯ: 'u u:', u: 'u u:', ɪ: 'I i', ʏ: 'Y y I i', ʊ: 'U u' },
    ...{ e: 'e e: eI E', ø: 'Y Y: 3: e', ɘ: '@ e', ɵ: '@ o', ɤ: 'V @ o', o: 'o o: O oU', ə: '@ 3 a# e', ɛ: 'E e' },
    ...{ œ: 'W Y 3: E', ɜ: '3: 3 @ E', ɞ: '3: 3 @ E', ʌ: 'V a a#', ɔ: 'O o O:', æ: 'a E', ɐ: 'a# V a', a: 'a A a# A:' },
    ...{ ɶ: 'a', ɑ: 'A A: a', ɒ: '0 O A: a', ɚ: '3 @', ɝ: '3: @', ᵻ: 'I# I i', ᵿ: 'U u' },
    ...{ aɪ: 'aI', aʊ: 'aU', eɪ: 'eI', oʊ: 'oU', əʊ: 'oU', ɔɪ: 'OI' },
    // Consonants.
    ...{ p: 'p', b: 'b', t: 't', d: 'd', ʈ: 't.', ɖ: 'd.', c: 'c k', ɟ: 'J g', k: 'k', ɡ: 'g', q: 'q k', ɢ: 'G g' },
    ...{ ʔ: '?', m: 'm', ɱ: 'm', n: 'n', ɳ: 'n.', ɲ: 'n^', ŋ: 'N', ɴ: 'N', ʙ: 'b', r: 'r', ʀ: 'r', ⱱ: 'v', ɾ: '* r' },
    ...{
      ɽ: '*. r',
      ɸ: 'f',
      β: 'B',
      f: 'f',
      v: 'v',
      θ: 'T',
      ð: 'D',
      s: 's',
      z: 'z',
      ʃ: 'S',
      ʒ: 'Z',
      ʂ: 's. S',
      ʐ: 'z. Z',
    },
    ...{ ç: 'C', ʝ: 'j', x: 'x', ɣ: 'Q', χ: 'X x', ʁ: 'r" r', ħ: 'H h', h: 'h', ɦ: 'h', ɬ: 'l', ɮ: 'l', ʋ: 'v' },
    ...{
      ɹ: 'r',
      ɻ: 'r',
      j: 'j',
      ɰ: 'w',
      l: 'l',
      ɭ: 'l',
      ʎ: 'l^',
      ʟ: 'l',
      ɫ: 'l',
      ɓ: 'b',
      ɗ: 'd',
      ʄ: 'J',
      ɠ: 'g',
      ʛ: 'g',
    },
    ...{ ʍ: 'w', w: 'w', ɥ: 'w', ʜ: 'h', ɕ: 'S;', ʑ: 'Z;', ɺ: 'l', ɧ: 'S', tʃ: 'tS', dʒ: 'dZ' },
  }).map(([letter, names]) => [letter, names.split(' ')]),
);
/** Plain names for those that a voice may not have. */
const PLAIN: ReadonlyMap<string, string> = new Map([
  ['t.', 't'],
  ['d.', 'd'],
  ['n.', 'n'],
  ['S;', 'S'],
  ['Z;', 'Z'],
]);
const NASALS: ReadonlyMap<string, string> = new Map([
  ['ɛ', 'E~'],
  ['æ', 'E~'],
  ['ɑ', 'A~'],
  ['a', 'A~'],
  ['ɔ', 'O~'],
  ['o', 'O~'],
  ['œ', 'W~'],
]);
const LONG = /:$/;
const MARKS = { primary: "'", secondary: ',' } as const;
/** The program's command for phonemes. A bar separates two names. */
const command = (names: readonly string[]): string => `[[${names.join('|')}]]`;

/** All phoneme names that a voice of espeak-ng may know; each with a variant for the long sound (`:`). */
export const ESPEAK_PHONEME_NAMES: readonly string[] = [
  ...new Set(
    [...NAMES.values(), [...NASALS.values()], [...PLAIN.values()]].flat().flatMap((name) => [name, `${name}:`]),
  ),
];

/**
 * Input lines that test which phoneme names a voice knows: each has one name before a vowel, which keeps consonants voiced; the first has
 * the vowel alone.
 */
export const ESPEAK_PHONEME_PROBE_LINES: readonly string[] = [
  command(['a']),
  ...ESPEAK_PHONEME_NAMES.map((name) => command([name, 'a'])),
];

/**
 * Reports whether a voice knows a phoneme name.
 * @param answer of the program to the line with the name
 * @param without its answer to the first line
 */
export const isEspeakPhonemeName = (name: string, answer: string, without: string): boolean =>
  answer !== '' && answer !== without && (!name.includes('~') || answer.normalize('NFD').includes('\u0303'));

function namesOf({ letter, isLong, isNasal, isSyllabic }: IpaSound, has: ReadonlySet<string>): string[] | undefined {
  const nasal = isNasal ? NASALS.get(letter) : undefined;
  if (nasal !== undefined && has.has(nasal)) return [nasal];
  const known = (NAMES.get(letter) ?? []).flatMap((name) => [name, PLAIN.get(name) ?? name]);
  const usual = known.find((name) => has.has(name));
  const long = isLong
    ? [...known, ...known.map((name) => `${name}:`)].find((name) => LONG.test(name) && has.has(name))
    : undefined;
  const name = long ?? usual;
  const parts =
    name === undefined && letter.length > 1 ? [...letter].map((one) => namesOf({ ...plain, letter: one }, has)) : [];
  const names = name === undefined ? parts.flatMap((part) => part ?? []) : [name];
  if (names.length === 0 || parts.includes(undefined)) return undefined;
  const before = isSyllabic && !isIpaVowel(letter) ? (namesOf({ ...plain, letter: 'ə' }, has) ?? []) : [];
  return [...before, ...names, ...(isNasal && isIpaVowel(letter) ? ['n'] : [])];
}

const plain = { isLong: false, isNasal: false, isSyllabic: false } as const;

/**
 * A pronunciation in IPA as the program's command.
 * @param has the names that the voice has
 * @returns undefined if it has none for a sound: the word is then spoken by its spelling
 */
export function espeakPhonemeCommandForIpa(ipa: string, has: ReadonlySet<string>): string | undefined {
  const words: string[][] = [[]];
  for (const sound of parseIpa(ipa)) {
    if (sound.letter === ' ') {
      words.push([]);
      continue;
    }
    const [first, ...rest] = namesOf(sound, has) ?? [];
    if (first === undefined) return undefined;
    words.at(-1)?.push((sound.stress === undefined ? '' : MARKS[sound.stress]) + first, ...rest);
  }
  return words
    .filter((names) => names.length > 0)
    .map(command)
    .join(' ');
}

/** A sound of a text in IPA, or the border of two words. */
export interface IpaSound {
  /** A letter of IPA, or two that are one sound (`tʃ`, `eɪ`); a space: the border of two words. */
  letter: string;
  /** The stress of the syllable that starts with this sound. */
  stress?: 'primary' | 'secondary' | undefined;
  isLong: boolean;
  isNasal: boolean;
  /** A consonant that is a syllable. */
  isSyllabic: boolean;
}

/** Letters of vowels and of consonants: those of the chart of 2020, and the older ones for affricates. */
const VOWELS = new Set('iyɨʉɯuɪʏʊeøɘɵɤoəɛœɜɞʌɔæɐaɶɑɒɚɝᵻᵿ');
const CONSONANTS = new Set('pbtdʈɖcɟkɡqɢʔmɱnɳɲŋɴʙrʀⱱɾɽɸβfvθðszʃʒʂʐçʝxɣχʁħʕhɦɬɮʋɹɻjɰlɭʎʟʘǀǃǂǁɓɗʄɠʛʍwɥʜʢʡɕʑɺɧɫʣʤʥʦʧʨ');
/** Diacritics and marks of tone, pitch and groups: they are valid, but change nothing in the voices of this service. */
const WITHOUT_EFFECT = new Set([...'ʰʱʷʲˠˤⁿˡʼ˞ˑ̥̬̹̜̟̠̼̻̺̝̞̘̙̪̰̤̯̩̪̠̟̈̽̆̊̑̐̂̌̀́̄̋̏̈̒̃̍̑̏̋᷄᷅᷈͆̚͜͡˥˦˧˨˩↗↘↓↑ꜛꜜ.|‖‿']);
const NASAL_MARK = '\u0303';
const SYLLABIC_MARKS = new Set(['\u0329', '\u030d']);
const LONG_MARK = 'ː';
const STRESS_MARKS: ReadonlyMap<string, IpaSound['stress']> = new Map([
  ['ˈ', 'primary'],
  ['ˌ', 'secondary'],
]);
/** Signs that people type instead of those of IPA. */
const TYPED_SIGNS: ReadonlyMap<string, string> = new Map([
  ['g', 'ɡ'],
  [':', LONG_MARK],
  ["'", 'ˈ'],
  ['’', 'ˈ'],
  [',', 'ˌ'],
  ['ʦ', 'ts'],
  ['ʣ', 'dz'],
  ['ʧ', 'tʃ'],
  ['ʤ', 'dʒ'],
  ['ʨ', 'tɕ'],
  ['ʥ', 'dʑ'],
]);
/** Two letters that are one sound in most voices. */
const TWO_LETTER_SOUNDS = new Set(['tʃ', 'dʒ', 'aɪ', 'aʊ', 'eɪ', 'oʊ', 'əʊ', 'ɔɪ']);

/** The maximum number of characters of a pronunciation. */
export const MAX_IPA_CHARACTERS = 200;

/** The signs of a text in IPA, without the slashes or square brackets around it. */
const signsOf = (text: string): string[] =>
  [
    ...(
      /^\s*(?:\/(?<one>.*)\/|\[(?<two>.*)\])\s*$/su
        .exec(text)
        ?.slice(1)
        .find((inner) => inner !== undefined) ?? text
    )
      .trim()
      .normalize('NFD'),
  ]
    .flatMap((sign) => [...(TYPED_SIGNS.get(sign) ?? sign)])
    .map((sign) => (/\s/u.test(sign) ? ' ' : sign));

/** A pronunciation as it is stored and sent to engines: without the slashes around it, NFC. */
export const toCanonicalIpa = (text: string): string => signsOf(text).join('').normalize('NFC');

const isLetter = (sign: string): boolean => VOWELS.has(sign) || CONSONANTS.has(sign);
/** `ç` in its two parts, as NFD has it. */
const CEDILLA = '\u0327';

/** The fault of a pronunciation, as a message that names the sign; undefined when it is IPA. */
export function describeIpaFault(text: string): string | undefined {
  if ([...text].length > MAX_IPA_CHARACTERS)
    return `A pronunciation in IPA has at most ${MAX_IPA_CHARACTERS} characters.`;
  const signs = signsOf(text);
  const invalidSign = signs.find(
    (sign) =>
      !(isLetter(sign) || STRESS_MARKS.has(sign) || WITHOUT_EFFECT.has(sign) || SYLLABIC_MARKS.has(sign)) &&
      ![' ', LONG_MARK, NASAL_MARK, CEDILLA].includes(sign),
  );
  if (invalidSign !== undefined)
    return `"${invalidSign}" (U+${(invalidSign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}) is not a sign of IPA, such as təˈmeɪtoʊ.`;
  return signs.some(isLetter) ? undefined : 'Write at least one sound in IPA, such as təˈmeɪtoʊ.';
}

/** Reports whether a letter of IPA is a vowel; of a diphthong the first one counts. */
export const isIpaVowel = (letter: string): boolean => VOWELS.has(letter.charAt(0));

/** Reads a text in IPA. Signs that make no difference to a voice, and characters that are not IPA, are left out. */
export function parseIpa(text: string): IpaSound[] {
  const sounds: IpaSound[] = [];
  let stress: IpaSound['stress'];
  for (const sign of signsOf(text)) {
    const lastSound = sounds.at(-1);
    if (STRESS_MARKS.has(sign)) stress = STRESS_MARKS.get(sign);
    else if (sign === ' ') sounds.push({ letter: ' ', isLong: false, isNasal: false, isSyllabic: false });
    else if (isLetter(sign)) {
      const formsPair = lastSound && stress === undefined && TWO_LETTER_SOUNDS.has(lastSound.letter + sign);
      if (formsPair) lastSound.letter += sign;
      else sounds.push({ letter: sign, stress, isLong: false, isNasal: false, isSyllabic: false });
      stress = undefined;
    } else if (!lastSound) continue;
    else if (sign === LONG_MARK) lastSound.isLong = true;
    else if (sign === NASAL_MARK) lastSound.isNasal = true;
    else if (SYLLABIC_MARKS.has(sign)) lastSound.isSyllabic = true;
    else if (sign === CEDILLA && lastSound.letter === 'c') lastSound.letter = 'ç';
  }
  return withStressOnVowels(sounds);
}

/** Moves each stress from the start of its syllable to the vowel, or the consonant that is a syllable. */
function withStressOnVowels(sounds: readonly IpaSound[]): IpaSound[] {
  let stress: IpaSound['stress'];
  return sounds.map((sound) => {
    stress = sound.stress ?? stress;
    const carriesStress = isIpaVowel(sound.letter) || sound.isSyllabic;
    const placedSound = { ...sound, stress: carriesStress ? stress : undefined };
    if (carriesStress || sound.letter === ' ') stress = undefined;
    return placedSound;
  });
}

import type { CustomFont, FontFace, Typeface } from '../design.ts';

/** A family of @fontsource: its package, the subsets in the order in which they are searched, and the weights in use. */
export interface FontsourceFamily {
  /** Name of the package, after `@fontsource/`. */
  package: string;
  subsets: readonly string[];
  weights: readonly number[];
  /** True if it also has numbered subsets with the rarer characters, which its unicode.json lists. */
  numbered?: true;
  /** True if it has italics. */
  italics?: true;
}

/** Subsets of a family with all letters of Latin, Greek and Cyrillic. */
const ALPHABETS = ['latin', 'latin-ext', 'vietnamese', 'greek', 'cyrillic', 'cyrillic-ext'];

/** The built-in families. */
const FAMILIES = {
  serif: { package: 'source-serif-4', subsets: ALPHABETS, weights: [400, 600, 900], italics: true },
  sans: { package: 'inter', subsets: [...ALPHABETS, 'greek-ext'], weights: [400, 700], italics: true },
  mono: { package: 'jetbrains-mono', subsets: ALPHABETS, weights: [400, 800] },
  playfair: {
    package: 'playfair-display',
    subsets: ['latin', 'latin-ext', 'vietnamese', 'cyrillic'],
    weights: [400, 700],
    italics: true,
  },
  space_grotesk: { package: 'space-grotesk', subsets: ['latin', 'latin-ext', 'vietnamese'], weights: [400, 700] },
  fredoka: { package: 'fredoka', subsets: ['latin', 'latin-ext'], weights: [400, 600] },
  nunito: {
    package: 'nunito',
    subsets: ['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext'],
    weights: [400, 700],
  },
  manrope: { package: 'manrope', subsets: ALPHABETS, weights: [400, 700] },
  outfit: { package: 'outfit', subsets: ['latin', 'latin-ext'], weights: [400, 600, 900] },
  atkinson: { package: 'atkinson-hyperlegible', subsets: ['latin', 'latin-ext'], weights: [400, 700] },
  noto: { package: 'noto-sans', subsets: [...ALPHABETS, 'greek-ext'], weights: [400, 700] },
  arabic: { package: 'noto-sans-arabic', subsets: ['arabic'], weights: [400, 700] },
  hebrew: { package: 'noto-sans-hebrew', subsets: ['hebrew'], weights: [400, 700] },
  devanagari: { package: 'noto-sans-devanagari', subsets: ['devanagari'], weights: [400, 700] },
  thai: { package: 'noto-sans-thai', subsets: ['thai'], weights: [400, 700] },
  armenian: { package: 'noto-sans-armenian', subsets: ['armenian'], weights: [400, 700] },
  bengali: { package: 'noto-sans-bengali', subsets: ['bengali'], weights: [400, 700] },
  ethiopic: { package: 'noto-sans-ethiopic', subsets: ['ethiopic'], weights: [400, 700] },
  georgian: { package: 'noto-sans-georgian', subsets: ['georgian'], weights: [400, 700] },
  gujarati: { package: 'noto-sans-gujarati', subsets: ['gujarati'], weights: [400, 700] },
  gurmukhi: { package: 'noto-sans-gurmukhi', subsets: ['gurmukhi'], weights: [400, 700] },
  kannada: { package: 'noto-sans-kannada', subsets: ['kannada'], weights: [400, 700] },
  khmer: { package: 'noto-sans-khmer', subsets: ['khmer'], weights: [400, 700] },
  lao: { package: 'noto-sans-lao', subsets: ['lao'], weights: [400, 700] },
  malayalam: { package: 'noto-sans-malayalam', subsets: ['malayalam'], weights: [400, 700] },
  myanmar: { package: 'noto-sans-myanmar', subsets: ['myanmar'], weights: [400, 700] },
  oriya: { package: 'noto-sans-oriya', subsets: ['oriya'], weights: [400, 700] },
  sinhala: { package: 'noto-sans-sinhala', subsets: ['sinhala'], weights: [400, 700] },
  tamil: { package: 'noto-sans-tamil', subsets: ['tamil'], weights: [400, 700] },
  telugu: { package: 'noto-sans-telugu', subsets: ['telugu'], weights: [400, 700] },
  thaana: { package: 'noto-sans-thaana', subsets: ['thaana'], weights: [400, 700] },
  tibetan: { package: 'noto-serif-tibetan', subsets: ['tibetan'], weights: [400, 700] },
  japanese: { package: 'noto-sans-jp', subsets: ['japanese'], weights: [400, 700], numbered: true },
  korean: { package: 'noto-sans-kr', subsets: ['korean'], weights: [400, 700], numbered: true },
  chinese: { package: 'noto-sans-sc', subsets: ['chinese-simplified'], weights: [400, 700], numbered: true },
  math: { package: 'noto-sans-math', subsets: ['latin'], weights: [400] },
  symbols: { package: 'noto-sans-symbols-2', subsets: ['symbols', 'math', 'braille'], weights: [400] },
} as const satisfies Record<Typeface | (string & {}), FontsourceFamily>;

/** The name of a built-in family. */
export type BuiltInFontName = keyof typeof FAMILIES;

/** Source of glyphs: a built-in family, or a font file of a client. */
export type FontSource = BuiltInFontName | CustomFont;

/** The face that is searched first for a letter that a face lacks. */
const FALLBACK_FACE: Partial<Record<Typeface, Typeface>> = { playfair: 'serif', fredoka: 'nunito' };

/** All families: Lambda's layer has the files of these, and no others (`layers/contents.ts`). */
export const FONT_CATALOG: readonly FontsourceFamily[] = Object.values(FAMILIES);

/** The built-in family with a name. */
export const builtInFontFamilyOfName = (name: BuiltInFontName): FontsourceFamily => FAMILIES[name];

/**
 * Fonts of one script, searched only if a text has letters of it, because each file that is searched must be read.
 */
const FONTS_OF_SCRIPTS: readonly (readonly [script: RegExp, font: BuiltInFontName])[] = [
  [/\p{Script=Armn}/u, 'armenian'],
  [/\p{Script=Beng}/u, 'bengali'],
  [/\p{Script=Ethi}/u, 'ethiopic'],
  [/\p{Script=Geor}/u, 'georgian'],
  [/\p{Script=Gujr}/u, 'gujarati'],
  [/\p{Script=Guru}/u, 'gurmukhi'],
  [/\p{Script=Knda}/u, 'kannada'],
  [/\p{Script=Khmr}/u, 'khmer'],
  [/\p{Script=Laoo}/u, 'lao'],
  [/\p{Script=Mlym}/u, 'malayalam'],
  [/\p{Script=Mymr}/u, 'myanmar'],
  [/\p{Script=Orya}/u, 'oriya'],
  [/\p{Script=Sinh}/u, 'sinhala'],
  [/\p{Script=Taml}/u, 'tamil'],
  [/\p{Script=Telu}/u, 'telugu'],
  [/\p{Script=Thaa}/u, 'thaana'],
  [/\p{Script=Tibt}/u, 'tibetan'],
];

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HANGUL = /\p{Script=Hangul}/u;
const HAN = /\p{Script=Han}/u;

/** The order of East Asian fonts. Han characters have different shapes in different languages: the language decides, or else other letters. */
function eastAsianFontOrder(language: string, text: string): BuiltInFontName[] {
  const primaryTag = language.toLowerCase().split('-')[0];
  if (primaryTag === 'ja') return ['japanese', 'chinese', 'korean'];
  if (primaryTag === 'ko') return ['korean', 'japanese', 'chinese'];
  if (primaryTag === 'zh') return ['chinese', 'japanese', 'korean'];
  if (KANA.test(text)) return ['japanese', 'chinese', 'korean'];
  return HANGUL.test(text) ? ['korean', 'chinese', 'japanese'] : ['chinese', 'japanese', 'korean'];
}

/**
 * The order in which fonts are searched for a character. East Asian fonts come before the fonts of signs only if the text has such letters,
 * because their files are large.
 * @param first the face of the text
 * @param text all text of the slide
 */
export function fontSearchOrder(first: FontFace, language: string, text: string): FontSource[] {
  const builtInFace = typeof first === 'string' ? first : first.behind;
  const letterFonts: FontSource[] = [
    first,
    builtInFace,
    FALLBACK_FACE[builtInFace] ?? builtInFace,
    'sans',
    'noto',
    'arabic',
    'hebrew',
    'devanagari',
    'thai',
    ...FONTS_OF_SCRIPTS.flatMap(([script, font]) => (script.test(text) ? [font] : [])),
  ];
  const signFonts: FontSource[] = ['math', 'symbols'];
  const eastAsianFonts = eastAsianFontOrder(language, text);
  const hasEastAsianLetters = HAN.test(text) || KANA.test(text) || HANGUL.test(text);
  return [
    ...new Set([
      ...letterFonts,
      ...(hasEastAsianLetters ? [...eastAsianFonts, ...signFonts] : [...signFonts, ...eastAsianFonts]),
    ]),
  ];
}

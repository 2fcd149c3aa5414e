/** A family of @fontsource that replaces families of decks. */
export interface SubstituteFontFamily {
  /** Its name for readers. */
  name: string;
  /** Its package, and the first word of its files. */
  package: string;
  /** Its subsets, each with the characters of one script; the first is Latin. */
  subsets: readonly string[];
  /** Weights of its files (CSS Fonts 4). */
  weights: readonly number[];
  /** True if it has italic files. */
  italics: boolean;
}

/** Names of subsets of @fontsource: of all alphabets, and of Latin letters only. */
const ALPHABET_SUBSETS = ['latin', 'latin-ext', 'vietnamese', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext'];
const LATIN_SUBSETS = ['latin', 'latin-ext', 'vietnamese'];

const defineFamily = (
  name: string,
  subsets: readonly string[],
  { italics = true, weights = [400, 700] } = {},
): SubstituteFontFamily => ({
  name,
  package: name.toLowerCase().replaceAll(' ', '-'),
  subsets,
  weights,
  italics,
});

const FAMILIES = {
  carlito: defineFamily('Carlito', ALPHABET_SUBSETS),
  caladea: defineFamily('Caladea', ['latin', 'latin-ext']),
  arimo: defineFamily('Arimo', ALPHABET_SUBSETS),
  tinos: defineFamily('Tinos', ALPHABET_SUBSETS),
  cousine: defineFamily('Cousine', ALPHABET_SUBSETS),
  gelasio: defineFamily('Gelasio', LATIN_SUBSETS),
  noto: defineFamily('Noto Sans', ALPHABET_SUBSETS, { italics: false }),
  inter: defineFamily('Inter', ALPHABET_SUBSETS, { italics: false }),
  narrow: defineFamily('Archivo Narrow', LATIN_SUBSETS),
  condensed: defineFamily('Barlow Condensed', LATIN_SUBSETS),
  outfit: defineFamily('Outfit', ['latin', 'latin-ext'], { italics: false }),
  nunito: defineFamily('Nunito', ['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext'], { italics: false }),
  playfair: defineFamily('Playfair Display', ['latin', 'latin-ext', 'vietnamese', 'cyrillic']),
  mono: defineFamily('JetBrains Mono', ['latin', 'latin-ext', 'vietnamese', 'greek', 'cyrillic', 'cyrillic-ext'], {
    italics: false,
  }),
  manrope: defineFamily(
    'Manrope',
    ALPHABET_SUBSETS.filter((name) => name !== 'greek-ext'),
    { italics: false },
  ),
  grotesk: defineFamily('Space Grotesk', LATIN_SUBSETS, { italics: false }),
  source: defineFamily(
    'Source Serif 4',
    ALPHABET_SUBSETS.filter((name) => name !== 'greek-ext'),
    { weights: [400, 600] },
  ),
} as const satisfies Record<string, SubstituteFontFamily>;

/** All families. The layers of Lambda contain their files (`layers/contents.ts`). */
export const SUBSTITUTE_FONT_FAMILIES: readonly SubstituteFontFamily[] = Object.values(FAMILIES);

type FamilyName = keyof typeof FAMILIES;

/** Families of decks, by the family that replaces them with the same letters, or with letters of the same widths and similar forms. */
const ALIKE_NAMES_BY_FAMILY: Readonly<Partial<Record<FamilyName, readonly string[]>>> = {
  carlito: ['calibri', 'carlito', 'lato'],
  caladea: ['cambria', 'cambria math', 'caladea'],
  arimo: ['arial', 'arimo', 'helvetica', 'liberation sans'],
  tinos: ['times new roman', 'times', 'tinos', 'liberation serif'],
  cousine: ['courier new', 'cousine', 'liberation mono'],
  gelasio: ['georgia', 'gelasio'],
  noto: ['noto sans', 'open sans', 'droid sans'],
  inter: ['inter'],
  outfit: ['outfit'],
  nunito: ['nunito'],
  playfair: ['playfair display'],
  mono: ['jetbrains mono'],
  manrope: ['manrope'],
  grotesk: ['space grotesk'],
  source: ['source serif 4', 'source serif pro'],
};

/** Other families of decks, by the family with the most similar forms: the difference is visible. */
const SIMILAR_NAMES_BY_FAMILY: Readonly<Partial<Record<FamilyName, readonly string[]>>> = {
  carlito: [
    'aptos',
    'corbel',
    'gill sans',
    'gill sans mt',
    'franklin gothic',
    'candara',
    'optima',
    'myriad pro',
    'frutiger',
    'pt sans',
    'source sans pro',
    'fira sans',
    'barlow',
    'din',
  ],
  narrow: ['arial narrow', 'liberation sans narrow', 'impact', 'archivo narrow', 'pt sans narrow', 'haettenschweiler'],
  condensed: [
    'tw cen mt condensed',
    'tw cen mt condensed extra bold',
    'gill sans mt condensed',
    'franklin gothic demi cond',
    'franklin gothic medium cond',
    'bebas neue',
    'oswald',
    'league gothic',
    'anton',
    'barlow condensed',
    'roboto condensed',
    'agency fb',
    'rockwell condensed',
    'bernard mt condensed',
    'onyx',
  ],
  arimo: [
    'arial nova',
    'helvetica neue',
    'news gothic mt',
    'roboto',
    'univers',
    'ms sans serif',
    'microsoft sans serif',
    'public sans',
    'work sans',
    'ibm plex sans',
  ],
  tinos: [
    'book antiqua',
    'calisto mt',
    'goudy old style',
    'bell mt',
    'californian fb',
    'centaur',
    'garamond',
    'eb garamond',
    'baskerville',
    'minion pro',
    'merriweather',
    'pt serif',
    'noto serif',
  ],
  cousine: [
    'courier',
    'consolas',
    'lucida console',
    'menlo',
    'monaco',
    'inconsolata',
    'source code pro',
    'roboto mono',
    'ibm plex mono',
  ],
  gelasio: [
    'bookman old style',
    'century schoolbook',
    'sagona',
    'sitka',
    'palatino',
    'palatino linotype',
    'constantia',
    'rockwell',
    'lora',
    'perpetua',
  ],
  noto: [
    'verdana',
    'tahoma',
    'trebuchet ms',
    'lucida grande',
    'segoe ui',
    'lucida sans',
    'lucida sans unicode',
    'ubuntu',
    'source sans 3',
    'selawik',
  ],
  inter: ['sf pro', 'sf pro text', 'san francisco', 'system-ui', 'google sans', 'dm sans'],
  outfit: [
    'century gothic',
    'futura',
    'avenir',
    'avenir next',
    'avenir next lt pro',
    'tw cen mt',
    'montserrat',
    'poppins',
    'raleway',
    'gotham',
    'avant garde',
    'league spartan',
    'urbanist',
  ],
  nunito: ['arial rounded mt', 'quicksand', 'varela round', 'comic sans ms', 'nunito sans'],
  playfair: ['didot', 'bodoni mt', 'bodoni'],
  mono: ['fira code', 'cascadia code', 'cascadia mono'],
  source: ['source serif', 'crimson text', 'libre baskerville'],
};

/** Pairs of a family of decks and its substitute. @param isAlike whether the difference is hardly visible */
const substituteEntries = (
  lists: typeof ALIKE_NAMES_BY_FAMILY,
  isAlike: boolean,
): [string, { name: FamilyName; isAlike: boolean }][] =>
  (Object.entries(lists) as [FamilyName, readonly string[]][]).flatMap(([name, names]) =>
    names.map((listedName): [string, { name: FamilyName; isAlike: boolean }] => [listedName, { name, isAlike }]),
  );

const SUBSTITUTE_BY_NAME = new Map([
  ...substituteEntries(SIMILAR_NAMES_BY_FAMILY, false),
  ...substituteEntries(ALIKE_NAMES_BY_FAMILY, true),
]);

/** Words at the end of a family name that name a weight or a width. */
const STYLE_WORD =
  /\s+(thin|hairline|(ultra|extra|semi|demi)?\s?(light|bold)|regular|book|roman|medium|med|heavy|black|narrow|condensed|cond|display|text|headings|body|pro|lt|std|mt)$/;

/** A family name, and the names that remain when words of weight and width are removed from its end, one after the other. */
function nameAndShorterNames(name: string): string[] {
  const shorterName = name.replace(STYLE_WORD, '');
  return [name, ...(shorterName === name || shorterName === '' ? [] : nameAndShorterNames(shorterName))];
}

/** Family names whose letters are bold by default. */
const HEAVY_NAME = /\b(black|heavy|impact|bold)\b/;
/** Family names of widths that no substitute has. */
const NARROW_NAME = /narrow|cond/;
const WITH_SERIFS: ReadonlySet<FamilyName> = new Set(['caladea', 'tinos', 'gelasio', 'playfair', 'source']);
const MONOSPACED_NAME = /mono|\bcode\b|console|typewriter/;
const SERIF_NAME = /serif|roman|garamond|bodoni|times|antiqua|mincho|song|ming\b|batang/;

/** Symbol fonts: their characters are drawn by fonts of symbols instead of a substitute family. */
const SYMBOL_FONT_NAME = /^(wingdings|webdings|symbol|zapf dingbats|mt extra)/;

/** Families that replace unknown ones, by the class of the typeface. */
const FAMILY_BY_CLASS = { fixed: FAMILIES.cousine, serif: FAMILIES.tinos, sans: FAMILIES.arimo } as const;

/** The class of a typeface as a deck states it, such as serif or fixed width. */
export type TypefaceClass = keyof typeof FAMILY_BY_CLASS;

/** The class of a typeface that the name of its family states; undefined if it states none. */
function classByName(name: string): TypefaceClass | undefined {
  if (MONOSPACED_NAME.test(name)) return 'fixed';
  return SERIF_NAME.test(name) && !/sans/.test(name) ? 'serif' : undefined;
}

/**
 * The substitute of a family of a deck.
 * @param familyName as the deck writes it
 * @param statedClass the class of the typeface according to the deck, for a family that is not listed here
 * @returns the substitute; `isAlike`: the difference is hardly visible; `isHeavy`: the letters of the deck's family are bold by default
 */
export function substituteForFontFamily(
  familyName: string,
  statedClass?: TypefaceClass,
): SubstituteFontFamily & { isAlike: boolean; isHeavy: boolean } {
  const name = familyName.trim().toLowerCase().replace(/\s+/g, ' ');
  const isHeavy = HEAVY_NAME.test(name);
  const isNarrow = NARROW_NAME.test(name);
  for (const candidate of nameAndShorterNames(name)) {
    const substitute = SUBSTITUTE_BY_NAME.get(candidate);
    // Narrow sans-serif fonts have a narrow substitute: a wider one would break lines elsewhere.
    const isTooWide =
      substitute !== undefined && isNarrow && !NARROW_NAME.test(candidate) && !WITH_SERIFS.has(substitute.name);
    if (substitute && !isTooWide)
      return { ...FAMILIES[substitute.name], isHeavy, isAlike: substitute.isAlike && !isNarrow };
  }
  if (SYMBOL_FONT_NAME.test(name)) return { ...FAMILIES.arimo, isHeavy, isAlike: true };
  const typefaceClass = classByName(name) ?? statedClass ?? 'sans';
  const substituteFamily = typefaceClass === 'sans' && isNarrow ? FAMILIES.condensed : FAMILY_BY_CLASS[typefaceClass];
  return { ...substituteFamily, isHeavy, isAlike: false };
}

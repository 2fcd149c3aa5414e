/** A family of @fontsource that replaces families of decks. */
export interface SubstituteFontFamily {
  /** Its name, as people know it. */
  name: string;
  /** Its package, and the first word of its files. */
  package: string;
  /** Its subsets, each with the characters of one script; the first is Latin. */
  subsets: readonly string[];
  weights: readonly number[];
  italics: boolean;
}

const ALPHABETS = ['latin', 'latin-ext', 'vietnamese', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext'];
const LATIN = ['latin', 'latin-ext', 'vietnamese'];

const family = (
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
  carlito: family('Carlito', ALPHABETS),
  caladea: family('Caladea', ['latin', 'latin-ext']),
  arimo: family('Arimo', ALPHABETS),
  tinos: family('Tinos', ALPHABETS),
  cousine: family('Cousine', ALPHABETS),
  gelasio: family('Gelasio', LATIN),
  noto: family('Noto Sans', ALPHABETS, { italics: false }),
  inter: family('Inter', ALPHABETS, { italics: false }),
  narrow: family('Archivo Narrow', LATIN),
  condensed: family('Barlow Condensed', LATIN),
  outfit: family('Outfit', ['latin', 'latin-ext'], { italics: false }),
  nunito: family('Nunito', ['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext'], { italics: false }),
  playfair: family('Playfair Display', ['latin', 'latin-ext', 'vietnamese', 'cyrillic']),
  mono: family('JetBrains Mono', ['latin', 'latin-ext', 'vietnamese', 'greek', 'cyrillic', 'cyrillic-ext'], {
    italics: false,
  }),
  manrope: family(
    'Manrope',
    ALPHABETS.filter((name) => name !== 'greek-ext'),
    { italics: false },
  ),
  grotesk: family('Space Grotesk', LATIN, { italics: false }),
  source: family(
    'Source Serif 4',
    ALPHABETS.filter((name) => name !== 'greek-ext'),
    { weights: [400, 600] },
  ),
} as const satisfies Record<string, SubstituteFontFamily>;

/** All families. The layers of Lambda contain their files (`layers/contents.ts`). */
export const SUBSTITUTE_FONT_FAMILIES: readonly SubstituteFontFamily[] = Object.values(FAMILIES);

type FamilyName = keyof typeof FAMILIES;

/** Families of decks, by the family that replaces them with the same letters, or with letters of the same widths and similar forms. */
const ALIKE: Readonly<Partial<Record<FamilyName, readonly string[]>>> = {
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
const NEAR: Readonly<Partial<Record<FamilyName, readonly string[]>>> = {
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

const byName = (lists: typeof ALIKE, isAlike: boolean): [string, { name: FamilyName; isAlike: boolean }][] =>
  (Object.entries(lists) as [FamilyName, readonly string[]][]).flatMap(([name, names]) =>
    names.map((named): [string, { name: FamilyName; isAlike: boolean }] => [named, { name, isAlike }]),
  );

const KNOWN = new Map([...byName(NEAR, false), ...byName(ALIKE, true)]);

/** Words at the end of a family name that name a weight or a width. */
const STYLE =
  /\s+(thin|hairline|(ultra|extra|semi|demi)?\s?(light|bold)|regular|book|roman|medium|med|heavy|black|narrow|condensed|cond|display|text|headings|body|pro|lt|std|mt)$/;

/** A family name, and the names without its words of weight and width. */
function shorter(name: string): string[] {
  const short = name.replace(STYLE, '');
  return [name, ...(short === name || short === '' ? [] : shorter(short))];
}

/** Family names whose letters are bold by default. */
const HEAVY = /\b(black|heavy|impact|bold)\b/;
/** Family names of widths that no substitute has. */
const NARROW = /narrow|cond/;
const WITH_SERIFS: ReadonlySet<FamilyName> = new Set(['caladea', 'tinos', 'gelasio', 'playfair', 'source']);
const MONOSPACED = /mono|\bcode\b|console|typewriter/;
const SERIF = /serif|roman|garamond|bodoni|times|antiqua|mincho|song|ming\b|batang/;

/** Symbol fonts: their characters are drawn by fonts of symbols instead of a substitute family. */
const SIGNS = /^(wingdings|webdings|symbol|zapf dingbats|mt extra)/;

/** Families that replace unknown ones, by the form of their letters. */
const OF_FORM = { fixed: FAMILIES.cousine, serif: FAMILIES.tinos, sans: FAMILIES.arimo } as const;

/** The class of a typeface as a deck states it, such as serif or fixed width. */
export type TypefaceClass = keyof typeof OF_FORM;

/** The form that the name of a family states. */
function formByName(name: string): TypefaceClass | undefined {
  if (MONOSPACED.test(name)) return 'fixed';
  return SERIF.test(name) && !/sans/.test(name) ? 'serif' : undefined;
}

/**
 * The substitute of a family of a deck. `isAlike`: the difference is hardly visible. `isHeavy`: its letters are bold by default.
 * @param stated the form of its letters according to the deck, for a name that is not listed here
 */
export function substituteForFontFamily(
  named: string,
  stated?: TypefaceClass,
): SubstituteFontFamily & { isAlike: boolean; isHeavy: boolean } {
  const name = named.trim().toLowerCase().replace(/\s+/g, ' ');
  const isHeavy = HEAVY.test(name);
  const isNarrow = NARROW.test(name);
  for (const candidate of shorter(name)) {
    const known = KNOWN.get(candidate);
    // Narrow sans-serif fonts have a narrow substitute: a wider one would break lines elsewhere.
    const isTooWide = known !== undefined && isNarrow && !NARROW.test(candidate) && !WITH_SERIFS.has(known.name);
    if (known && !isTooWide) return { ...FAMILIES[known.name], isHeavy, isAlike: known.isAlike && !isNarrow };
  }
  if (SIGNS.test(name)) return { ...FAMILIES.arimo, isHeavy, isAlike: true };
  const form = formByName(name) ?? stated ?? 'sans';
  const nearest = form === 'sans' && isNarrow ? FAMILIES.condensed : OF_FORM[form];
  return { ...nearest, isHeavy, isAlike: false };
}

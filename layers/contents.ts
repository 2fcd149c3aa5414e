import { SUBSTITUTES } from '#engine/deck-drawing/substitute-fonts.ts';
import { CATALOG } from '#engine/video/drawing/text/font-catalog.ts';

/** A family of @fontsource, with the files of it that are asked for. */
interface AskedFamily {
  package: string;
  subsets: readonly string[];
  weights: readonly number[];
  italics?: boolean | undefined;
  numbered?: boolean | undefined;
}

/** The numbers from `first` to `last`. */
const span = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/**
 * Numbered subsets for which no text asks: the main subset of the family, which is asked first, has every character that they are listed
 * for. A test compares them with the fonts.
 */
export const UNASKED_SUBSETS: Readonly<Record<string, readonly number[]>> = {
  'noto-sans-jp': [65, 99, 100, 104, 106, ...span(110, 112), 114, 116, 117],
  'noto-sans-kr': [...span(3, 64), 115, 116, 118, 119],
  'noto-sans-sc': span(111, 117),
};

/** Both lists of families; one package can be in both. */
const ASKED: readonly AskedFamily[] = [...CATALOG, ...SUBSTITUTES];
/** The weight whose file tells which characters a subset has. */
const REGULAR = 400;

/** Pattern of a font's files: their names say subset, weight and style. */
function fontFiles({ package: name, subsets, weights, italics, numbered }: AskedFamily): string {
  const unasked = UNASKED_SUBSETS[name] ?? [];
  const numbers = unasked.length === 0 ? '\\d+' : `(?!(?:${unasked.join('|')})-)\\d+`;
  const parts = [...subsets, ...(numbered ? [numbers] : [])].join('|');
  const styles = italics ? 'normal|italic' : 'normal';
  return `files/${name}-(?:${parts})-(?:${[REGULAR, ...weights].join('|')})-(?:${styles})\\.woff2`;
}

/** The package of a font, and which of its files go to Lambda. */
function filesOfFont(name: string): [name: string, files: RegExp] {
  const families = ASKED.filter((family) => family.package === name);
  // Which numbered subset has which characters.
  const lists = families.some(({ numbered }) => numbered) ? ['unicode\\.json'] : [];
  return [
    `@fontsource/${name}`,
    new RegExp(`^(?:package\\.json|LICENSE|${[...lists, ...families.map(fontFiles)].join('|')})$`),
  ];
}

const FONTS: readonly string[] = [...new Set(CATALOG.map((family) => family.package))];
/** Only slides of decks are drawn with these, most of which have the widths of the fonts of Microsoft Office. */
const FONTS_OF_DECKS = [...new Set(SUBSTITUTES.map((family) => family.package))].filter(
  (name) => !FONTS.includes(name),
);

/**
 * Content of a layer of npm packages. `code`: packages that functions import, with their dependencies. `files`: packages whose
 * files functions read, and which files. `packed`: folders of packages whose files become one (`packFiles`). `own`: files of this repository,
 * and their places among the packages.
 */
export interface LayerContent {
  code: readonly string[];
  files?: readonly (readonly [name: string, files: RegExp])[];
  packed?: readonly (readonly [name: string, folder: string])[];
  own?: readonly (readonly [file: string, place: string])[];
}

/** The layers of npm packages, by their names. */
export const PACKAGE_LAYERS: Readonly<Record<string, LayerContent>> = {
  images: { code: ['sharp'] },
  drawing: {
    code: ['@takumi-rs/core'],
    files: [
      ...FONTS.map(filesOfFont),
      ['@discordapp/twemoji', /^(package\.json|LICENSE)$/],
      ['harfbuzzjs', /^(package\.json|LICENSE|dist\/harfbuzz-subset\.wasm)$/],
    ],
    // 3,846 pictures: a zip of them has 4.7 MB, the pack 1.3 MB.
    packed: [['@discordapp/twemoji', 'dist/svg']],
  },
  speech: { code: ['espeak-ng'] },
  // What reads decks has the fonts of `drawing` as well.
  decks: {
    code: [],
    files: FONTS_OF_DECKS.map(filesOfFont),
    own: [
      ['layers/deck-maker/deck-maker.wasm', 'deck-maker/deck-maker.wasm'],
      ['layers/deck-maker/LICENCES', 'deck-maker/LICENCES'],
    ],
  },
};

/** The layer whose code a package is; undefined: none. */
export const layerWith = (name: string): string | undefined =>
  Object.entries(PACKAGE_LAYERS).find(([, { code }]) => code.includes(name))?.[0];

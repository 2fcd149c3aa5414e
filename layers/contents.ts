import { SUBSTITUTE_FONT_FAMILIES } from '#engine/deck-drawing/substitute-fonts.ts';
import { NATURAL_VOICE_FILES, NATURAL_VOICE_FOLDER } from '#engine/speech/natural/voice-files.ts';
import { ICON_FILES, ICON_FOLDER } from '#engine/video/drawing/icons/icon-files.ts';
import { FONT_CATALOG } from '#engine/video/drawing/text/font-catalog.ts';

/** A package of @fontsource, and the parts of its family that the product uses. */
interface UsedFamily {
  package: string;
  subsets: readonly string[];
  weights: readonly number[];
  italics?: boolean | undefined;
  numbered?: boolean | undefined;
}

/** The whole numbers from `first` to `last`, both included. */
const numberRange = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/**
 * Numbered font subsets that are never loaded, by package: the main subset of the family, which is loaded first, already has all their
 * characters. A test compares this list with the fonts.
 */
export const NEVER_LOADED_FONT_SUBSETS: Readonly<Record<string, readonly number[]>> = {
  'noto-sans-jp': [65, 99, 100, 104, 106, ...numberRange(110, 112), 114, 116, 117],
  'noto-sans-kr': [...numberRange(3, 64), 115, 116, 118, 119],
  'noto-sans-sc': numberRange(111, 117),
};

/** Families of templates and substitutes for the fonts of decks; one package can be in both lists. */
const USED_FAMILIES: readonly UsedFamily[] = [...FONT_CATALOG, ...SUBSTITUTE_FONT_FAMILIES];
/** The weight whose file is read to find out which characters a subset has. */
const REGULAR = 400;

/** Source of a regular expression for the files of a family that go to Lambda: their names consist of subset, weight and style. */
function fontFiles({ package: name, subsets, weights, italics, numbered }: UsedFamily): string {
  const unasked = NEVER_LOADED_FONT_SUBSETS[name] ?? [];
  const numbers = unasked.length === 0 ? '\\d+' : `(?!(?:${unasked.join('|')})-)\\d+`;
  const parts = [...subsets, ...(numbered ? [numbers] : [])].join('|');
  const styles = italics ? 'normal|italic' : 'normal';
  return `files/${name}-(?:${parts})-(?:${[REGULAR, ...weights].join('|')})-(?:${styles})\\.woff2`;
}

/** The npm package of a font, and the pattern of those of its files that go to Lambda. @param name without the scope `@fontsource` */
function filesOfFont(name: string): [name: string, files: RegExp] {
  const families = USED_FAMILIES.filter((family) => family.package === name);
  // unicode.json lists the characters of each numbered subset.
  const lists = families.some(({ numbered }) => numbered) ? ['unicode\\.json'] : [];
  return [
    `@fontsource/${name}`,
    new RegExp(`^(?:package\\.json|LICENSE|${[...lists, ...families.map(fontFiles)].join('|')})$`),
  ];
}

const FONTS: readonly string[] = [...new Set(FONT_CATALOG.map((family) => family.package))];
/** Fonts with which only slides of decks are drawn. Most of them have the widths of the fonts of Microsoft Office. */
const FONTS_OF_DECKS = [...new Set(SUBSTITUTE_FONT_FAMILIES.map((family) => family.package))].filter(
  (name) => !FONTS.includes(name),
);

/**
 * Content of a layer of npm packages. `code`: packages that functions import, with their dependencies. `files`: packages of which functions
 * read files, and which files. `modules`: those of these files that functions import. `packed`: folders of packages whose files become one
 * file (`packFiles`). `own`: files of this repository, and their paths below `node_modules` of the layer.
 */
export interface LayerContent {
  code: readonly string[];
  files?: readonly (readonly [name: string, files: RegExp])[];
  modules?: readonly string[];
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
      ['woff2-encoder', /^(package\.json|LICENSE|dist\/decompress\.js)$/],
    ],
    // Fifteen functions have the process that makes a font, and this is a third of it.
    modules: ['woff2-encoder/decompress'],
    // 3,846 pictures: a zip of them has 4.7 MB, the pack 1.3 MB.
    packed: [['@discordapp/twemoji', 'dist/svg']],
    own: ICON_FILES.map((name) => [`layers/icons/${name}`, `${ICON_FOLDER}/${name}`] as const),
  },
  speech: {
    code: ['espeak-ng'],
    own: NATURAL_VOICE_FILES.map(
      (name) => [`layers/speech/natural/${name}`, `${NATURAL_VOICE_FOLDER}/${name}`] as const,
    ),
  },
  // Functions that read decks have the layer `drawing`, with its fonts, as well.
  decks: {
    code: [],
    files: FONTS_OF_DECKS.map(filesOfFont),
    own: [
      ['layers/deck-maker/deck-maker.wasm', 'deck-maker/deck-maker.wasm'],
      ['layers/deck-maker/LICENCES', 'deck-maker/LICENCES'],
    ],
  },
};

/** The name of the layer that has a package among its `code`, or a module of the package, or this module; undefined if no layer has it. */
export const layerNameOfPackage = (name: string): string | undefined =>
  Object.entries(PACKAGE_LAYERS).find(
    ([, { code, modules = [] }]) =>
      code.includes(name) || modules.some((module) => module === name || module.startsWith(`${name}/`)),
  )?.[0];

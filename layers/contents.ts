/** Fonts and emoji are read as files: the weights and styles that lib/engine/video/drawing/text/font-catalog.ts names. */
const FONT_FILE = /^(package\.json|unicode\.json|LICENSE|files\/.*-(400|600|700)-normal\.woff2)$/;
const FONT_FILE_WITH_ITALICS = /^(package\.json|unicode\.json|LICENSE|files\/.*-(400|600|700)-(normal|italic)\.woff2)$/;
/** Noto is asked for in two weights only: a third one of its Chinese, Japanese and Korean would take 10 MB. */
const FONT_FILE_OF_NOTO = /^(package\.json|unicode\.json|LICENSE|files\/.*-(400|700)-normal\.woff2)$/;
/** Fonts instead of those that decks name: their letters in four styles. */
const FONT_FILE_OF_DECKS = /^(package\.json|LICENSE|files\/.*-(400|700)-(normal|italic)\.woff2)$/;
const NO_FILE = /^$/;
const EMOJI_FILE = /^(package\.json|LICENSE|dist\/svg\/.*)$/;

/** Fonts of one script each. */
const SCRIPTS = [
  ...[
    'armenian',
    'bengali',
    'ethiopic',
    'georgian',
    'gujarati',
    'gurmukhi',
    'kannada',
    'khmer',
    'lao',
    'malayalam',
    'myanmar',
  ],
  ...['oriya', 'sinhala', 'tamil', 'telugu', 'thaana'],
].map((script) => `sans-${script}`);
SCRIPTS.push('serif-tibetan');

const filesOfScript = (script: string): RegExp => {
  const subset = script.slice(script.indexOf('-') + 1);
  return new RegExp(`^(package\\.json|LICENSE|files/noto-${script}-${subset}-(400|700)-normal\\.woff2)$`);
};

/** Families of the fonts of Microsoft Office, by widths: only slides of decks are drawn with them. */
const FONTS_OF_DECKS = [
  ...['archivo-narrow', 'arimo', 'barlow-condensed', 'caladea', 'carlito', 'cousine', 'gelasio', 'tinos'],
].map((name) => `@fontsource/${name}`);

/**
 * Content of a layer of npm packages. `code`: packages that functions import, with their dependencies. `files`: packages whose
 * files functions read, and which files; a name may end in `*`, and the last matching entry decides. `own`: files of this repository,
 * and their places among the packages.
 */
export interface LayerContent {
  code: readonly string[];
  files?: readonly (readonly [name: string, files: RegExp])[];
  own?: readonly (readonly [file: string, place: string])[];
}

/** The layers of npm packages, by their names. */
export const PACKAGE_LAYERS: Readonly<Record<string, LayerContent>> = {
  images: { code: ['sharp'] },
  drawing: {
    code: ['@takumi-rs/core'],
    files: [
      ['@fontsource/*', FONT_FILE],
      ...FONTS_OF_DECKS.map((name) => [name, NO_FILE] as const),
      ['@fontsource/noto-*', FONT_FILE_OF_NOTO],
      // Their Latin letters are never asked for.
      ...SCRIPTS.map((script) => [`@fontsource/noto-${script}`, filesOfScript(script)] as const),
      ['@fontsource/source-serif-4', FONT_FILE_WITH_ITALICS],
      ['@fontsource/playfair-display', FONT_FILE_WITH_ITALICS],
      ['@discordapp/twemoji', EMOJI_FILE],
      ['harfbuzzjs', /^(package\.json|LICENSE|dist\/harfbuzz-subset\.wasm)$/],
    ],
  },
  speech: { code: ['espeak-ng'] },
  // What reads decks has the fonts of `drawing` as well.
  decks: {
    code: [],
    files: FONTS_OF_DECKS.map((name) => [name, FONT_FILE_OF_DECKS] as const),
    own: [
      ['layers/deck-maker/deck-maker.wasm', 'deck-maker/deck-maker.wasm'],
      ['layers/deck-maker/LICENCES', 'deck-maker/LICENCES'],
    ],
  },
};

/** The layer whose code a package is; undefined: none. */
export const layerWith = (name: string): string | undefined =>
  Object.entries(PACKAGE_LAYERS).find(([, { code }]) => code.includes(name))?.[0];

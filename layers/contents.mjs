/** Fonts and emoji are read as files: the weights and styles that lib/video/drawing/text/font-catalog.ts names. */
const FONT_FILE = /^(package\.json|unicode\.json|LICENSE|files\/.*-(400|600|700)-normal\.woff2)$/;
const FONT_FILE_WITH_ITALICS = /^(package\.json|unicode\.json|LICENSE|files\/.*-(400|600|700)-(normal|italic)\.woff2)$/;
const EMOJI_FILE = /^(package\.json|LICENSE|dist\/svg\/.*)$/;

/**
 * The layers of npm packages. `code`: packages that functions import, with all that these need. `files`: packages of which
 * functions read files, and which ones; a name may end in `*`, and the last entry that fits a package decides.
 * @type {Readonly<Record<string, { code: readonly string[], files?: readonly (readonly [string, RegExp])[] }>>}
 */
export const PACKAGE_LAYERS = {
  images: { code: ['sharp'] },
  drawing: {
    code: ['@takumi-rs/core'],
    files: [
      ['@fontsource/*', FONT_FILE],
      ['@fontsource/source-serif-4', FONT_FILE_WITH_ITALICS],
      ['@fontsource/playfair-display', FONT_FILE_WITH_ITALICS],
      ['@discordapp/twemoji', EMOJI_FILE],
    ],
  },
  speech: { code: ['espeak-ng'] },
};

/** The layer whose code a package is; undefined: none. */
export const layerWith = (name) =>
  Object.keys(PACKAGE_LAYERS).find((layer) => PACKAGE_LAYERS[layer].code.includes(name));

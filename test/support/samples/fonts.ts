import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** A WOFF2 file with the letters of English, as a client may send one. */
export const BRAND_FONT = require.resolve('@fontsource/fredoka/files/fredoka-latin-600-normal.woff2');
/** Another one, for Hebrew. */
export const HEBREW_FONT = require.resolve(
  '@fontsource/noto-sans-hebrew/files/noto-sans-hebrew-hebrew-700-normal.woff2',
);
/** One with CFF outlines. */
export const CFF_FONT = require.resolve('@mathjax/mathjax-tex-font/chtml/woff2/mjx-tex-c.woff2');
/** One with variations of weight and width. */
export const VARIABLE_FONT = require.resolve('@fontsource-variable/fredoka/files/fredoka-latin-standard-normal.woff2');

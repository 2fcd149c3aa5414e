import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';

/** File extensions of the formats in which fonts are stored, by the first four bytes of a file (hexadecimal). */
const KEPT_FORMATS: Readonly<Record<string, 'ttf' | 'otf'>> = {
  '00010000': 'ttf',
  '74727565': 'ttf',
  '4f54544f': 'otf',
};

/** Format in which the bytes of a font can be stored; undefined for bytes in another format, which are converted first. */
export const storableFontFormatOf = (bytes: Uint8Array): 'ttf' | 'otf' | undefined =>
  ownPropertyValue(KEPT_FORMATS, Buffer.from(bytes.subarray(0, 4)).toString('hex'));

import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';

/** File extensions of the formats in which fonts are stored, by the first four bytes of a file (hexadecimal). */
const STORABLE_FORMATS: Readonly<Record<string, 'ttf' | 'otf'>> = {
  '00010000': 'ttf',
  '74727565': 'ttf',
  '4f54544f': 'otf',
};

/** The format of a font's bytes, if they can be stored in it; undefined for another format, from which fonts are converted first. */
export const storableFontFormatOf = (bytes: Uint8Array): 'ttf' | 'otf' | undefined =>
  ownPropertyValue(STORABLE_FORMATS, Buffer.from(bytes.subarray(0, 4)).toString('hex'));

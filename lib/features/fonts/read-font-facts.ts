import { brotliDecompressSync } from 'node:zlib';
import { create } from 'fontkit';
import { fontCodePoints } from '#engine/video/drawing/text/font-coverage.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import type { FontFacts, FontFormat } from './font.ts';
import { FONT_FILE_RULES, invalidFontError } from './font-rules.ts';

/** The maximum size of a font after decompression. A CJK font of 10 MB has fewer bytes. */
export const MAX_DECOMPRESSED_FONT_BYTES = 40 * 2 ** 20;
/** The maximum number of tables of a font; common fonts have some 20. */
const MAX_TABLES = 64;
/** The length of the header of a WOFF2 file (WOFF 2.0, section 4). */
const WOFF2_HEADER_BYTES = 48;
/** The maximum length of a family's name, in UTF-16 code units. */
const MAX_NAME_CHARACTERS = 100;

/** Scripts of UAX #31, table 5 ("recommended"), as ISO 15924 codes. */
const SCRIPTS = [
  'Arab',
  'Armn',
  'Beng',
  'Bopo',
  'Cyrl',
  'Deva',
  'Ethi',
  'Geor',
  'Grek',
  'Gujr',
  'Guru',
  'Hang',
  'Hani',
  'Hebr',
  'Hira',
  'Kana',
  'Knda',
  'Khmr',
  'Laoo',
  'Latn',
  'Mlym',
  'Mymr',
  'Orya',
  'Sinh',
  'Taml',
  'Telu',
  'Thaa',
  'Thai',
  'Tibt',
];
/** The minimum number of characters of a script with which a font counts as covering it. Fonts with fewer have only some signs of it. */
const MIN_CHARACTERS_OF_SCRIPT = 20;

/** Formats by the first four bytes of a file (hexadecimal). */
const FORMAT_OF_SIGNATURE: Readonly<Record<string, FontFormat>> = {
  '00010000': 'ttf',
  '74727565': 'ttf',
  '4f54544f': 'otf',
  '774f4632': 'woff2',
};

/**
 * Recognizes the format of a font by its first bytes, and checks the sizes in its header, before anything else parses the file. The data of
 * a WOFF2 file is decompressed once as a check.
 * @throws ServiceError `font_invalid`; RangeError for a header that is cut short; Error of zlib for data that cannot be decompressed
 */
export function detectFontFormat(file: Buffer): FontFormat {
  const format = ownPropertyValue(FORMAT_OF_SIGNATURE, file.toString('hex', 0, 4));
  if (format === undefined) throw invalidFontError('Fonts must be TrueType, OpenType or WOFF2.');
  const tables = file.readUInt16BE(format === 'woff2' ? 12 : 4);
  if (tables === 0 || tables > MAX_TABLES) throw invalidFontError('The font has no tables, or too many.');
  if (format !== 'woff2') return format;
  const compressedBytes = file.readUInt32BE(20);
  if (file.readUInt32BE(8) > file.length || compressedBytes > file.length - WOFF2_HEADER_BYTES)
    throw invalidFontError('The font is cut short.');
  if (file.readUInt32BE(16) > MAX_DECOMPRESSED_FONT_BYTES)
    throw invalidFontError('The font is too large once it is decompressed.');
  // The stream ends where the compressed data ends; the directory before it is short.
  const start = streamStart(file, tables);
  brotliDecompressSync(file.subarray(start, start + compressedBytes), { maxOutputLength: MAX_DECOMPRESSED_FONT_BYTES });
  return format;
}

/** The value of a WOFF2 table flag which says that the tag follows in four bytes; smaller values are known tags (section 4.1). */
const TAG_FOLLOWS = 63;
/** The known tags `glyf` and `loca`, whose transform version 3 means "not transformed" (WOFF 2.0, section 5). */
const TRANSFORMED_TAGS = new Set([10, 11]);

/** Offset of the compressed data of a WOFF2 file (WOFF 2.0, section 4.1). */
function streamStart(file: Buffer, tables: number): number {
  let offset = WOFF2_HEADER_BYTES;
  const skipNumber = (): void => {
    for (let digits = 0; digits < 5; digits++) if (file.readUInt8(offset++) < 0x80) return;
    throw invalidFontError('The font is damaged.');
  };
  for (let table = 0; table < tables; table++) {
    const flags = file.readUInt8(offset++);
    const tag = flags & TAG_FOLLOWS;
    if (tag === TAG_FOLLOWS) offset += 4;
    skipNumber();
    const version = flags >> 6;
    if (TRANSFORMED_TAGS.has(tag) ? version !== 3 : version !== 0) skipNumber();
  }
  return offset;
}

/** The scripts that a set of code points covers. */
function scriptsIn(codePoints: ReadonlySet<number>): string[] {
  const text = Array.from(codePoints, (code) => String.fromCodePoint(code)).join('');
  return SCRIPTS.filter((script) => {
    const characters = text.match(new RegExp(`\\p{Script=${script}}`, 'gu'));
    return (characters?.length ?? 0) >= MIN_CHARACTERS_OF_SCRIPT;
  });
}

/** Checks the embedding permissions of the font (OpenType, `OS/2`.fsType). @throws ServiceError `font_restricted` */
function checkEmbedding(rights: EmbeddingRights = {}): void {
  const { noEmbedding = false, viewOnly = false, editable = false, bitmapOnly = false } = rights;
  if ((noEmbedding && !viewOnly && !editable) || bitmapOnly)
    throw new ServiceError(
      'font_restricted',
      'The embedding bits of the font (fsType) do not permit embedding. Use a font whose licence does.',
      {
        param: FONT_FILE_RULES.field,
      },
    );
}

/** The bits of `OS/2`.fsType. */
interface EmbeddingRights {
  noEmbedding?: boolean;
  viewOnly?: boolean;
  editable?: boolean;
  bitmapOnly?: boolean;
}

/** The tables of a parsed font that are read here; fontkit's types do not include them. */
interface ParsedFont {
  familyName?: string | null;
  numGlyphs?: number;
  'OS/2'?: { usWeightClass?: number; fsSelection?: { italic?: boolean }; fsType?: EmbeddingRights };
  head?: { unitsPerEm?: number };
  hhea?: { ascent?: number; descent?: number };
}

const roundWithin = (value: number, low: number, high: number): number =>
  Math.min(high, Math.max(low, Math.round(value)));

const familyNameOf = ({ familyName }: ParsedFont): string =>
  (familyName ?? '')
    .replace(/[\p{Cc}\p{Cs}]/gu, '')
    .trim()
    .slice(0, MAX_NAME_CHARACTERS)
    .trim() || 'Unnamed';

/**
 * Reads the properties of a font from its tables, without drawing it. Every length is checked against the file, so that a small file that
 * declares large tables is refused.
 * @throws ServiceError `font_invalid`, `font_restricted`
 */
export async function readFontFacts(bytes: Uint8Array): Promise<FontFacts> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const format = detectFontFormat(file);
    const codePoints = await fontCodePoints(file);
    const font: ParsedFont = create(file) as object;
    const { head, hhea, numGlyphs = 0 } = font;
    const os2 = font['OS/2'];
    const unitsPerEm = head?.unitsPerEm ?? 0;
    if (unitsPerEm < 16 || unitsPerEm > 16_384 || !hhea || numGlyphs < 1)
      throw invalidFontError('The font is damaged.');
    checkEmbedding(os2?.fsType);
    return {
      family: familyNameOf(font),
      weight: roundWithin(os2?.usWeightClass ?? 400, 1, 1000),
      style: os2?.fsSelection?.italic ? 'italic' : 'normal',
      glyphs: numGlyphs,
      scripts: scriptsIn(codePoints),
      format,
    };
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw invalidFontError('This is not a font that can be read (TrueType, OpenType, WOFF2).', error);
  }
}

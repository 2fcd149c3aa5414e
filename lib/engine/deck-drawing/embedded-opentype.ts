import { readSfnt, UnreadableSfntError } from '#engine/video/drawing/text/sfnt.ts';

/** Reasons why a font that a deck brings is not used. */
export const EMBEDDED_FONT_FAULTS = ['compressed', 'restricted', 'damaged', 'too_large'] as const;
/** A reason why a font that a deck brings is not used. */
export type DeckFontFault = (typeof EMBEDDED_FONT_FAULTS)[number];

/** A font of a deck that is not used. */
export class DeckFontRefusedError extends Error {
  override name = 'DeckFontRefusedError';
  readonly fault: DeckFontFault;

  constructor(fault: DeckFontFault, cause?: unknown) {
    super(`a font of the deck is ${fault}`, { cause });
    this.fault = fault;
  }
}

/** Offsets of fields in the header of an Embedded OpenType file (W3C submission of 2008). */
const HEADER_OFFSETS = { file_bytes: 0, font_bytes: 4, flags: 12, fs_type: 32, magic: 34 };
/** Bytes of the shortest header. */
const MIN_HEADER_BYTES = 82;
const MAGIC = 0x504c;
/** Flag of a font that is compressed with MicroType Express, which only Microsoft writes. */
const COMPRESSED_FLAG = 0x4;
/** Flag of a font each byte of which was combined with `XOR_BYTE`. */
const XOR_FLAG = 0x10000000;
const XOR_BYTE = 0x50;

/** Bits of `fsType` (OpenType, `OS/2`): no embedding, unless a bit of a lesser restriction is set as well; bitmaps only. */
const NO_EMBEDDING = 0x2;
const LESSER_RIGHTS = 0xc;
const BITMAPS_ONLY = 0x200;
/** Offset of `fsType` in the table `OS/2`. */
const FS_TYPE_OFFSET = 8;

const isRestricted = (fsType: number): boolean =>
  ((fsType & NO_EMBEDDING) !== 0 && (fsType & LESSER_RIGHTS) === 0) || (fsType & BITMAPS_ONLY) !== 0;

/** Reports whether a file starts like a TrueType font, or like an OpenType font with CFF outlines. */
const isSfnt = (fileBytes: Buffer): boolean =>
  fileBytes.length > 4 && [0x00010000, 0x4f54544f].includes(fileBytes.readUInt32BE(0));

/**
 * The font in a file of PowerPoint or Google Slides (`.fntdata`): Embedded OpenType, or the font itself.
 * @throws DeckFontRefusedError
 * @throws RangeError for a file that is too short
 */
function unwrapFont(fileBytes: Buffer): Buffer {
  if (isSfnt(fileBytes)) return fileBytes;
  if (fileBytes.length < MIN_HEADER_BYTES || fileBytes.readUInt16LE(HEADER_OFFSETS.magic) !== MAGIC)
    throw new DeckFontRefusedError('damaged');
  const [fontEnd, fontBytes] = [
    fileBytes.readUInt32LE(HEADER_OFFSETS.file_bytes),
    fileBytes.readUInt32LE(HEADER_OFFSETS.font_bytes),
  ];
  const flags = fileBytes.readUInt32LE(HEADER_OFFSETS.flags);
  if (isRestricted(fileBytes.readUInt16LE(HEADER_OFFSETS.fs_type))) throw new DeckFontRefusedError('restricted');
  if ((flags & COMPRESSED_FLAG) !== 0) throw new DeckFontRefusedError('compressed');
  // The font is the end of the file: the header before it has names of any length.
  if (fontEnd > fileBytes.length || fontBytes === 0 || fontEnd - fontBytes < MIN_HEADER_BYTES)
    throw new DeckFontRefusedError('damaged');
  const font = fileBytes.subarray(fontEnd - fontBytes, fontEnd);
  return (flags & XOR_FLAG) === 0 ? font : Buffer.from(font.map((byte) => byte ^ XOR_BYTE));
}

/**
 * The TrueType or OpenType font in a file that a deck embeds. Only this is checked: its tables lie within the font.
 * @throws DeckFontRefusedError when the font is compressed or damaged, or its maker does not permit embedding
 */
export function extractEmbeddedOpenTypeFont(fileBytes: Buffer): Buffer {
  try {
    const font = unwrapFont(fileBytes);
    const os2Table = readSfnt(font).tables.get('OS/2');
    if (os2Table && isRestricted(os2Table.readUInt16BE(FS_TYPE_OFFSET))) throw new DeckFontRefusedError('restricted');
    return font;
  } catch (error) {
    if (error instanceof UnreadableSfntError || error instanceof RangeError)
      throw new DeckFontRefusedError('damaged', error);
    throw error;
  }
}

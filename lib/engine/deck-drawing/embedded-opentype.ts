import { readSfnt, UnreadableSfntError } from '#engine/video/drawing/text/sfnt.ts';

/** Reasons why a font that a deck brings is not used. */
export const FONT_FAULTS = ['compressed', 'restricted', 'damaged', 'too_large'] as const;
export type FontFault = (typeof FONT_FAULTS)[number];

/** A font of a deck that is not used. */
export class DeckFontRefusedError extends Error {
  override name = 'DeckFontRefusedError';
  readonly fault: FontFault;

  constructor(fault: FontFault, cause?: unknown) {
    super(`a font of the deck is ${fault}`, { cause });
    this.fault = fault;
  }
}

/** The fields of the header of an Embedded OpenType file (W3C submission of 2008) that are read, and its shortest length. */
const AT = { file_bytes: 0, font_bytes: 4, flags: 12, fs_type: 32, magic: 34 };
const MIN_HEADER_BYTES = 82;
const MAGIC = 0x504c;
/** Flags: MicroType Express, a compression that only Microsoft writes, and bytes that are combined with a constant. */
const COMPRESSED = 0x4;
const COMBINED = 0x10000000;
const CONSTANT = 0x50;

/** Bits of `fsType` (OpenType, `OS/2`): no embedding, unless a lesser right is there too; bitmaps only. */
const NO_EMBEDDING = 0x2;
const LESSER_RIGHTS = 0xc;
const BITMAPS_ONLY = 0x200;
const FS_TYPE_AT = 8;

const isRestricted = (fsType: number): boolean =>
  ((fsType & NO_EMBEDDING) !== 0 && (fsType & LESSER_RIGHTS) === 0) || (fsType & BITMAPS_ONLY) !== 0;

/** First bytes of TrueType and of OpenType with CFF outlines. */
const isPlain = (file: Buffer): boolean => file.length > 4 && [0x00010000, 0x4f54544f].includes(file.readUInt32BE(0));

/** The font in a file of PowerPoint or Google Slides (`.fntdata`): Embedded OpenType, or the font itself. @throws DeckFontRefusedError, RangeError */
function unwrapped(file: Buffer): Buffer {
  if (isPlain(file)) return file;
  if (file.length < MIN_HEADER_BYTES || file.readUInt16LE(AT.magic) !== MAGIC)
    throw new DeckFontRefusedError('damaged');
  const [end, length] = [file.readUInt32LE(AT.file_bytes), file.readUInt32LE(AT.font_bytes)];
  const flags = file.readUInt32LE(AT.flags);
  if (isRestricted(file.readUInt16LE(AT.fs_type))) throw new DeckFontRefusedError('restricted');
  if ((flags & COMPRESSED) !== 0) throw new DeckFontRefusedError('compressed');
  // The font is the end of the file: the header before it has names of any length.
  if (end > file.length || length === 0 || end - length < MIN_HEADER_BYTES) throw new DeckFontRefusedError('damaged');
  const font = file.subarray(end - length, end);
  return (flags & COMBINED) === 0 ? font : Buffer.from(font.map((byte) => byte ^ CONSTANT));
}

/**
 * The TrueType or OpenType font in a file that a deck embeds. Its tables lie within it; nothing else of it is checked.
 * @throws DeckFontRefusedError when it is compressed or damaged, or its maker does not permit embedding
 */
export function extractEmbeddedOpenTypeFont(file: Buffer): Buffer {
  try {
    const font = unwrapped(file);
    const rights = readSfnt(font).tables.get('OS/2');
    if (rights && isRestricted(rights.readUInt16BE(FS_TYPE_AT))) throw new DeckFontRefusedError('restricted');
    return font;
  } catch (error) {
    if (error instanceof UnreadableSfntError || error instanceof RangeError)
      throw new DeckFontRefusedError('damaged', error);
    throw error;
  }
}

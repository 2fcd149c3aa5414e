/** A font file as its tables: TrueType and OpenType, which share a container. */
export interface SfntFont {
  /** The first four bytes. */
  signature: Buffer;
  /** The tables by their tags, in the order of the file. */
  tables: Map<string, Buffer>;
}

/** The file is not TrueType or OpenType, or its directory is invalid. */
export class UnreadableSfntError extends Error {
  override name = 'UnreadableSfntError';
}

/** Bytes of the header, and of a record of a table in the directory. */
const HEADER_BYTES = 12;
const RECORD_BYTES = 16;
/** The largest number of tables of a file. */
const MAX_TABLES = 64;
/** First bytes of TrueType, OpenType with CFF outlines, and TrueType of Apple. */
const SIGNATURES: ReadonlySet<number> = new Set([0x00010000, 0x4f54544f, 0x74727565]);

/** Reads the tables of a file. @throws UnreadableSfntError for another kind of file, or a damaged directory */
export function readSfnt(file: Buffer): SfntFont {
  if (file.length < HEADER_BYTES || !SIGNATURES.has(file.readUInt32BE(0)))
    throw new UnreadableSfntError('not a TrueType or OpenType file');
  const tableCount = file.readUInt16BE(4);
  const directoryEnd = HEADER_BYTES + RECORD_BYTES * tableCount;
  if (tableCount === 0 || tableCount > MAX_TABLES) throw new UnreadableSfntError('no tables, or too many');
  if (directoryEnd > file.length) throw new UnreadableSfntError('the directory of tables is cut short');
  const tables = new Map<string, Buffer>();
  for (let position = HEADER_BYTES; position < directoryEnd; position += RECORD_BYTES) {
    const tag = file.toString('latin1', position, position + 4);
    const [offset, length] = [file.readUInt32BE(position + 8), file.readUInt32BE(position + 12)];
    if (tables.has(tag)) throw new UnreadableSfntError(`the table ${tag} is there twice`);
    if (offset < directoryEnd || offset + length > file.length)
      throw new UnreadableSfntError(`the table ${tag} is outside of the file`);
    tables.set(tag, file.subarray(offset, offset + length));
  }
  return { signature: file.subarray(0, 4), tables };
}

/** The number of zero bytes after a table, so that its length is a multiple of four. */
const paddingOf = ({ length }: Buffer): number => (4 - (length % 4)) % 4;

/** The checksum of a table in the directory: the sum of its 32-bit words (OpenType, "Calculating checksums"). */
function checksum(table: Buffer): number {
  const paddedTable = Buffer.concat([table, Buffer.alloc(paddingOf(table))]);
  let sum = 0;
  for (let position = 0; position < paddedTable.length; position += 4)
    sum = (sum + paddedTable.readUInt32BE(position)) >>> 0;
  return sum;
}

/** Writes a font file, its tables in the order of their tags. `checkSumAdjustment` of `head`, which no program needs, is not updated. */
export function writeSfnt({ signature, tables }: SfntFont): Buffer {
  const sortedTables = [...tables].sort(([a], [b]) => (a < b ? -1 : 1));
  const largestPower = Math.floor(Math.log2(sortedTables.length));
  const header = Buffer.alloc(HEADER_BYTES + RECORD_BYTES * sortedTables.length);
  signature.copy(header);
  header.writeUInt16BE(sortedTables.length, 4);
  header.writeUInt16BE(2 ** largestPower * RECORD_BYTES, 6);
  header.writeUInt16BE(largestPower, 8);
  header.writeUInt16BE((sortedTables.length - 2 ** largestPower) * RECORD_BYTES, 10);
  const parts: Buffer[] = [header];
  let offset = header.length;
  for (const [i, [tag, table]] of sortedTables.entries()) {
    const position = HEADER_BYTES + RECORD_BYTES * i;
    header.write(tag, position, 'latin1');
    header.writeUInt32BE(checksum(table), position + 4);
    header.writeUInt32BE(offset, position + 8);
    header.writeUInt32BE(table.length, position + 12);
    const padding = paddingOf(table);
    parts.push(table, Buffer.alloc(padding));
    offset += table.length + padding;
  }
  return Buffer.concat(parts);
}

/** The number of glyphs of a font. @throws RangeError without a table `maxp` */
export const countFontGlyphs = ({ tables }: Pick<SfntFont, 'tables'>): number =>
  (tables.get('maxp') ?? Buffer.alloc(0)).readUInt16BE(4);

/** Tables of outlines. */
const OUTLINE_TABLES = ['glyf', 'CFF ', 'CFF2'];

/** Reports whether a font has tables of outlines that are not empty. All glyphs in them may still be blank. */
export const hasOutlines = ({ tables }: Pick<SfntFont, 'tables'>): boolean =>
  OUTLINE_TABLES.some((tag) => (tables.get(tag)?.length ?? 0) > 0) &&
  (!tables.has('glyf') || (tables.get('loca')?.length ?? 0) > 0);

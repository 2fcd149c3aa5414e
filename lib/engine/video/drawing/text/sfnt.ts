/** A font file as its tables: TrueType and OpenType, which share a container. */
export interface SfntFont {
  /** The first four bytes. */
  signature: Buffer;
  /** By tag, in the order of the file. */
  tables: Map<string, Buffer>;
}

/** The file is not TrueType or OpenType, or its directory is invalid. */
export class UnreadableSfntError extends Error {
  override name = 'UnreadableSfntError';
}

const HEADER_BYTES = 12;
const RECORD_BYTES = 16;
const MAX_TABLES = 64;
/** First bytes of TrueType, OpenType with CFF outlines, and TrueType of Apple. */
const SIGNATURES: ReadonlySet<number> = new Set([0x00010000, 0x4f54544f, 0x74727565]);

/** Reads the directory. Every table is within the file. @throws UnreadableSfntError */
export function readSfnt(file: Buffer): SfntFont {
  if (file.length < HEADER_BYTES || !SIGNATURES.has(file.readUInt32BE(0)))
    throw new UnreadableSfntError('not a TrueType or OpenType file');
  const count = file.readUInt16BE(4);
  const end = HEADER_BYTES + RECORD_BYTES * count;
  if (count === 0 || count > MAX_TABLES) throw new UnreadableSfntError('no tables, or too many');
  if (end > file.length) throw new UnreadableSfntError('the directory of tables is cut short');
  const tables = new Map<string, Buffer>();
  for (let at = HEADER_BYTES; at < end; at += RECORD_BYTES) {
    const tag = file.toString('latin1', at, at + 4);
    const [offset, length] = [file.readUInt32BE(at + 8), file.readUInt32BE(at + 12)];
    if (tables.has(tag)) throw new UnreadableSfntError(`the table ${tag} is there twice`);
    if (offset < end || offset + length > file.length)
      throw new UnreadableSfntError(`the table ${tag} is outside of the file`);
    tables.set(tag, file.subarray(offset, offset + length));
  }
  return { signature: file.subarray(0, 4), tables };
}

const paddingOf = ({ length }: Buffer): number => (4 - (length % 4)) % 4;

/** The checksum of a table in the directory: the sum of its 32-bit words (OpenType, "Calculating checksums"). */
function checksum(table: Buffer): number {
  const whole = Buffer.concat([table, Buffer.alloc(paddingOf(table))]);
  let sum = 0;
  for (let at = 0; at < whole.length; at += 4) sum = (sum + whole.readUInt32BE(at)) >>> 0;
  return sum;
}

/** Writes a file of these tables, in the order of their tags. `checkSumAdjustment` of `head`, which no program needs, is not updated. */
export function writeSfnt({ signature, tables }: SfntFont): Buffer {
  const sorted = [...tables].sort(([a], [b]) => (a < b ? -1 : 1));
  const power = Math.floor(Math.log2(sorted.length));
  const header = Buffer.alloc(HEADER_BYTES + RECORD_BYTES * sorted.length);
  signature.copy(header);
  header.writeUInt16BE(sorted.length, 4);
  header.writeUInt16BE(2 ** power * RECORD_BYTES, 6);
  header.writeUInt16BE(power, 8);
  header.writeUInt16BE((sorted.length - 2 ** power) * RECORD_BYTES, 10);
  const parts: Buffer[] = [header];
  let offset = header.length;
  for (const [i, [tag, table]] of sorted.entries()) {
    const at = HEADER_BYTES + RECORD_BYTES * i;
    header.write(tag, at, 'latin1');
    header.writeUInt32BE(checksum(table), at + 4);
    header.writeUInt32BE(offset, at + 8);
    header.writeUInt32BE(table.length, at + 12);
    const padding = paddingOf(table);
    parts.push(table, Buffer.alloc(padding));
    offset += table.length + padding;
  }
  return Buffer.concat(parts);
}

/** The number of glyphs. @throws RangeError without a table `maxp` */
export const countGlyphs = ({ tables }: Pick<SfntFont, 'tables'>): number =>
  (tables.get('maxp') ?? Buffer.alloc(0)).readUInt16BE(4);

/** Tables of outlines. */
const OUTLINES = ['glyf', 'CFF ', 'CFF2'];

/** Reports whether a font has tables of outlines that are not empty. All glyphs in them may still be blank. */
export const hasOutlines = ({ tables }: Pick<SfntFont, 'tables'>): boolean =>
  OUTLINES.some((tag) => (tables.get(tag)?.length ?? 0) > 0) &&
  (!tables.has('glyf') || (tables.get('loca')?.length ?? 0) > 0);

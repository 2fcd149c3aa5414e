const HEADER_BYTES = 4;
const SUBTABLE_BYTES = 6;
const PAIRS_BYTES = 8;
const PAIR_BYTES = 6;
/** `coverage` of a subtable: format 0, horizontal, no minimum values, not across the line. */
const PLAIN_KERNING = 0x0001;
const COVERAGE_MASK = 0xff07;

/** The change of the distance of pairs of glyphs, in font units. The key is `left * 65536 + right`, which sorts as pairs do. */
type Pairs = Map<number, number>;

/** Adds the pairs of a subtable; a pair of an earlier subtable is kept. @throws RangeError for a damaged table */
function addPairs(table: Buffer, start: number, glyphs: number, pairs: Pairs): void {
  const count = table.readUInt16BE(start);
  for (let i = 0; i < count; i++) {
    const at = start + PAIRS_BYTES + PAIR_BYTES * i;
    const [left, right] = [table.readUInt16BE(at), table.readUInt16BE(at + 2)];
    const pair = left * 0x10000 + right;
    if (left < glyphs && right < glyphs && !pairs.has(pair)) pairs.set(pair, table.readInt16BE(at + 4));
  }
}

/** The pairs of all horizontal subtables of format 0. @throws RangeError for a damaged table */
function readPairs(table: Buffer, glyphs: number): Pairs {
  const pairs: Pairs = new Map();
  if (table.readUInt16BE(0) !== 0) return pairs;
  const subtables = table.readUInt16BE(2);
  let at = HEADER_BYTES;
  for (let i = 0; i < subtables; i++) {
    if ((table.readUInt16BE(at + 4) & COVERAGE_MASK) === PLAIN_KERNING)
      addPairs(table, at + SUBTABLE_BYTES, glyphs, pairs);
    at += Math.max(SUBTABLE_BYTES, table.readUInt16BE(at + 2));
  }
  return pairs;
}

/** The most pairs of a subtable, whose length is a field of 16 bits. */
const MAX_PAIRS = Math.floor((0xffff - SUBTABLE_BYTES - PAIRS_BYTES) / PAIR_BYTES);

/**
 * Writes a table `kern` again, with all its pairs in one subtable (OpenType, version 0, format 0). HarfBuzz leaves this table out, and
 * fonts without `GPOS` have no other kerning.
 * @param glyphs number of glyphs of the font
 * @returns undefined when there are no pairs, and for a damaged table
 */
export function rewriteKerning(table: Buffer, glyphs: number): Buffer | undefined {
  let pairs: Pairs;
  try {
    pairs = readPairs(table, glyphs);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
  const sorted = [...pairs].sort(([a], [b]) => a - b).slice(0, MAX_PAIRS);
  if (sorted.length === 0) return undefined;
  const power = Math.floor(Math.log2(sorted.length));
  const made = Buffer.alloc(HEADER_BYTES + SUBTABLE_BYTES + PAIRS_BYTES + PAIR_BYTES * sorted.length);
  made.writeUInt16BE(1, 2);
  made.writeUInt16BE(made.length - HEADER_BYTES, HEADER_BYTES + 2);
  made.writeUInt16BE(PLAIN_KERNING, HEADER_BYTES + 4);
  const start = HEADER_BYTES + SUBTABLE_BYTES;
  made.writeUInt16BE(sorted.length, start);
  made.writeUInt16BE(Math.min(0xffff, PAIR_BYTES * 2 ** power), start + 2);
  made.writeUInt16BE(power, start + 4);
  made.writeUInt16BE(Math.min(0xffff, PAIR_BYTES * (sorted.length - 2 ** power)), start + 6);
  for (const [i, [pair, distance]] of sorted.entries()) {
    const at = start + PAIRS_BYTES + PAIR_BYTES * i;
    made.writeUInt32BE(pair, at);
    made.writeInt16BE(distance, at + 4);
  }
  return made;
}

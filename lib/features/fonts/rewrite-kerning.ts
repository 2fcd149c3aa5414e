/** Lengths of the header of `kern`, of the header of a subtable, of the header of its pairs, and of a pair (OpenType). */
const HEADER_BYTES = 4;
const SUBTABLE_HEADER_BYTES = 6;
const PAIRS_HEADER_BYTES = 8;
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
    const offset = start + PAIRS_HEADER_BYTES + PAIR_BYTES * i;
    const [left, right] = [table.readUInt16BE(offset), table.readUInt16BE(offset + 2)];
    const pair = left * 0x10000 + right;
    if (left < glyphs && right < glyphs && !pairs.has(pair)) pairs.set(pair, table.readInt16BE(offset + 4));
  }
}

/** The pairs of all horizontal subtables of format 0. @throws RangeError for a damaged table */
function readPairs(table: Buffer, glyphs: number): Pairs {
  const pairs: Pairs = new Map();
  if (table.readUInt16BE(0) !== 0) return pairs;
  const subtableCount = table.readUInt16BE(2);
  let offset = HEADER_BYTES;
  for (let i = 0; i < subtableCount; i++) {
    if ((table.readUInt16BE(offset + 4) & COVERAGE_MASK) === PLAIN_KERNING)
      addPairs(table, offset + SUBTABLE_HEADER_BYTES, glyphs, pairs);
    offset += Math.max(SUBTABLE_HEADER_BYTES, table.readUInt16BE(offset + 2));
  }
  return pairs;
}

/** The maximum number of pairs of a subtable, whose length is a field of 16 bits. */
const MAX_PAIRS = Math.floor((0xffff - SUBTABLE_HEADER_BYTES - PAIRS_HEADER_BYTES) / PAIR_BYTES);

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
  const sortedPairs = [...pairs].sort(([a], [b]) => a - b).slice(0, MAX_PAIRS);
  if (sortedPairs.length === 0) return undefined;
  const entrySelector = Math.floor(Math.log2(sortedPairs.length));
  const kern = Buffer.alloc(
    HEADER_BYTES + SUBTABLE_HEADER_BYTES + PAIRS_HEADER_BYTES + PAIR_BYTES * sortedPairs.length,
  );
  kern.writeUInt16BE(1, 2);
  kern.writeUInt16BE(kern.length - HEADER_BYTES, HEADER_BYTES + 2);
  kern.writeUInt16BE(PLAIN_KERNING, HEADER_BYTES + 4);
  const start = HEADER_BYTES + SUBTABLE_HEADER_BYTES;
  kern.writeUInt16BE(sortedPairs.length, start);
  kern.writeUInt16BE(Math.min(0xffff, PAIR_BYTES * 2 ** entrySelector), start + 2);
  kern.writeUInt16BE(entrySelector, start + 4);
  kern.writeUInt16BE(Math.min(0xffff, PAIR_BYTES * (sortedPairs.length - 2 ** entrySelector)), start + 6);
  for (const [i, [pair, distance]] of sortedPairs.entries()) {
    const offset = start + PAIRS_HEADER_BYTES + PAIR_BYTES * i;
    kern.writeUInt32BE(pair, offset);
    kern.writeInt16BE(distance, offset + 4);
  }
  return kern;
}

import { readSfnt, writeSfnt } from '#engine/video/drawing/text/sfnt.ts';

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Numbers at the edges of what programs expect. */
const EDGES = [0, 1, 2, 3, 0x7f, 0x80, 0xff, 0x100, 0x7fff, 0x8000, 0xfffe, 0xffff];
/** Tables that decide where outlines are, and their numbers: damage there is what ends engines. */
const DELICATE = [
  'loca',
  'maxp',
  'hmtx',
  'head',
  'hhea',
  'glyf',
  'CFF ',
  'gvar',
  'fvar',
  'HVAR',
  'GSUB',
  'GPOS',
  'GDEF',
  'cmap',
];

/** Writes over some places of bytes. */
function damage(bytes: Buffer, random: () => number): void {
  const below = (end: number): number => Math.floor(random() * end);
  for (let edits = 1 + below(6); edits > 0 && bytes.length > 1; edits--) {
    const kind = below(4);
    if (kind === 0) bytes.writeUInt8(below(256), below(bytes.length));
    else if (kind === 1) bytes.writeUInt16BE(EDGES[below(EDGES.length)] ?? 0, 2 * below(Math.floor(bytes.length / 2)));
    else if (kind === 2) bytes.writeUInt8(bytes.readUInt8(below(bytes.length)) ^ (1 << below(8)), below(bytes.length));
    // The beginning of a table has its counts and offsets.
    else bytes.writeUInt16BE(EDGES[below(EDGES.length)] ?? 0, 2 * below(Math.min(32, Math.floor(bytes.length / 2))));
  }
}

/**
 * A damaged copy of a TrueType or OpenType file, the same one for the same seed: its directory, one or two of its tables, or their
 * lengths.
 */
export function mutateFont(font: Buffer, seed: number): Buffer {
  const random = seededRandom(seed);
  const below = (end: number): number => Math.floor(random() * end);
  if (below(12) === 0) {
    const copy = Buffer.from(font);
    damage(copy.subarray(0, 12 + 16 * copy.readUInt16BE(4)), random);
    return copy;
  }
  const { signature, tables } = readSfnt(font);
  const tags = [...tables.keys()];
  const delicate = tags.filter((tag) => DELICATE.includes(tag));
  for (let changed = 1 + below(2); changed > 0; changed--) {
    const from = below(5) === 0 ? tags : delicate;
    const tag = from[below(from.length)] ?? 'head';
    const table = Buffer.from(tables.get(tag) ?? Buffer.alloc(0));
    const kind = below(16);
    if (kind === 0) tables.set(tag, table.subarray(0, below(table.length)));
    else if (kind === 1) tables.set(tag, Buffer.from(tables.get(tags[below(tags.length)] ?? tag) ?? table));
    else {
      damage(table, random);
      tables.set(tag, table);
    }
  }
  return writeSfnt({ signature, tables });
}

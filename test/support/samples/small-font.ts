/** The settings of a made font that say what it is. */
export interface SmallFont {
  family?: string;
  weight?: number;
  /** `OS/2`.fsType: 2 restricted, 4 preview and print, 8 editable, 0x200 bitmap only. */
  rights?: number;
  /** Groups of the character map: first and last code point. */
  groups?: readonly (readonly [first: number, last: number])[];
  /** Segments of a second map for the first plane: first and last code point. */
  segments?: readonly (readonly [first: number, last: number])[];
  /** The second glyph, of a length that is even. */
  outline?: Buffer;
}

const u16 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [i, value] of values.entries()) bytes.writeUInt16BE(value & 0xffff, 2 * i);
  return bytes;
};
const u32 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [i, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, 4 * i);
  return bytes;
};

/** A map in format 12. */
const groupsMap = (groups: NonNullable<SmallFont['groups']>): Buffer =>
  Buffer.concat([
    u16(12, 0),
    u32(16 + 12 * groups.length, 0, groups.length),
    ...groups.map(([first, last]) => u32(first, last, 1)),
  ]);

/** A map in format 4. Its lists are those of last and first code points, differences to glyphs, and places of glyphs: none. */
const segmentsMap = (segments: NonNullable<SmallFont['segments']>): Buffer =>
  Buffer.concat([
    u16(4, 16 + 8 * segments.length, 0, 2 * segments.length, 0, 0, 0),
    u16(...segments.map(([, last]) => last), 0),
    u16(...segments.map(([first]) => first)),
    u16(...segments.map(() => 1)),
    u16(...segments.map(() => 0)),
  ]);

function characterMap(groups: NonNullable<SmallFont['groups']>, segments: SmallFont['segments']): Buffer {
  const whole = groupsMap(groups);
  if (!segments) return Buffer.concat([u16(0, 1, 3, 10), u32(12), whole]);
  return Buffer.concat([u16(0, 2, 3, 10), u32(20), u16(3, 1), u32(20 + whole.length), whole, segmentsMap(segments)]);
}

/** A square of 500 units: one contour of four points on the curve. */
const SQUARE = Buffer.concat([
  u16(1, 0, 0, 500, 500, 3, 0),
  Buffer.from([1, 1, 1, 1]),
  u16(0, 500, 0, -500),
  u16(0, 0, 500, 0),
]);

/** An outline that has no contours and yet bytes of one: the engine that draws slides ends its process at it. */
export const ABORTING_OUTLINE = u16(0, 0, 0, 500, 500, 0, 0, 0);

/** A TrueType file of two glyphs, of which the second one is a square, made from its settings. */
export function smallFont({
  family = 'Small',
  weight = 400,
  rights = 0,
  groups = [[65, 122]],
  segments,
  outline = SQUARE,
}: SmallFont = {}): Buffer {
  const name = Buffer.from(family, 'utf16le').swap16();
  const tables: Record<string, Buffer> = {
    'OS/2': Buffer.concat([u16(0, 500, weight, 5, rights), Buffer.alloc(68 - 0)]),
    cmap: characterMap(groups, segments),
    glyf: outline,
    head: Buffer.concat([
      u16(1, 0),
      u32(0, 0, 0x5f0f3cf5),
      u16(0, 1000),
      Buffer.alloc(16),
      u16(0, 0, 0, 0, 0, 8, 2, 0, 0),
    ]),
    hhea: Buffer.concat([u16(1, 0, 800, -200, 0, 600), Buffer.alloc(22), u16(2)]),
    hmtx: u16(600, 0, 600, 0),
    loca: u16(0, 0, outline.length / 2),
    maxp: Buffer.concat([u16(1, 0, 2), Buffer.alloc(26)]),
    name: Buffer.concat([u16(0, 1, 18, 3, 1, 0x409, 1, name.length, 0), name]),
    post: Buffer.concat([u16(3, 0), Buffer.alloc(28)]),
  };
  const tags = Object.keys(tables);
  let offset = 12 + 16 * tags.length;
  const records: Buffer[] = [];
  const bodies: Buffer[] = [];
  for (const tag of tags) {
    const body = tables[tag] ?? Buffer.alloc(0);
    const padded = Buffer.concat([body, Buffer.alloc((4 - (body.length % 4)) % 4)]);
    records.push(Buffer.from(tag), u32(0, offset, body.length));
    bodies.push(padded);
    offset += padded.length;
  }
  return Buffer.concat([u32(0x00010000), u16(tags.length, 128, 3, 32), ...records, ...bodies]);
}

/** The file is not an MP4 that this service can read. */
export class Mp4Error extends Error {
  override name = 'Mp4Error';
}

/** A box of ISO/IEC 14496-12: either with boxes inside it, or with bytes. */
export interface Box {
  type: string;
  children?: Box[];
  /** Without the header. */
  body: Buffer;
}

const CONTAINERS = new Set(['moov', 'trak', 'edts', 'mdia', 'minf', 'stbl']);
const HEADER_BYTES = 8;

/** Reads the boxes that fill `bytes`. @throws Mp4Error when they do not fill it exactly */
export function parseBoxes(bytes: Buffer): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at < bytes.length; ) {
    if (at + HEADER_BYTES > bytes.length) throw new Mp4Error('a box header is cut');
    const size = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (size < HEADER_BYTES || at + size > bytes.length) throw new Mp4Error(`the size of a box "${type}" is wrong`);
    const body = bytes.subarray(at + HEADER_BYTES, at + size);
    boxes.push(CONTAINERS.has(type) ? { type, body: Buffer.alloc(0), children: parseBoxes(body) } : { type, body });
    at += size;
  }
  return boxes;
}

export function serializeBox(box: Box): Buffer {
  const body = box.children ? Buffer.concat(box.children.map(serializeBox)) : box.body;
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32BE(HEADER_BYTES + body.length, 0);
  header.write(box.type, 4, 'latin1');
  return Buffer.concat([header, body]);
}

/** The first box at a path of types below `box`. */
export function findBox(box: Box, ...path: string[]): Box | undefined {
  const [type, ...deeper] = path;
  if (type === undefined) return box;
  const child = box.children?.find((candidate) => candidate.type === type);
  return child && findBox(child, ...deeper);
}

/** @throws Mp4Error when it is not there */
export function requireBox(box: Box, ...path: string[]): Box {
  const found = findBox(box, ...path);
  if (!found) throw new Mp4Error(`the box "${[box.type, ...path].join('/')}" is missing`);
  return found;
}

/** The track of this kind ("vide", "soun"). */
export const findTrack = (moov: Box, handler: string): Box | undefined =>
  moov.children?.find(
    (box) => box.type === 'trak' && findBox(box, 'mdia', 'hdlr')?.body.toString('latin1', 8, 12) === handler,
  );

/** A box of ISO/IEC 14496-12 with these parts behind one another. */
export function box(type: string, ...parts: readonly Uint8Array[]): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32BE(HEADER_BYTES + parts.reduce((sum, part) => sum + part.length, 0), 0);
  header.write(type, 4, 'latin1');
  return Buffer.concat([header, ...parts]);
}

/** A box with version and flags. */
export const fullBox = (type: string, flags: number, ...parts: readonly Uint8Array[]): Buffer =>
  box(type, u32(flags), ...parts);

export const u8 = (...numbers: readonly number[]): Buffer => Buffer.from(numbers);

export function u16(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 2);
  for (const [i, number] of numbers.entries()) bytes.writeUInt16BE(number, i * 2);
  return bytes;
}

export function u32(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 4);
  for (const [i, number] of numbers.entries()) bytes.writeUInt32BE(number, i * 4);
  return bytes;
}

export function u64(number: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(number), 0);
  return bytes;
}

export const ascii = (text: string): Buffer => Buffer.from(text, 'latin1');
export const zeros = (count: number): Buffer => Buffer.alloc(count);

const ONE = 0x10000;
/** The unity matrix, in 16.16 (its last column in 2.30). */
export const UNITY = u32(ONE, 0, 0, 0, ONE, 0, 0, 0, 0x40000000);

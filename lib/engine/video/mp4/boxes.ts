/** The file is not an MP4 that this service can read. */
export class Mp4Error extends Error {
  override name = 'Mp4Error';
  /** True if the bytes end inside a box; false if the header of a box is impossible, or the file is not supported. */
  readonly isCut: boolean;

  constructor(message: string, { isCut = false }: { isCut?: boolean } = {}) {
    super(message);
    this.isCut = isCut;
  }
}

const HEADER_BYTES = 8;
/** The header of a box whose size is stated in 64 bits. It is the longest one. */
export const MAX_BOX_HEADER_BYTES = 16;
const SIZE_TO_THE_END = 0;
const SIZE_IN_64_BITS = 1;

/**
 * Reads the header of a box (ISO/IEC 14496-12, 4.2) at byte `offset`.
 * @param bytesLeft bytes from there to the end of the parent box or file, which may be more than `bytes` has
 * @returns sizes in bytes; `size` includes the header
 * @throws Mp4Error
 */
export function readBoxHeader(
  bytes: Buffer,
  offset: number,
  bytesLeft: number,
): { type: string; headerBytes: number; size: number } {
  const available = Math.min(bytes.length - offset, bytesLeft);
  if (available < HEADER_BYTES) throw new Mp4Error('a box header is cut', { isCut: true });
  const type = bytes.toString('latin1', offset + 4, offset + 8);
  let size = bytes.readUInt32BE(offset);
  let headerBytes = HEADER_BYTES;
  if (size === SIZE_TO_THE_END) size = bytesLeft;
  else if (size === SIZE_IN_64_BITS) {
    if (available < MAX_BOX_HEADER_BYTES) throw new Mp4Error('a box header is cut', { isCut: true });
    size = Number(bytes.readBigUInt64BE(offset + 8));
    headerBytes = MAX_BOX_HEADER_BYTES;
  }
  if (size < headerBytes) throw new Mp4Error(`the size of a box "${type}" is wrong`);
  if (size > bytesLeft) throw new Mp4Error(`a box "${type}" is longer than its parent`, { isCut: true });
  return { type, headerBytes, size };
}

/** Extent of the content of a box: from byte `from` up to byte `to` (exclusive). */
export interface Mp4BoxContentExtent {
  type: string;
  from: number;
  to: number;
}

/** The boxes that fill a range of bytes, in order. Boxes inside them are not read. @throws Mp4Error */
export function* readMp4BoxContentExtents(bytes: Buffer, from = 0, to = bytes.length): Generator<Mp4BoxContentExtent> {
  for (let offset = from; offset < to; ) {
    const { type, headerBytes, size } = readBoxHeader(bytes, offset, to - offset);
    yield { type, from: offset + headerBytes, to: offset + size };
    offset += size;
  }
}

/** A box of ISO/IEC 14496-12: either with boxes inside it, or with bytes. */
export interface Mp4Box {
  type: string;
  children?: Mp4Box[];
  /** The content, without the header; empty if there are boxes inside. */
  body: Buffer;
}

const CONTAINER_TYPES = new Set(['moov', 'trak', 'edts', 'mdia', 'minf', 'stbl']);

/** Reads the boxes that fill `bytes`, and those inside known containers. @throws Mp4Error when they do not fill it exactly */
export const parseMp4Boxes = (bytes: Buffer): Mp4Box[] =>
  [...readMp4BoxContentExtents(bytes)].map(({ type, from, to }) => {
    const body = bytes.subarray(from, to);
    return CONTAINER_TYPES.has(type) ? { type, body: Buffer.alloc(0), children: parseMp4Boxes(body) } : { type, body };
  });

/** The first box at a path of types below `box`; undefined when there is none. */
export function findMp4Box(box: Mp4Box, ...path: string[]): Mp4Box | undefined {
  const [type, ...deeper] = path;
  if (type === undefined) return box;
  const child = box.children?.find((candidate) => candidate.type === type);
  return child && findMp4Box(child, ...deeper);
}

/** The first box at a path of types below `box`. @throws Mp4Error when it is missing */
export function requireMp4Box(box: Mp4Box, ...path: string[]): Mp4Box {
  const foundBox = findMp4Box(box, ...path);
  if (!foundBox) throw new Mp4Error(`the box "${[box.type, ...path].join('/')}" is missing`);
  return foundBox;
}

/** The first track with this handler ("vide", "soun"). */
export const findMp4Track = (moov: Mp4Box, handler: string): Mp4Box | undefined =>
  moov.children?.find(
    (box) => box.type === 'trak' && findMp4Box(box, 'mdia', 'hdlr')?.body.toString('latin1', 8, 12) === handler,
  );

/** The bytes of a box of ISO/IEC 14496-12 with these parts as its content. */
export function mp4BoxBytes(type: string, ...parts: readonly Uint8Array[]): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32BE(HEADER_BYTES + parts.reduce((sum, part) => sum + part.length, 0), 0);
  header.write(type, 4, 'latin1');
  return Buffer.concat([header, ...parts]);
}

/** A box with version 0 and flags. A version may be given in the upper byte of `flags`. */
export const mp4FullBoxBytes = (type: string, flags: number, ...parts: readonly Uint8Array[]): Buffer =>
  mp4BoxBytes(type, uint32Bytes(flags), ...parts);

/** The bytes of unsigned 8-bit numbers. */
export const uint8Bytes = (...numbers: readonly number[]): Buffer => Buffer.from(numbers);

/** The bytes of unsigned 16-bit numbers, big-endian. */
export function uint16Bytes(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 2);
  for (const [i, number] of numbers.entries()) bytes.writeUInt16BE(number, i * 2);
  return bytes;
}

/** The bytes of unsigned 32-bit numbers, big-endian. */
export function uint32Bytes(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 4);
  for (const [i, number] of numbers.entries()) bytes.writeUInt32BE(number, i * 4);
  return bytes;
}

/** The bytes of an unsigned 64-bit number, big-endian. */
export function uint64Bytes(number: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(number), 0);
  return bytes;
}

/** The bytes of a text in Latin-1: one for each UTF-16 code unit, of which only the lowest 8 bits are kept. */
export const toLatin1Bytes = (text: string): Buffer => Buffer.from(text, 'latin1');

/** `count` zero bytes. */
export const zeroBytes = (count: number): Buffer => Buffer.alloc(count);

const FIXED_POINT_ONE = 0x10000;
/** The unity matrix: fixed point 16.16, and 2.30 in the last column. */
export const MP4_UNITY_MATRIX = uint32Bytes(FIXED_POINT_ONE, 0, 0, 0, FIXED_POINT_ONE, 0, 0, 0, 0x40000000);

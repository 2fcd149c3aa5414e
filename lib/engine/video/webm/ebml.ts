import type { BufferedFileReader } from '../container/file-io.ts';

/** Bytes of the longest form of a size, which is used for sizes that are written later. */
export const MAX_EBML_SIZE_BYTES = 8;

/** An element of EBML (RFC 8794): ID, size, and these parts as its content. */
export function ebmlElementBytes(id: number, ...parts: readonly Uint8Array[]): Buffer {
  const size = parts.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([ebmlElementHeader(id, size), ...parts]);
}

/** ID and size of an element whose content is written separately. */
export const ebmlElementHeader = (id: number, size: number, sizeLength?: number): Buffer =>
  Buffer.concat([bigEndian(id, uintLength(id)), sizeBytes(size, sizeLength)]);

/** An element with an unsigned integer in the fewest bytes. */
export const ebmlUintElement = (id: number, value: number): Buffer =>
  ebmlElementBytes(id, bigEndian(value, uintLength(value)));

/** An element with an unsigned integer in `length` bytes. */
export const ebmlUintElementOfLength = (id: number, value: number, length: number): Buffer =>
  ebmlElementBytes(id, bigEndian(value, length));

/** An element with a 64-bit floating point number. */
export function ebmlFloatElement(id: number, value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value, 0);
  return ebmlElementBytes(id, bytes);
}

/** An element with a signed 64-bit integer. */
export function ebmlInt64(id: number, value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(value, 0);
  return ebmlElementBytes(id, bytes);
}

/** An element with text in UTF-8. */
export const ebmlUtf8Element = (id: number, value: string): Buffer => ebmlElementBytes(id, Buffer.from(value));

/** A size as a variable-length integer: its leading zero bits state its number of bytes. All ones would mean that the size is unknown. */
function sizeBytes(size: number, length = shortestSizeLength(size)): Buffer {
  const bytes = bigEndian(size, length);
  bytes[0] = (bytes[0] ?? 0) | (0x80 >> (length - 1));
  return bytes;
}

function shortestSizeLength(size: number): number {
  let length = 1;
  while (size >= 2 ** (7 * length) - 1) length += 1;
  return length;
}

function uintLength(value: number): number {
  let length = 1;
  while (value >= 2 ** (8 * length)) length += 1;
  return length;
}

function bigEndian(value: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let remainder = value;
  for (let i = length - 1; i >= 0; i--) {
    bytes[i] = remainder % 256;
    remainder = Math.floor(remainder / 256);
  }
  return bytes;
}

/** The file is not a WebM that this service can write or read. */
export class WebmError extends Error {
  override name = 'WebmError';
}

/** An element, and where its content is in the file: from byte `start` up to byte `end` (exclusive). */
export interface EbmlElement {
  id: number;
  /** Position of its ID. */
  position: number;
  start: number;
  end: number;
}

const MAX_HEADER_BYTES = 12;

/** The elements between two positions, without those inside them. @throws WebmError when they do not fill the range exactly */
export async function* readEbmlElements(
  file: BufferedFileReader,
  from: number,
  to: number,
): AsyncGenerator<EbmlElement> {
  for (let position = from; position < to; ) {
    const head = await file.read(position, Math.min(MAX_HEADER_BYTES, to - position));
    const idLength = lengthFromLeadingZeros(head, 0);
    const sizeLength = lengthFromLeadingZeros(head, idLength);
    if (idLength + sizeLength > head.length) throw new WebmError('the header of an element is cut');
    const start = position + idLength + sizeLength;
    const end = start + readSize(head.subarray(idLength, idLength + sizeLength));
    if (end > to) throw new WebmError('an element is longer than its parent');
    yield { id: readBigEndianUint(head.subarray(0, idLength)), position, start, end };
    position = end;
  }
}

/** The size without the bit that marks its length. With it, the longest sizes would not be exact numbers. */
const readSize = ([first = 0, ...more]: Uint8Array): number =>
  readBigEndianUint(Buffer.of(first & (0x7f >> more.length), ...more));

/** The bytes of an ID or size, from its leading zero bits. */
const lengthFromLeadingZeros = (bytes: Buffer, at: number): number => Math.clz32(bytes[at] ?? 0) - 24 + 1;

/** An unsigned big-endian integer of any length. */
export const readBigEndianUint = (bytes: Uint8Array): number => bytes.reduce((value, byte) => value * 256 + byte, 0);

/** The contents of the elements inside an element, by ID. The last of several with the same ID counts. */
export async function readEbmlFields(
  file: BufferedFileReader,
  { start, end }: EbmlElement,
): Promise<Map<number, Buffer>> {
  const fields = new Map<number, Buffer>();
  for await (const field of readEbmlElements(file, start, end)) {
    fields.set(field.id, await file.read(field.start, field.end - field.start));
  }
  return fields;
}

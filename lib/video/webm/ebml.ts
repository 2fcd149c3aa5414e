/** Bytes of the longest form of a size, for those that are written before they are known. */
export const MAX_SIZE = 8;

/** An element of EBML (RFC 8794): ID, size, and these parts behind one another. */
export function element(id: number, ...parts: readonly Uint8Array[]): Buffer {
  const size = parts.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([elementHeader(id, size), ...parts]);
}

/** ID and size of an element whose content is written by itself. */
export const elementHeader = (id: number, size: number, sizeLength?: number): Buffer =>
  Buffer.concat([bigEndian(id, bytesOf(id)), sizeBytes(size, sizeLength)]);

export const uint = (id: number, value: number): Buffer => element(id, bigEndian(value, bytesOf(value)));

/** With so many bytes, whatever the value. */
export const longUint = (id: number, value: number, length: number): Buffer => element(id, bigEndian(value, length));

export function float(id: number, value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value, 0);
  return element(id, bytes);
}

export function int64(id: number, value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(value, 0);
  return element(id, bytes);
}

/** UTF-8. */
export const text = (id: number, value: string): Buffer => element(id, Buffer.from(value));

/** Leading zero bits tell how many bytes a size has; all ones would mean that it is not known. */
function sizeBytes(size: number, length = shortestSize(size)): Buffer {
  const bytes = bigEndian(size, length);
  bytes[0] = (bytes[0] ?? 0) | (0x80 >> (length - 1));
  return bytes;
}

function shortestSize(size: number): number {
  let length = 1;
  while (size >= 2 ** (7 * length) - 1) length += 1;
  return length;
}

function bytesOf(value: number): number {
  let length = 1;
  while (value >= 2 ** (8 * length)) length += 1;
  return length;
}

function bigEndian(value: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let rest = value;
  for (let i = length - 1; i >= 0; i--) {
    bytes[i] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  return bytes;
}

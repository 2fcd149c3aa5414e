const HEADER_BYTES = 8;

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

import { crc32 } from 'node:zlib';

/** A running cyclic redundancy check; `digest` is big-endian, as S3 writes it in base64. */
export interface RunningCrc {
  update(bytes: Buffer): void;
  digest(): Buffer;
}

/** The polynomial of Ethernet and zlib. */
export function runningCrc32(): RunningCrc {
  let value = 0;
  return {
    update: (bytes) => {
      value = crc32(bytes, value);
    },
    digest: () => bigEndian(value),
  };
}

/** Castagnoli's polynomial, reflected. */
export function runningCrc32c(): RunningCrc {
  let value = 0xffffffff;
  return {
    update: (bytes) => {
      for (const byte of bytes) value = (CRC32C_TABLE[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
    },
    digest: () => bigEndian(~value >>> 0),
  };
}

/** The polynomial of NVM Express, reflected, in two halves of 32 bits: BigInt would be a hundred times slower. */
export function runningCrc64Nvme(): RunningCrc {
  let high = 0xffffffff;
  let low = 0xffffffff;
  return {
    update: (bytes) => {
      for (const byte of bytes) {
        const index = (low ^ byte) & 0xff;
        low = ((low >>> 8) | (high << 24)) ^ (CRC64_TABLE.low[index] ?? 0);
        high = (high >>> 8) ^ (CRC64_TABLE.high[index] ?? 0);
      }
    },
    digest: () => Buffer.concat([bigEndian(~high >>> 0), bigEndian(~low >>> 0)]),
  };
}

const CRC32C_TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0x82f63b78 : value >>> 1;
  return value;
});

const CRC64_TABLE = crc64Table(0x9a6c9329ac4bc9b5n);

function crc64Table(polynomial: bigint): { high: Int32Array; low: Int32Array } {
  const values = Array.from({ length: 256 }, (_, byte) => {
    let value = BigInt(byte);
    for (let bit = 0; bit < 8; bit += 1) value = value & 1n ? (value >> 1n) ^ polynomial : value >> 1n;
    return value;
  });
  return {
    high: Int32Array.from(values, (value) => Number(BigInt.asIntN(32, value >> 32n))),
    low: Int32Array.from(values, (value) => Number(BigInt.asIntN(32, value))),
  };
}

function bigEndian(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
}

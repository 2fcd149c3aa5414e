import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** The digits of base62 in the order of their values. */
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Digits of base62 that 32 bytes need. */
const RANDOM_DIGITS = 43;
/** Digits of base62 that 32 bits need. */
const CRC_DIGITS = 6;
const DIGITS_AFTER_PREFIX = new RegExp(`^[0-9A-Za-z]{${RANDOM_DIGITS + CRC_DIGITS}}$`);

/** The number of random bytes of a secret. */
export const CHECKSUMMED_SECRET_BYTES = 32;

/** A number in base62 with leading zeros. @param digits the number of digits of the result */
function toBase62(value: bigint, digits: number): string {
  let text = '';
  for (let remaining = value, i = 0; i < digits; i++, remaining /= 62n) text = DIGITS[Number(remaining % 62n)] + text;
  return text;
}

const checksum = (text: string): string => toBase62(BigInt(crc32(text)), CRC_DIGITS);

/**
 * Formats 32 random bytes as a secret that clients send back: a prefix, the bytes in base62 (43 digits), and a CRC-32 of both in base62
 * (6 digits). The CRC-32 lets a mistyped secret be refused without a look-up.
 * @param prefix such as `svc_live_`
 */
export function formatChecksummedSecret(prefix: string, randomBytes: Uint8Array): string {
  const text = prefix + toBase62(BigInt(`0x${Buffer.from(randomBytes).toString('hex')}`), RANDOM_DIGITS);
  return text + checksum(text);
}

/** Reports whether a text has one of the prefixes, the shape and the checksum of a secret. */
export const isChecksummedSecret = (prefixes: readonly string[], text: string): boolean =>
  prefixes.some((prefix) => text.startsWith(prefix) && DIGITS_AFTER_PREFIX.test(text.slice(prefix.length))) &&
  checksum(text.slice(0, -CRC_DIGITS)) === text.slice(-CRC_DIGITS);

/** The SHA-256 (hex) of a secret, which is stored. It has 256 random bits, so no salt or slow hash is needed against guessing. */
export const hashChecksummedSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

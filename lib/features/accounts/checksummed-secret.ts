import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * Secrets that clients send back: a prefix, 32 random bytes in base62 (43 digits), and a CRC-32 of both in base62 (6 digits). The CRC-32
 * lets a mistyped secret be refused without a look-up.
 */
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_DIGITS = 43;
const CRC_DIGITS = 6;
const TAIL = new RegExp(`^[0-9A-Za-z]{${RANDOM_DIGITS + CRC_DIGITS}}$`);

/** Random bytes of a secret. */
export const CHECKSUMMED_SECRET_BYTES = 32;

function base62(value: bigint, digits: number): string {
  let text = '';
  for (let rest = value, i = 0; i < digits; i++, rest /= 62n) text = DIGITS[Number(rest % 62n)] + text;
  return text;
}

const checksum = (text: string): string => base62(BigInt(crc32(text)), CRC_DIGITS);

/** Formats 32 random bytes as a secret. @param prefix such as `svc_live_` */
export function formatChecksummedSecret(prefix: string, random: Uint8Array): string {
  const text = prefix + base62(BigInt(`0x${Buffer.from(random).toString('hex')}`), RANDOM_DIGITS);
  return text + checksum(text);
}

/** Reports whether a text has one of the prefixes, the shape and the checksum of a secret. */
export const isChecksummedSecret = (prefixes: readonly string[], text: string): boolean =>
  prefixes.some((prefix) => text.startsWith(prefix) && TAIL.test(text.slice(prefix.length))) &&
  checksum(text.slice(0, -CRC_DIGITS)) === text.slice(-CRC_DIGITS);

/** The SHA-256 (hex) of a secret, which is stored. It has 256 random bits, so no salt or slow hash is needed against guessing. */
export const hashChecksummedSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

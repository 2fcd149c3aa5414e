import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * API keys: `svc_live_` or `svc_test_`, 32 random bytes in base62 (43 digits), and a CRC-32 of all that in base62
 * (6 digits), so that a mistyped key is refused without a look-up.
 */
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_DIGITS = 43;
const CRC_DIGITS = 6;
const SHAPE = new RegExp(`^svc_(live|test)_[0-9A-Za-z]{${RANDOM_DIGITS + CRC_DIGITS}}$`);

function base62(value: bigint, digits: number): string {
  let text = '';
  for (let rest = value, i = 0; i < digits; i++, rest /= 62n) text = DIGITS[Number(rest % 62n)] + text;
  return text;
}

const checksum = (text: string): string => base62(BigInt(crc32(text)), CRC_DIGITS);

/** Formats 32 random bytes as an API key. */
export function formatApiKey(mode: 'live' | 'test', random: Uint8Array): string {
  const digits = base62(BigInt(`0x${Buffer.from(random).toString('hex')}`), RANDOM_DIGITS);
  const text = `svc_${mode}_${digits}`;
  return text + checksum(text);
}

/** Reports whether a text has the shape and the checksum of an API key. */
export const isApiKeyShaped = (text: string): boolean =>
  SHAPE.test(text) && checksum(text.slice(0, -CRC_DIGITS)) === text.slice(-CRC_DIGITS);

/** The SHA-256 (hex) of a key, which is stored. A key has 256 random bits, so no salt or slow hash is needed against guessing. */
export const hashApiKey = (key: string): string => createHash('sha256').update(key).digest('hex');

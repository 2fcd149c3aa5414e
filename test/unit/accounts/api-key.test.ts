import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { formatApiKey, hashApiKey, isApiKeyShaped } from '#features/accounts/api-key.ts';

const RANDOM = Uint8Array.from({ length: 32 }, (_, i) => (i * 37 + 11) % 256);
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

describe('an API key', () => {
  it.each(['live', 'test'] as const)('of mode %s is a prefix, 43 digits and a checksum of 6', (mode) => {
    const key = formatApiKey(mode, RANDOM);
    expect(key).toMatch(new RegExp(`^svc_${mode}_[0-9A-Za-z]{49}$`));
    expect(isApiKeyShaped(key)).toBe(true);
  });

  it('carries all 256 random bits', () => {
    for (const [random, digits] of [
      [new Uint8Array(32), '0'.repeat(43)],
      [new Uint8Array(32).fill(255), undefined],
      [Uint8Array.from({ length: 32 }, (_, i) => (i === 31 ? 62 : 0)), `${'0'.repeat(41)}10`],
    ] as const) {
      const key = formatApiKey('live', random);
      const value = [...key.slice(9, 52)].reduce((sum, digit) => sum * 62n + BigInt(DIGITS.indexOf(digit)), 0n);
      expect(value).toBe(BigInt(`0x${Buffer.from(random).toString('hex')}`));
      if (digits !== undefined) expect(key.slice(9, 52)).toBe(digits);
    }
  });

  it.each(['live', 'test'] as const)('of mode %s with one wrong character is found out, wherever that is', (mode) => {
    const key = formatApiKey(mode, RANDOM);
    let tried = 0;
    for (let i = 0; i < key.length; i++)
      for (const digit of `${DIGITS}_-`) {
        if (digit === key[i]) continue;
        tried += 1;
        expect(isApiKeyShaped(key.slice(0, i) + digit + key.slice(i + 1))).toBe(false);
      }
    expect(tried).toBe(key.length * 63);
  });

  it('with two neighbours exchanged, or one character too few or too many, is found out', () => {
    const key = formatApiKey('live', RANDOM);
    for (let i = 0; i < key.length; i++) {
      expect(isApiKeyShaped(key.slice(0, i) + key.slice(i + 1))).toBe(false);
      expect(isApiKeyShaped(`${key.slice(0, i)}0${key.slice(i)}`)).toBe(false);
      if (key[i] !== key[i + 1] && i + 1 < key.length)
        expect(isApiKeyShaped(key.slice(0, i) + key[i + 1] + key[i] + key.slice(i + 2))).toBe(false);
    }
  });

  it.each(['', 'svc_live_', ' ', 'null', '0'.repeat(100_000), 'svc_live_💥'])('is not confused with %#', (text) => {
    expect(isApiKeyShaped(text)).toBe(false);
    expect(isApiKeyShaped(`${formatApiKey('live', RANDOM)}${text || '\n'}`)).toBe(false);
  });

  it('is stored as its SHA-256', () => {
    const key = formatApiKey('live', RANDOM);
    expect(hashApiKey(key)).toBe(createHash('sha256').update(key).digest('hex'));
  });
});

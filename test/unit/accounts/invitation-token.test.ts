import { describe, expect, it } from 'vitest';
import { formatApiKey, isApiKeyShaped } from '#features/accounts/api-key.ts';
import { formatInvitationToken, isInvitationTokenShaped } from '#features/accounts/invitation-token.ts';

const bytes = (seed: number) => new Uint8Array(32).fill(seed);

describe('the token of an invitation', () => {
  const token = formatInvitationToken(bytes(7));

  it('has its own prefix, fits into an address, and is different for other bytes', () => {
    expect(token).toMatch(/^invite_[0-9A-Za-z]{49}$/);
    expect(isInvitationTokenShaped(token)).toBe(true);
    expect(formatInvitationToken(bytes(8))).not.toBe(token);
  });

  it.each([
    ['cut off', token.slice(0, -1)],
    ['mistyped', token.replace(/.$/, (last) => (last === '0' ? '1' : '0'))],
    ['with a space', `${token} `],
    ['an API key', formatApiKey('live', bytes(7))],
    ['empty', ''],
  ])('is refused without a look-up: %s', (_, text) => {
    expect(isInvitationTokenShaped(text)).toBe(false);
  });

  it('is no API key', () => {
    expect(isApiKeyShaped(token)).toBe(false);
  });
});

import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { clientAddressOf, isFromThisMachine, parseTrustedProxies } from '#stack/gateway/client-address.ts';
import { ClientRequestCounts } from '#stack/gateway/client-rate-limits.ts';

const from = (remoteAddress: string, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } }) as Pick<
    IncomingMessage,
    'socket' | 'headers'
  >;

describe('the address of a client', () => {
  const isProxy = parseTrustedProxies('172.16.0.0/12, fd00::/8');

  it.each([
    ['a direct one', from('203.0.113.9'), '203.0.113.9'],
    ['one that names another', from('203.0.113.9', '198.51.100.1'), '203.0.113.9'],
    ['behind a proxy on this machine', from('::ffff:127.0.0.1', '203.0.113.9'), '203.0.113.9'],
    ['behind two proxies', from('127.0.0.1', '203.0.113.9, 172.18.0.4'), '203.0.113.9'],
    ['that adds an address before', from('fd00::2', '10.0.0.1, 203.0.113.9'), '203.0.113.9'],
    ['this machine', from('127.0.0.1'), '127.0.0.1'],
  ])('is found: %s', (_, request, address) => {
    expect(clientAddressOf(request, isProxy)).toBe(address);
  });

  it('is this machine only without a proxy', () => {
    expect(
      [from('127.0.0.1'), from('127.0.0.1', '203.0.113.9'), from('203.0.113.9')].map((one) => isFromThisMachine(one)),
    ).toEqual([true, false, false]);
  });

  it('needs proxies that are addresses', () => {
    expect(() => parseTrustedProxies('caddy')).toThrow('TRUSTED_PROXIES');
    expect(() => parseTrustedProxies('10.0.0.0/64')).toThrow('TRUSTED_PROXIES');
  });
});

describe('the bound of requests in a minute', () => {
  const bounds = { address: 3, address_costly: 1, credential: 2 };
  const request = { address: 'a', credentials: [], isCostly: false };

  it('is valid for an address, a costly route and a credential, each alone', () => {
    const counts = new ClientRequestCounts(bounds, () => 60_000);
    expect([1, 2, 3, 4].map(() => counts.waitOf(request) !== undefined)).toEqual([false, false, false, true]);
    const costly = { ...request, address: 'b', isCostly: true };
    expect([1, 2].map(() => counts.waitOf(costly) !== undefined)).toEqual([false, true]);
    const keyed = (address: string) => ({ ...request, address, credentials: ['key'] });
    expect(['c', 'd', 'e'].map((address) => counts.waitOf(keyed(address)) !== undefined)).toEqual([false, false, true]);
  });

  it('counts the last minute as far as it is within 60 s', () => {
    let now = 119_000;
    const counts = new ClientRequestCounts(bounds, () => now);
    expect([1, 2, 3].map(() => counts.waitOf(request))).toEqual([undefined, undefined, undefined]);
    expect(counts.waitOf(request)).toBe(1);
    now = 121_000;
    expect(counts.waitOf(request)).toBe(59);
    now = 179_000;
    expect(counts.waitOf(request)).toBeUndefined();
    now = 300_000;
    expect([1, 2, 3].map(() => counts.waitOf(request))).toEqual([undefined, undefined, undefined]);
  });
});

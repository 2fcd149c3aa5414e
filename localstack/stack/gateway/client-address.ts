import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { StartError } from '#emulators/host/start-error.ts';

/** Reports whether an address belongs to a proxy that is trusted. */
export type IsTrustedProxy = (address: string) => boolean;

/** An IPv4 address that a socket for both families names as an IPv6 one. */
const toPlainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 4 ? 'ipv4' : 'ipv6');

/**
 * Reads TRUSTED_PROXIES: addresses and ranges (`172.16.0.0/12`), separated by commas. Programs on this machine are trusted.
 * @throws StartError for a text that is neither
 */
export function parseTrustedProxies(text = ''): IsTrustedProxy {
  const trustedAddresses = new BlockList();
  trustedAddresses.addSubnet('127.0.0.0', 8, 'ipv4');
  trustedAddresses.addAddress('::1', 'ipv6');
  for (const entry of text.split(',').flatMap((part) => part.trim() || [])) {
    const [address = '', bitsText = ''] = entry.split('/');
    const family = familyOf(address);
    const maxBits = family === 'ipv4' ? 32 : 128;
    const prefixBits = bitsText === '' ? maxBits : Number(bitsText);
    if (isIP(address) === 0 || !Number.isInteger(prefixBits) || prefixBits < 0 || prefixBits > maxBits)
      throw new StartError(`TRUSTED_PROXIES must be addresses or ranges such as 172.16.0.0/12, not "${entry}"`);
    trustedAddresses.addSubnet(address, prefixBits, family);
  }
  return (address) => isIP(address) !== 0 && trustedAddresses.check(address, familyOf(address));
}

/**
 * Finds the address of the client: that of the connection, or behind trusted proxies the last one in `X-Forwarded-For` that is not theirs. A
 * client may write any addresses before it.
 */
export function clientAddressOf(
  { socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>,
  isProxy: IsTrustedProxy,
): string {
  const forwardedAddresses = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .flatMap((part) => toPlainAddress(part.trim()) || []);
  const hops = [...forwardedAddresses, toPlainAddress(socket.remoteAddress ?? '')];
  return hops.findLast((address) => !isProxy(address)) ?? hops[0] ?? '';
}

const isLoopbackAddress = parseTrustedProxies();

/** Reports whether a request comes from this machine, and not through a proxy on it. */
export const isFromThisMachine = (
  { socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>,
  isOwn: IsTrustedProxy = isLoopbackAddress,
): boolean => headers['x-forwarded-for'] === undefined && isOwn(toPlainAddress(socket.remoteAddress ?? ''));

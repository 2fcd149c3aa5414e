import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** IPv4-compatible IPv6 addresses (RFC 4291, 2.5.5.1; deprecated), which some systems still route; ipaddr.js counts them as unicast. */
const IPV4_COMPATIBLE = ipaddr.IPv6.parseCIDR('::/96');

/** Reports whether this is an IPv4-compatible IPv6 address (`::/96`, which includes `::` and `::1`), but not an IPv4-mapped one. */
export const isIPv4CompatibleAddress = (address: string): boolean =>
  isIP(address) === 6 && ipaddr.IPv6.parse(address).match(IPV4_COMPATIBLE);

/** The two addresses of this machine that the local stack may connect to. */
export const LOOPBACK_ADDRESSES = ['127.0.0.1', '::1'];

/**
 * Permission for addresses of this machine, which only the local stack gives: http, and loopback written as localhost, 127.0.0.1 or
 * [::1], except the ports of the stack itself.
 */
export type LoopbackPermission = boolean | { exceptPorts: readonly number[] };

/** The IP address to which a socket connects: an IPv4-mapped IPv6 address (`::ffff:0:0/96`) is replaced by its IPv4 address. */
export function unmappedIpAddress(address: string): string {
  if (isIP(address) !== 6 || address.includes('%')) return address;
  const parsed = ipaddr.IPv6.parse(address);
  return parsed.isIPv4MappedAddress() ? parsed.toIPv4Address().toString() : address;
}

/**
 * Reports whether connections to this IP address are forbidden: it is not unicast by IANA's registries of special-purpose addresses, as
 * ipaddr.js has them, or it is IPv4-compatible. A text that is not an address and an address with a zone are also refused.
 */
export function isForbiddenIp(address: string, allowLoopback: LoopbackPermission): boolean {
  if (isIP(address) === 0 || address.includes('%')) return true;
  // Loopback is allowed only in these two spellings, not as a mapped address.
  if (allowLoopback !== false && LOOPBACK_ADDRESSES.includes(address)) return false;
  const plain = unmappedIpAddress(address);
  return ipaddr.parse(plain).range() !== 'unicast' || isIPv4CompatibleAddress(plain);
}

/** Addresses of this machine, in the only spellings that are allowed, and only in the local stack. */
const WRITTEN_LOOPBACK = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?([/?#]|$)/;

/** Reason why an address is refused. */
export type AddressRefusal = 'not_a_url' | 'not_https' | 'has_credentials' | 'refused_address' | 'own_port';

/** Message for the owner of an address, by the reason of its refusal. */
export const ADDRESS_REFUSAL_MESSAGES: Readonly<Record<AddressRefusal, string>> = {
  not_a_url: 'This is not a URL. Send an absolute address such as https://example.com/hook.',
  not_https: 'The address must start with https://.',
  has_credentials: 'The address must not carry a user name or password. Put a secret into its path or query.',
  refused_address: 'This address is private, local or reserved. Use a public one.',
  own_port: 'This port belongs to the service itself. Use another one.',
};

/** The port that a URL connects to. */
export const portOfUrl = ({ port, protocol }: URL): number => Number(port) || (protocol === 'https:' ? 443 : 80);

/** The host of a URL for a resolver or a socket: an IPv6 address is without brackets. */
export const hostOfUrl = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/**
 * Checks a receiver's URL, without DNS.
 * @returns the reason of its refusal; undefined if it is allowed
 * @param allowLoopback the local stack: also http, and loopback written as localhost, 127.0.0.1 or [::1].
 */
export function receiverUrlRefusal(text: string, allowLoopback: LoopbackPermission): AddressRefusal | undefined {
  if (!URL.canParse(text) || /[\s\\\p{Cc}]/u.test(text)) return 'not_a_url';
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(allowLoopback && url.protocol === 'http:')) return 'not_https';
  if (url.username !== '' || url.password !== '') return 'has_credentials';
  if (mayUrlResolveToLoopback(text, allowLoopback)) {
    const ownPorts = typeof allowLoopback === 'object' ? allowLoopback.exceptPorts : [];
    return ownPorts.includes(portOfUrl(url)) ? 'own_port' : undefined;
  }
  const host = hostOfUrl(url).replace(/\.+$/, '').toLowerCase();
  if (isIP(host) !== 0) return isForbiddenIp(host, false) ? 'refused_address' : undefined;
  const local =
    host === '' ||
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host.endsWith('.local') ||
    host.endsWith('.internal');
  return local || !host.includes('.') ? 'refused_address' : undefined;
}

/** Reports whether a URL may resolve to this machine: loopback is allowed, and it is one of the allowed spellings. */
export const mayUrlResolveToLoopback = (text: string, allowLoopback: LoopbackPermission): boolean =>
  allowLoopback !== false && WRITTEN_LOOPBACK.test(text);

import { BlockList, isIP, isIPv6 } from 'node:net';

/** Address blocks that no receiver may have: private, loopback, link-local, documentation, reserved, and tunnels to them. */
const REFUSED_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
const REFUSED_V6 = [
  '::/128',
  '::1/128',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/32',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fe80::/10',
  'ff00::/8',
];

const refused = new BlockList();
for (const block of REFUSED_V4) {
  const [network = '', prefix] = block.split('/');
  refused.addSubnet(network, Number(prefix), 'ipv4');
}
for (const block of REFUSED_V6) {
  const [network = '', prefix] = block.split('/');
  refused.addSubnet(network, Number(prefix), 'ipv6');
}

const isLoopback = (address: string): boolean => address === '::1' || address === '127.0.0.1';

/** The IPv4 address inside an IPv4-mapped IPv6 one (`::ffff:0:0/96`), which is judged in its place. */
function mappedV4(address: string): string | undefined {
  const inner = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(new URL(`http://[${address}]/`).hostname);
  if (!inner) return undefined;
  const [high, low] = [Number.parseInt(inner[1] ?? '', 16), Number.parseInt(inner[2] ?? '', 16)];
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** Whether no connection may be made to this IP address. */
export function isRefusedAddress(address: string, allowLoopback: boolean): boolean {
  const plain = address.replace(/%.*$/, '');
  if (isIP(plain) === 0) return true;
  if (!isIPv6(plain)) return refused.check(plain, 'ipv4') && !(allowLoopback && isLoopback(plain));
  const inner = mappedV4(plain);
  if (inner !== undefined) return isRefusedAddress(inner, false);
  return refused.check(plain, 'ipv6') && !(allowLoopback && isLoopback(plain));
}

/** Only these spellings of this machine may be used, and only under the local stack. */
const WRITTEN_LOOPBACK = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?([/?#]|$)/;

export type ReceiverRefusal = 'not_a_url' | 'not_https' | 'has_credentials' | 'refused_address';

/**
 * Judges a receiver's address by how it is written, without DNS. Gives why it is refused, or undefined.
 * @param allowLoopback the local stack: also http, and of the private addresses those spelled as this machine.
 */
export function refusalOf(text: string, allowLoopback: boolean): ReceiverRefusal | undefined {
  if (!URL.canParse(text) || /[\s\\\p{Cc}]/u.test(text)) return 'not_a_url';
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(allowLoopback && url.protocol === 'http:')) return 'not_https';
  if (url.username !== '' || url.password !== '') return 'has_credentials';
  if (allowLoopback && WRITTEN_LOOPBACK.test(text)) return undefined;
  const host = url.hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.+$/, '')
    .toLowerCase();
  if (isIP(host) !== 0) return isRefusedAddress(host, false) ? 'refused_address' : undefined;
  const local =
    host === '' ||
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host.endsWith('.local') ||
    host.endsWith('.internal');
  return local || !host.includes('.') ? 'refused_address' : undefined;
}

/** Whether this receiver may resolve to this machine: it is spelled as this machine, under the local stack. */
export const mayBeLoopback = (text: string, allowLoopback: boolean): boolean =>
  allowLoopback && WRITTEN_LOOPBACK.test(text);

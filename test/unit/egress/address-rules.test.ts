import { describe, expect, it } from 'vitest';
import { isForbiddenIp, mayUrlResolveToLoopback, receiverUrlRefusal } from '#platform/egress/address-rules.ts';

/** First and last address of every refused block. */
const REFUSED: readonly [string, string, string][] = [
  ['0/8', '0.0.0.0', '0.255.255.255'],
  ['10/8', '10.0.0.0', '10.255.255.255'],
  ['100.64/10', '100.64.0.0', '100.127.255.255'],
  ['127/8', '127.0.0.0', '127.255.255.255'],
  ['169.254/16', '169.254.0.0', '169.254.255.255'],
  ['172.16/12', '172.16.0.0', '172.31.255.255'],
  ['192.0.0/24', '192.0.0.0', '192.0.0.255'],
  ['192.0.2/24', '192.0.2.0', '192.0.2.255'],
  ['192.88.99/24', '192.88.99.0', '192.88.99.255'],
  ['192.168/16', '192.168.0.0', '192.168.255.255'],
  ['198.18/15', '198.18.0.0', '198.19.255.255'],
  ['198.51.100/24', '198.51.100.0', '198.51.100.255'],
  ['203.0.113/24', '203.0.113.0', '203.0.113.255'],
  ['224/4', '224.0.0.0', '239.255.255.255'],
  ['240/4', '240.0.0.0', '255.255.255.255'],
  ['::', '::', '0:0:0:0:0:0:0:0'],
  ['::1', '::1', '0000:0000:0000:0000:0000:0000:0000:0001'],
  ['::/96', '::127.0.0.1', '::ffff:ffff'],
  ['64:ff9b::/96', '64:ff9b::', '64:ff9b::255.255.255.255'],
  ['::ffff:0:0:0/96', '::ffff:0:0:0', '::ffff:0:127.0.0.1'],
  ['64:ff9b:1::/48', '64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  ['100::/64', '100::', '100::ffff:ffff:ffff:ffff'],
  ['2001::/32', '2001::', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001::/23, the rest of it', '2001:1::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:db8::/32', '2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2002::/16', '2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['3fff::/20', '3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['5f00::/16', '5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fc00::/7', 'fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fec0::/10', 'fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fe80::/10', 'fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['ff00::/8', 'ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
];

/** The addresses next to them that are anybody's. */
const ALLOWED = [
  '1.0.0.0',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '191.255.255.255',
  '192.0.1.0',
  '192.0.1.255',
  '192.0.3.0',
  '192.88.98.255',
  '192.88.100.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '198.51.99.255',
  '198.51.101.0',
  '203.0.112.255',
  '203.0.114.0',
  '223.255.255.255',
  '8.8.8.8',
  '64:ff9a:ffff:ffff:ffff:ffff:ffff:ffff',
  '64:ff9b::1:0:0',
  '64:ff9b:2::',
  '100:0:0:1::',
  '2001:db7:ffff:ffff:ffff:ffff:ffff:ffff',
  '2001:db9::',
  '2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  '2003::',
  '3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  '3fff:1000::',
  '5eff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  '5f01::',
  'fbff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  'fe7f:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  '2606:4700:4700::1111',
];

const hex = (v4: string): string => {
  const [a = 0, b = 0, c = 0, d = 0] = v4.split('.').map(Number);
  return `::ffff:${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
};
const isV4 = (address: string) => !address.includes(':');
const inUrl = (address: string) => `https://${isV4(address) ? address : `[${address}]`}/hook`;

describe('an address', () => {
  it.each(REFUSED)('of %s is refused, from %s to %s, as such and in a URL', (_, ...ends) => {
    for (const address of ends) {
      expect(isForbiddenIp(address, false)).toBe(true);
      expect(receiverUrlRefusal(inUrl(address), false)).toBe('refused_address');
      expect(receiverUrlRefusal(inUrl(address.toUpperCase()), false)).toBe('refused_address');
    }
  });

  it.each(REFUSED.filter(([, first]) => isV4(first)))('of %s is refused inside an IPv6 address too', (_, ...ends) => {
    for (const address of ends)
      for (const mapped of [`::ffff:${address}`, hex(address), `0:0:0:0:0:FFFF:${address}`]) {
        expect(isForbiddenIp(mapped, false)).toBe(true);
        expect(isForbiddenIp(mapped, true)).toBe(true);
        expect(receiverUrlRefusal(inUrl(mapped), false)).toBe('refused_address');
      }
  });

  it.each(ALLOWED)('next to the refused ones is accepted: %s', (address) => {
    expect(isForbiddenIp(address, false)).toBe(false);
    expect(receiverUrlRefusal(inUrl(address), false)).toBeUndefined();
    if (isV4(address)) {
      expect(isForbiddenIp(`::ffff:${address}`, false)).toBe(false);
      expect(receiverUrlRefusal(inUrl(hex(address)), false)).toBeUndefined();
    }
  });

  it.each(['', 'localhost', '127.1', '1.2.3', '1.2.3.4.5', '1.2.3.256', '[::1]', ':::', 'fe80::1%eth0', '::1%lo'])(
    'that is not an address, or bound to a link, is refused: %j',
    (address) => {
      expect(isForbiddenIp(address, false)).toBe(true);
    },
  );

  it('of this machine is accepted under the local stack only, and no other private one is', () => {
    for (const address of ['127.0.0.1', '::1']) {
      expect(isForbiddenIp(address, true)).toBe(false);
      expect(isForbiddenIp(address, false)).toBe(true);
    }
    for (const address of ['127.0.0.2', '127.1.1.1', '0.0.0.0', '::', '10.0.0.1', '169.254.169.254', 'fe80::1'])
      expect(isForbiddenIp(address, true)).toBe(true);
  });
});

describe('a URL', () => {
  it.each([
    ['decimal', 'https://2130706433/'],
    ['octal', 'https://0177.0.0.1/'],
    ['octal in one', 'https://017700000001/'],
    ['hex', 'https://0x7f.0.0.1/'],
    ['hex in one', 'https://0x7f000001/'],
    ['upper-case hex', 'https://0X7F000001/'],
    ['mixed', 'https://0x7f.0.1/'],
    ['short', 'https://127.1/'],
    ['shortest', 'https://0/'],
    ['a trailing dot', 'https://127.0.0.1./'],
    ['a name with a trailing dot', 'https://localhost./'],
    ['upper case', 'https://LOCALHOST/'],
    ['full-width letters', 'https://ｌｏｃａｌｈｏｓｔ/'],
    ['circled digits', 'https://①②⑦.⓪.⓪.①/'],
    ['full-width digits', 'https://１２７.０.０.１/'],
    ['ideographic full stops', 'https://127。0。0。1/'],
    ['percent signs', 'https://%31%32%37.0.0.1/'],
    ['a soft hyphen', 'https://local\u00adhost/'],
    ['another name before it', 'https://127.0.0.1.:443/'],
    ['a port of our own', 'https://127.0.0.1:4566/'],
    ['a port of our own, by name', 'https://localhost:3000/v1/me'],
    ['a name below localhost', 'https://a.localhost/'],
    ['mapped', 'https://[::ffff:127.0.0.1]/'],
    ['mapped, in full', 'https://[0000:0000:0000:0000:0000:ffff:7f00:0001]/'],
    ['the metadata service', 'https://169.254.169.254/latest/meta-data/'],
    ['the metadata service, decimal', 'https://2852039166/'],
    ['the metadata service by name', 'https://metadata.google.internal/'],
    ['a name of the local network', 'https://printer.local/'],
    ['a name without a dot', 'https://intranet/'],
    ['everywhere', 'https://[::]:443/'],
  ])('is refused however it spells what is refused: %s', (_, url) => {
    expect(receiverUrlRefusal(url, false)).toBe('refused_address');
    expect(receiverUrlRefusal(url.replace('https:', 'HTTPS:'), false)).toBe('refused_address');
  });

  it.each([
    ['', 'not_a_url'],
    ['example.com/hook', 'not_a_url'],
    ['https://', 'not_a_url'],
    ['https://exa mple.com/', 'not_a_url'],
    ['https://example.com/\n', 'not_a_url'],
    ['\thttps://example.com/', 'not_a_url'],
    ['\u0001https://example.com/', 'not_a_url'],
    ['https://example.com/\u0000', 'not_a_url'],
    ['https:\\\\example.com\\', 'not_a_url'],
    ['https://example.com\\@127.0.0.1/', 'not_a_url'],
    ['https://[::1/', 'not_a_url'],
    ['https://1.2.3.999/', 'not_a_url'],
    ['https://10.0.0.1%00.example.com/', 'not_a_url'],
    ['https://example.com:99999/', 'not_a_url'],
    ['http://example.com/', 'not_https'],
    ['ftp://example.com/', 'not_https'],
    ['file:///etc/passwd', 'not_https'],
    ['javascript:alert(1)', 'not_https'],
    ['gopher://example.com/', 'not_https'],
    ['https://user@example.com/', 'has_credentials'],
    ['https://user:password@example.com/', 'has_credentials'],
    ['https://example.com@127.0.0.1/', 'has_credentials'],
    ['https://localhost:80@example.com/', 'has_credentials'],
  ])('%j is refused: %s', (url, refusal) => {
    expect(receiverUrlRefusal(url, false)).toBe(refusal);
  });

  it.each([
    'https://example.com/',
    'https://example.com:8443/hook?a=b#c',
    'https://EXAMPLE.com./hook',
    'https://bücher.example/',
    'https://8.8.8.8/',
    'https://134744072/',
    'https://[2606:4700:4700::1111]/',
    'https://localhost.example.com/',
    'https://127.0.0.1.example.com/',
  ])('%s is accepted by how it is written', (url) => {
    expect(receiverUrlRefusal(url, false)).toBeUndefined();
  });
});

describe('under the local stack', () => {
  it.each([
    'http://localhost:9000/hook',
    'http://127.0.0.1:9000/',
    'http://[::1]:9000/',
    'https://localhost/',
    'http://localhost',
    'http://localhost?x',
  ])('this machine may be named: %s', (url) => {
    expect(receiverUrlRefusal(url, true)).toBeUndefined();
    expect(mayUrlResolveToLoopback(url, true)).toBe(true);
    expect(mayUrlResolveToLoopback(url, false)).toBe(false);
    expect(receiverUrlRefusal(url, false)).toMatch(/refused_address|not_https/);
  });

  it.each([
    ['http://LOCALHOST:9000/', 'refused_address'],
    ['http://localhost./', 'refused_address'],
    ['http://a.localhost/', 'refused_address'],
    ['http://127.0.0.2/', 'refused_address'],
    ['http://127.1/', 'refused_address'],
    ['http://2130706433/', 'refused_address'],
    ['http://0.0.0.0:3000/', 'refused_address'],
    ['http://[0:0:0:0:0:0:0:1]/', 'refused_address'],
    ['http://[::ffff:127.0.0.1]/', 'refused_address'],
    ['http://10.0.0.1/', 'refused_address'],
    ['http://169.254.169.254/', 'refused_address'],
    ['http://localhost@example.com/', 'has_credentials'],
    ['http://user@localhost/', 'has_credentials'],
    ['ftp://localhost/', 'not_https'],
  ])('it may not be spelled otherwise, nor may other private addresses be named: %s', (url, refusal) => {
    expect(receiverUrlRefusal(url, true)).toBe(refusal);
    expect(mayUrlResolveToLoopback(url, true)).toBe(false);
  });

  it.each([
    'http://example.com/hook',
    'http://localhost.example.com/',
    'http://127.0.0.1.example.com/',
    'http://localhostx.example/',
  ])('http is possible, and other names are not taken for this machine: %s', (url) => {
    expect(receiverUrlRefusal(url, true)).toBeUndefined();
    expect(mayUrlResolveToLoopback(url, true)).toBe(false);
  });
});

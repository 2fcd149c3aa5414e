/** Names of the tests' own name server: what they are first, and what they are from then on. */
export const ZONE = {
  'public.example': [['93.184.216.34']],
  'loop.example': [['127.0.0.1']],
  'loop-six.example': [['::1']],
  'other-loop.example': [['127.0.0.2']],
  'private.example': [['10.1.2.3']],
  'metadata.example': [['169.254.169.254']],
  'local-six.example': [['fd00:ec2::254']],
  'link.example': [['fe80::1']],
  'mapped.example': [['::ffff:127.0.0.1']],
  'compatible.example': [['::127.0.0.1']],
  'nat64.example': [['64:ff9b::7f00:1']],
  'everywhere.example': [['0.0.0.0']],
  'everywhere-six.example': [['::']],
  'one-of-two.example': [['93.184.216.34', '127.0.0.1']],
  'one-of-both.example': [['93.184.216.34', '::1']],
  'rebind.example': [['93.184.216.34'], ['127.0.0.1']],
  'rebind-six.example': [['93.184.216.34'], ['::1']],
} as const;

/** The names that are harmless when a receiver is registered, and no longer when it is connected to. */
export const REBINDING = ['rebind.example', 'rebind-six.example'];

/** Hosts that all lead to this machine or into a network of ours, each in a way that some filter has missed. */
const HOSTS: readonly string[] = [
  // As such
  '127.0.0.1',
  'localhost',
  '[::1]',
  '127.0.0.2',
  '127.255.255.254',
  '0.0.0.0',
  '[::]',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.0.1',
  '100.64.0.1',
  '169.254.169.254',
  '198.18.0.1',
  '192.0.0.192',
  '224.0.0.1',
  '255.255.255.255',
  '[fe80::1]',
  '[fd00:ec2::254]',
  '[fec0::1]',
  '[ff02::1]',
  // Numbers: decimal, octal, hexadecimal, short, mixed
  '2130706433',
  '017700000001',
  '0x7f000001',
  '0X7F000001',
  '0177.0.0.1',
  '0177.0.0.01',
  '0x7f.0.0.1',
  '0x7f.0x0.0x0.0x1',
  '0x7f.0.1',
  '0177.0x0.1',
  '127.1',
  '127.0.1',
  '0',
  '0x0',
  '00000000000',
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  '169.16689662',
  // A dot at the end, capitals
  '127.0.0.1.',
  'localhost.',
  'LOCALHOST',
  'LocalHost.',
  'foo.localhost',
  'printer.local',
  'metadata.google.internal',
  'intranet',
  // Digits, letters and dots of other scripts, and what is not to be seen
  '①②⑦.⓪.⓪.①',
  '１２７.０.０.１',
  '127。0。0。1',
  '127．0．0．1',
  '𝟏𝟐𝟕.𝟎.𝟎.𝟏',
  'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
  'ｌｏｃａｌｈｏｓｔ',
  'local\u00adhost',
  'loca\u200blhost',
  // Percent signs
  '%31%32%37.0.0.1',
  '%6c%6f%63%61%6c%68%6f%73%74',
  '127.0.0.1%2e',
  // IPv4 within IPv6: mapped, compatible, translated, NAT64, 6to4, Teredo
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:FFFF:7F00:0001]',
  '[::127.0.0.1]',
  '[::7f00:1]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2001:0:4136:e378:8000:63bf:80ff:fffe]',
  '[0000:0000:0000:0000:0000:0000:0000:0001]',
  '[0:0:0:0:0:0:0:1]',
  // Zones
  '[fe80::1%25lo]',
  '[::1%25lo]',
  '[::1%lo]',
  // A user before the host
  'user@127.0.0.1',
  'public.example@127.0.0.1',
  'public.example:443@localhost',
  'public.example%00@127.0.0.1',
  // Another host after it, as some parsers read it
  '127.0.0.1\\@public.example',
  '127.0.0.1\t.public.example',
];

/** Every spelling as a URL with this port, and names that resolve to what is refused. */
export const spellings = (port: number): string[] =>
  [...HOSTS, ...Object.keys(ZONE).filter((name) => name !== 'public.example')].map(
    (host) => `https://${host}:${port}/hook`,
  );

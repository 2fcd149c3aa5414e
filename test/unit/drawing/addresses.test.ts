import { expect, it } from 'vitest';
import { listUrlAndEmailSpans, withAddressBreaks } from '#engine/video/drawing/text/addresses.ts';

it.each([
  ['see https://a.example/b?c=1, and', ['https://a.example/b?c=1']],
  ['(www.example.org/x)', ['www.example.org/x']],
  ['to ann@mail.example.org.', ['ann@mail.example.org']],
  ['in /usr/lib/x and ~/a/b or ../c/d', ['/usr/lib/x', '~/a/b', '../c/d']],
  ['src/main/java of it', ['src/main/java']],
  ['and/or 24/7 3.5 e.g. this', []],
  ['intranet.example.com is up. It', ['intranet.example.com']],
])('the addresses in %s are found', (text, found) => {
  expect(listUrlAndEmailSpans(text).map(({ from, to }) => text.slice(from, to))).toEqual(found);
});

it('a long address may break after the signs between its parts, and nowhere else', () => {
  const broken = withAddressBreaks('at https://intranet.example.com/hr?lang=en&part=2, now');
  expect(broken.replaceAll('\u200b', '|')).toBe('at https://|intranet.example.com/|hr?|lang=|en&|part=|2, now');
  const host = withAddressBreaks('https://a-long-name.of.some-intranet.example.com/x');
  expect(host.replaceAll('\u200b', '|')).toBe('https://|a-|long-|name.|of.|some-|intranet.|example.|com/|x');
  expect(withAddressBreaks('ann.miller@mail.example.org')).toBe('ann.miller@mail.example.org');
  expect(withAddressBreaks('a short one: example.com/hr')).toBe('a short one: example.com/hr');
  expect(withAddressBreaks('no address - only words, and a dash')).toBe('no address - only words, and a dash');
});

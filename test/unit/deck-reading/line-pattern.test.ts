import { expect, it } from 'vitest';
import { compileLinearTimeLinePattern } from '#engine/deck-reading/markdown/line-pattern.ts';

it.each([
  ['a', 'a', 1],
  ['a', 'ba', -1],
  ['a|bc', 'bcd', 2],
  ['(?:no|note)s?:', 'notes: x', 6],
  ['a{2,3}', 'aaaa', 3],
  ['a{0,2}b', 'b', 1],
  ['[^a]+', 'bcad', 2],
  ['[-x]\\.', '-.', 2],
  ['\\d\\s.', '1 😀', 4],
  ['[^\\s]+', 'ab c', 2],
  ['[\\d\\]-]+', '1]-a', 3],
  ['[^\\W\\d]+', 'ab1', 2],
  ['(a{20}){5}', 'a'.repeat(200), 100],
  ['', 'a', 0],
  ['(a*)*b', 'aab', 3],
  ['(|a)*', 'aab', 2],
  ['(a|)+b', 'aab', 3],
  ['(()())*a', 'a', 1],
  ['((|)*)*', 'a', 0],
  ['(a{0}){20}b', 'ab', -1],
])('the pattern %s fits in %s as far as %d', (pattern, text, length) => {
  expect(compileLinearTimeLinePattern(pattern)?.matchStart(text)).toBe(length);
});

it.each([
  '(',
  ')',
  'a)',
  '*',
  '+a',
  '[a',
  '[a-z]',
  '[\\b]',
  '[]',
  '[^]',
  '(a{20}){6}',
  '(?!a)',
  '(?<a>b)',
  '\\b',
  '\\1',
  '\\',
  'a{',
  'a{x}',
  'a{3,2}',
  'a{21}',
  '^',
  'a$',
  'x'.repeat(81),
  '((a{20}){20}){20}',
])('the pattern %s is not read', (pattern) => {
  expect(compileLinearTimeLinePattern(pattern)).toBeUndefined();
});

it('letters match in both cases, other characters as they are, where case is ignored', () => {
  const ends = (pattern: string, text: string): number | undefined =>
    compileLinearTimeLinePattern(pattern, { ignoresCase: true })?.matchStart(text);
  expect([ends('noté:', 'NOTÉ: x'), ends('[äÖ]+ß', 'ÄöÄß'), ends('\\W', 'a'), ends('[^é]', 'É')]).toEqual([
    5, 4, -1, -1,
  ]);
  // The capital of ß has two letters, and the one of ı is within ASCII: both equal themselves alone.
  expect([ends('ß', 'SS'), ends('ı', 'I'), ends('k', '\u212a')]).toEqual([-1, -1, -1]);
});

it('empty groups that are repeated cost no time', () => {
  const began = process.cpuUsage();
  const nested = (pattern: string): string => `${'('.repeat(15)}${pattern}${'){9}'.repeat(15)}`;
  for (const pattern of [nested(''), nested('|'), nested('a{0}')])
    expect(compileLinearTimeLinePattern(pattern)?.matchStart('a'.repeat(1000))).toBe(0);
  expect(process.cpuUsage(began).user).toBeLessThan(2_000_000);
});

it('a pattern that could be followed in many ways takes time in proportion to the line', () => {
  const began = process.cpuUsage();
  for (const pattern of ['(a+)+b', '((a*)*)*b', '(a|a|a|a)*b', '(a?){20}(a?){20}a{20}b'])
    expect(compileLinearTimeLinePattern(pattern)?.matches('a'.repeat(50_000))).toBe(false);
  expect(process.cpuUsage(began).user).toBeLessThan(2_000_000);
});

import { describe, expect, it } from 'vitest';
import { withFineTypography } from '#engine/video/drawing/text/fine-typography.ts';

/** The drawn text, with `~` for a no-break space and `_` for a narrow one. */
const drawn = (text: string, language = 'en'): string =>
  withFineTypography([{ text }], language)
    .map((part) => part.text)
    .join('')
    .replaceAll('\u00a0', '~')
    .replaceAll('\u202f', '_');

describe('quotation marks', () => {
  it.each([
    ['en', '“A ‘b’ c.”'],
    ['en-GB', '“A ‘b’ c.”'],
    ['de', '„A ‚b‘ c.“'],
    ['de-CH', '«A ‹b› c.»'],
    ['fr', '«_A ‹_b_› c._»'],
    ['es', '«A “b” c.»'],
    ['it', '«A “b” c.»'],
    ['pt', '“A ‘b’ c.”'],
    ['pt-PT', '«A “b” c.»'],
    ['nl', '“A ‘b’ c.”'],
    ['pl', '„A~‚b’ c.”'],
    ['sv', '”A ’b’ c.”'],
    ['ja', `"A 'b' c."`],
    ['xx', `"A 'b' c."`],
  ])('of %s are %s', (language, expected) => {
    expect(drawn(`"A 'b' c."`, language)).toBe(expected);
  });

  it.each([
    ["Don't, the students' and rock 'n' roll of the '90s", 'Don’t, the students’ and rock ’n’ roll of the ’90s'],
    [`5'10" tall, 12" records and 40° 26' 46"`, `5'10" tall, 12" records and 40° 26' 46"`],
    [`a "6" pipe" and "Top 10"`, 'a “6" pipe” and “Top 10”'],
    ['("so")', '(“so”)'],
    ['alone " or \' here', 'alone " or \' here'],
    ['“curly” stays', '“curly” stays'],
  ])('and apostrophes in %s', (text, expected) => {
    expect(drawn(text)).toBe(expected);
  });

  it('are apostrophes within words in all languages that have quotation marks, not in Hebrew', () => {
    expect(drawn("L'amour", 'fr')).toBe('L’amour');
    expect(drawn('צה"ל', 'he')).toBe('צה"ל');
  });

  it('are found over marked parts, and none in code', () => {
    const parts = [{ text: '"All ' }, { text: 'of "it"', code: true as const }, { text: ' is -- it"', bold: true }];
    expect(withFineTypography(parts, 'en').map(({ text }) => text)).toEqual(['“All ', 'of "it"', ' is\u00a0– it”']);
  });
});

describe('dashes, ellipses and spaces', () => {
  it.each([
    ['en', 'a -- b --- c', 'a~– b~— c'],
    ['en', 'word--word---word', 'word–word—word'],
    ['en', 'git log --all -- x; a --> b; <!-- c -->; ----', 'git log --all~– x; a --> b; <!-- c -->; ----'],
    ['en', 'Wait... what', 'Wait… what'],
    ['en', 'and ...so on, and more.....', 'and …so on, and more.....'],
    ['en', 'i--; (n--) --', 'i--; (n--) --'],
    ['en', '5 km, 10 000 and No. 7', '5~km, 10~000 and No.~7'],
    ['de', 'z. B. 5 %', 'z._B. 5~%'],
    ['fr', 'Quoi ? Note : 10 000 !', 'Quoi_? Note~: 10_000_!'],
    ['cs', 'v lese a s tebou', 'v~lese a~s~tebou'],
  ])('in %s: %s', (language, text, expected) => {
    expect(drawn(text, language)).toBe(expected);
  });

  it.each([
    `https://example.org/a--b?q="x"...`,
    "mail o--neil@example.org or /usr/lib--x/y's",
    '$x_{1} -- y$ and more',
  ])('never change addresses, files and formulas: %s', (text) => {
    const kept = /\S*:\/\/\S+(?=\?)|\S+@\S+|\$.*\$/u.exec(text)?.[0] ?? '';
    expect(kept).not.toBe('');
    expect(drawn(text)).toContain(kept);
  });

  it.each([
    `{ encoding: 'utf8' }`,
    `{ "a": { "b": "c -- d" }, ...rest }`,
    `readFile(path, 'utf8')`,
    'f(g("a"), ...args)',
    `row['name']`,
    `["a", "b"]`,
    '[...all, 5 km]',
    `<a class="b">`,
    `x === 'y'`,
    `git commit -m "c"`,
  ])('never change what looks like code without marks: %s', (code) => {
    expect(drawn(`"So": ${code}`)).toBe(`“So”: ${code}`);
  });

  it('change prose in and around brackets', () => {
    expect(drawn(`A "b" (or 'c'), the slide(s) of "d" ["sic"] and 図("e")`)).toBe(
      `A “b” (or ‘c’), the slide(s) of “d” [“sic”] and 図(“e”)`,
    );
  });
});

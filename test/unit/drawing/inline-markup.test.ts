import { describe, expect, it } from 'vitest';
import { escapeInlineMarks, parseInlineMarkup, withoutInlineMarks } from '#engine/video/drawing/text/inline-markup.ts';
import { splitPointSign } from '#engine/video/drawing/text/point-signs.ts';

const shown = (text: string): string => withoutInlineMarks(text, 'inline');

describe('inline marks', () => {
  it('give spans with what they mean', () => {
    expect(parseInlineMarkup('a **b** *c* `d` ~~e~~ [f](https://x.example/y?z=1)', 'inline')).toEqual([
      { text: 'a ' },
      { text: 'b', bold: true },
      { text: ' ' },
      { text: 'c', italic: true },
      { text: ' ' },
      { text: 'd', code: true },
      { text: ' ' },
      { text: 'e', struck: true },
      { text: ' ' },
      { text: 'f' },
    ]);
  });

  it('stand within each other', () => {
    expect(parseInlineMarkup('***both***', 'inline')).toEqual([{ text: 'both', bold: true, italic: true }]);
    expect(parseInlineMarkup('**a *b* c**', 'inline')).toEqual([
      { text: 'a ', bold: true },
      { text: 'b', bold: true, italic: true },
      { text: ' c', bold: true },
    ]);
  });

  it('highlight, and set letters below and above the line', () => {
    expect(parseInlineMarkup('==**a** b== H~2~O x^2^', 'inline')).toEqual([
      { text: 'a', bold: true, highlighted: true },
      { text: ' b', highlighted: true },
      { text: ' H' },
      { text: '2', raised: 'sub' },
      { text: 'O x' },
      { text: '2', raised: 'sup' },
    ]);
    expect(shown('H~2~O, 10^-6^, 1^st^ ==x==')).toBe('H2O, 10⁻⁶, 1st x');
  });

  it('start an admonition or a task, of which captions have the text', () => {
    expect(splitPointSign('[!Warning] Hot', 'inline')).toEqual({ sign: { admonition: 'warning' }, rest: 'Hot' });
    expect(splitPointSign('[x] Done', 'inline')).toEqual({ sign: { isDone: true }, rest: 'Done' });
    expect(splitPointSign('[ ] Open', 'inline')).toEqual({ sign: { isDone: false }, rest: 'Open' });
    for (const text of ['[!OTHER] a', '[y] a', '[x]a', 'a [x] b', '\\[x] a'])
      expect(splitPointSign(text, 'inline')).toEqual({ rest: text });
    expect(splitPointSign('[x] Done', 'none')).toEqual({ rest: '[x] Done' });
    expect([shown('[!NOTE] a'), shown('[x] b'), shown('\\[x] c')]).toEqual(['a', 'b', '[x] c']);
  });

  it('are plain characters once they are escaped', () => {
    const text = 'a \\ `b` *c* ~d~ ^e^ ==f== [g](https://x.example) [x] h = i';
    expect(
      parseInlineMarkup(escapeInlineMarks(text), 'inline')
        .map((span) => span.text)
        .join(''),
    ).toBe(text);
    expect(escapeInlineMarks('a = b')).toBe('a = b');
  });

  it('need no spaces around them', () => {
    expect(shown('日本語の**太字**です')).toBe('日本語の太字です');
    expect(parseInlineMarkup('un**believ**able', 'inline')[1]).toEqual({ text: 'believ', bold: true });
  });

  it.each([
    ['2 * 3 * 4 = 24'],
    ['** not bold **'],
    ['an open **mark'],
    ['a_name_with_underscores'],
    ['[no link](ftp://x.example)'],
    ['~ 5'],
    ['~/a/b and ~/c'],
    ['a == b, c == d'],
    ['2^3 and 4^5'],
    ['[^1] and [^2]'],
    ['**'],
  ])('leaves %s as it is', (text) => {
    expect(parseInlineMarkup(text, 'inline')).toEqual([{ text }]);
  });

  it('are signs after a backslash, and within code', () => {
    expect(shown('\\*no\\* and \\`no\\`')).toBe('*no* and `no`');
    expect(parseInlineMarkup('`**x**` and ``a`b``', 'inline')).toEqual([
      { text: '**x**', code: true },
      { text: ' and ' },
      { text: 'a`b', code: true },
    ]);
  });

  it('are nothing without markup', () => {
    expect(parseInlineMarkup('**b**', 'none')).toEqual([{ text: '**b**' }]);
    expect(withoutInlineMarks('**b**', undefined)).toBe('**b**');
  });

  it('are read in a time that does not explode', () => {
    const hostile = ['*'.repeat(300), '`'.repeat(300), '[a'.repeat(150), '**a*'.repeat(75), '~~ '.repeat(100)];
    const began = performance.now();
    for (const text of hostile) shown(text);
    // A parser that tries all ways would need years; the limit only ends a test that has failed.
    expect(performance.now() - began).toBeLessThan(60_000);
  });
});

it('has spaces in a subscript and a superscript after a backslash, and only there', () => {
  expect(parseInlineMarkup('T~in\\ air~ is', 'inline')).toEqual([
    { text: 'T' },
    { text: 'in air', raised: 'sub' },
    { text: ' is' },
  ]);
  expect(parseInlineMarkup('x^a\\ b^', 'inline')).toEqual([{ text: 'x' }, { text: 'a b', raised: 'sup' }]);
  expect(parseInlineMarkup('~5 and ~6', 'inline')).toEqual([{ text: '~5 and ~6' }]);
});

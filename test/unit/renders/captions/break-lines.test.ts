import { describe, expect, it } from 'vitest';
import { toSingleLine } from '#engine/video/captions/timed-captions.ts';
import { breakIntoCaptions } from '#features/renders/captions/break-lines.ts';
import { captionWidthInColumns } from '#features/renders/captions/caption-width.ts';
import { splitAtLineBreakOpportunities } from '#features/renders/captions/tokens.ts';
import { HOSTILE_TEXTS, SENTENCE_BY_LANGUAGE } from '#test/support/captions/spoken-sentences.ts';

const linesOf = (text: string, language = 'en'): string[][] =>
  breakIntoCaptions(splitAtLineBreakOpportunities(text, language)).map(({ lines }) => lines);
const bare = (text: string): string => text.replace(/\s/g, '');

describe('the lines of captions', () => {
  it.each<[string, string, string[][]]>([
    ['en', 'Welcome to the quarterly review.', [['Welcome to the quarterly review.']]],
    [
      'en',
      SENTENCE_BY_LANGUAGE.en ?? '',
      [
        ['In the first quarter, we grew revenue', 'by 12 percent, which is more than anyone'],
        ['in the industry expected, and we', 'did so without raising a single price.'],
      ],
    ],
    [
      'fr',
      SENTENCE_BY_LANGUAGE.fr ?? '',
      [['« Pourquoi donc ? » demanda-t-elle,'], ['« il me semble que nous', 'avions convenu du contraire ! »']],
    ],
    [
      'de',
      SENTENCE_BY_LANGUAGE.de ?? '',
      [
        ['Donaudampfschifffahrtsgesells', 'chaftskapitänsmützenabzeichen sind –'],
        ['wie jeder weiß –', 'besonders schwer zu lesen.'],
      ],
    ],
    [
      'ja',
      SENTENCE_BY_LANGUAGE.ja ?? '',
      [
        ['本日は、四半期の業績', 'についてご報告いたします。'],
        ['売上高は前年同期比で十二パーセント増加し、', '新しい市場を二つ開拓することができました。'],
      ],
    ],
    [
      'zh',
      SENTENCE_BY_LANGUAGE.zh ?? '',
      [['在第一季度，我们的收入增长了百分之十二，'], ['这比业内任何人预期的都要多，', '而且我们没有提高任何价格。']],
    ],
    [
      'th',
      SENTENCE_BY_LANGUAGE.th ?? '',
      [['ในไตรมาสแรกเรามีรายได้เพิ่มขึ้นร้อยละสิบ', 'สองซึ่งมากกว่าที่ใครในอุตสาหกรรมคาดการณ์ไว้']],
    ],
    [
      'fr',
      'La commune compte aujourd’hui plus de 10\u00a0000 habitants, et elle en comptait 9\u202f000 seulement.',
      [
        ['La commune compte aujourd’hui', 'plus de 10\u00a0000 habitants,'],
        ['et elle en comptait 9\u202f000 seulement.'],
      ],
    ],
    ['en', '…', [['…']]],
    ['en', '', []],
  ])('in %s, of %s', (language, text, expected) => {
    expect(linesOf(text, language)).toEqual(expected);
  });

  it.each(Object.entries(SENTENCE_BY_LANGUAGE))(
    'in %s are at most two of 42 columns, and hold all that is said',
    (language, text) => {
      for (const said of [text, `${text} `.repeat(8)]) {
        const captions = linesOf(said, language);
        for (const lines of captions) {
          expect(lines.length).toBeLessThanOrEqual(2);
          for (const line of lines) expect(captionWidthInColumns(line)).toBeLessThanOrEqual(42);
        }
        expect(bare(captions.flat().join(''))).toBe(bare(said));
      }
    },
  );

  it.each(Object.entries(SENTENCE_BY_LANGUAGE))(
    'in %s start with no punctuation that ends something',
    (language, text) => {
      for (const line of linesOf(`${text} `.repeat(8), language).flat())
        expect(line).not.toMatch(/^[\p{Pe}\p{Pf}\p{Po}%]/u);
    },
  );

  it.each(HOSTILE_TEXTS)('are at most two of 42 columns whatever is written: %j', (text) => {
    const captions = linesOf(text);
    for (const lines of captions) {
      expect(lines.length).toBeLessThanOrEqual(2);
      for (const line of lines) expect(captionWidthInColumns(line)).toBeLessThanOrEqual(42);
    }
    expect(bare(captions.flat().join(''))).toBe(bare(toSingleLine(text)));
  });

  it('count what is seen: squares and emoji as two, letters with their marks as one', () => {
    expect(['abc', '漢字', 'ｶﾅ', '👩‍👩‍👧‍👦', '🇫🇷', 'é', 'हिन्दी', '\u200f'].map(captionWidthInColumns)).toEqual([
      3, 4, 4, 2, 2, 1, 2, 0,
    ]);
  });

  it('count every letter of Latin alone as they do next to a square', () => {
    for (let code = 0; code < 0x2af; code++) {
      const text = `a${String.fromCharCode(code)}b`;
      expect([code, captionWidthInColumns(text) + 2]).toEqual([code, captionWidthInColumns(`${text}漢`)]);
    }
  });
});

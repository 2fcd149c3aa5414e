import { describe, expect, it } from 'vitest';
import { parseUnicodeRanges } from '#engine/video/drawing/text/font-library.ts';
import { markWordBoundaries, normalizeDrawableText } from '#engine/video/drawing/text/normalize-drawable-text.ts';
import {
  allowsLetterSpacingAndSlant,
  findTextDirection,
  textDirectionOfSlide,
} from '#engine/video/drawing/text/writing-system.ts';

describe('cleaning a text', () => {
  it('drops control characters, lone surrogates and non-characters', () => {
    expect(normalizeDrawableText('a\u0000b\u0007\u009bc\ud800d\udc00e\ufffef\uffff')).toBe('abcdef');
  });

  it('keeps pairs of surrogates, joiners and direction marks', () => {
    expect(normalizeDrawableText('𠮷 👩\u200d💻 \u200fא')).toBe('𠮷 👩\u200d💻 \u200fא');
  });

  it('turns any run of white space into one space', () => {
    expect(normalizeDrawableText(' a\r\n\tb\u2028c\u2029\u0085d\u3000 ')).toBe('a b c d');
  });

  it('keeps what looks like markup as it is', () => {
    expect(normalizeDrawableText('<b>&amp;</b>{{x}}')).toBe('<b>&amp;</b>{{x}}');
  });

  it('composes letters with their marks and limits how many marks pile up', () => {
    expect(normalizeDrawableText('e\u0301')).toBe('é');
    expect(normalizeDrawableText(`a${'\u0335'.repeat(50)}b`)).toBe(`a${'\u0335'.repeat(5)}b`);
  });
});

describe('word boundaries', () => {
  it('are marked where a script writes none', () => {
    const marked = markWordBoundaries('ภาษาไทย and English');
    expect(marked).toBe('ภาษา\u200bไทย and English');
  });

  it('are left alone in other scripts', () => {
    expect(markWordBoundaries('one two 日本語 हिन्दी')).toBe('one two 日本語 हिन्दी');
  });
});

describe('direction', () => {
  it.each([
    ['مرحبا', 'rtl'],
    ['שלום abc', 'rtl'],
    ['abc שלום', 'ltr'],
    ['24% — مرحبا', 'rtl'],
    ['\u200fabc', 'rtl'],
    ['日本語', 'ltr'],
    ['24%!', undefined],
  ] as const)('of %j is %s, by its first strong character', (text, expected) => {
    expect(findTextDirection(text)).toBe(expected);
  });

  it('of a slide is that of its first text that has one, else of its language', () => {
    expect(textDirectionOfSlide(['12', 'שלום'], 'en')).toBe('rtl');
    expect(textDirectionOfSlide(['12', ''], 'ar-EG')).toBe('rtl');
    expect(textDirectionOfSlide(['12'], 'az-Latn')).toBe('ltr');
    expect(textDirectionOfSlide([], 'en')).toBe('ltr');
  });
});

describe('scripts', () => {
  it('that join or stack letters are not to be spaced or slanted', () => {
    expect(allowsLetterSpacingAndSlant('Résumé, Ελλάδα, Київ 24%')).toBe(true);
    for (const text of ['مرحبا', 'हिन्दी', 'ไทย', '日本', '한국']) expect(allowsLetterSpacingAndSlant(text)).toBe(false);
  });
});

describe('unicode ranges', () => {
  it('are read as pairs, both ends included', () => {
    expect(parseUnicodeRanges('U+25ee8, U+27614-27615')).toEqual([
      [0x25ee8, 0x25ee8],
      [0x27614, 0x27615],
    ]);
  });
});

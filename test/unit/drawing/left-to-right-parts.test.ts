import { describe, expect, it } from 'vitest';
import { isOneLeftToRightPart, isolateLeftToRightParts } from '#engine/video/drawing/text/left-to-right-parts.ts';
import { findTextDirectionInLanguage, textDirectionOfSlide } from '#engine/video/drawing/text/writing-system.ts';

/** A text with brackets for the isolates around its parts. */
const isolated = (...texts: string[]): string =>
  isolateLeftToRightParts(texts.map((text) => ({ text })))
    .map(({ text }) => text.replaceAll('\u2066', '⟦').replaceAll('\u2069', '⟧'))
    .join('|');

describe('left-to-right parts of right-to-left text', () => {
  it.each([
    ['ירידה של -12% השנה', 'ירידה של ⟦-12%⟧ השנה'],
    ['نمو +45%، ثم −7', 'نمو ⟦+45%⟧، ثم ⟦−7⟧'],
    ['ב-12% פחות', 'ב-⟦12%⟧ פחות'],
    ['و+45٪ هنا', 'و⟦+45٪⟧ هنا'],
    ['بنسبة 45 % في', 'بنسبة ⟦45 %⟧ في'],
    ['سعر -$5 أو $1,250.50', 'سعر ⟦-$5⟧ أو ⟦$1,250.50⟧'],
    ['هاتف: +966 50 123 4567', 'هاتف: ⟦+966 50 123 4567⟧'],
    ['طلفون 1-800-555-0199 و(03) 123-4567', 'طلفون ⟦1-800-555-0199⟧ و⟦(03) 123-4567⟧'],
    ['اتصل (050 123 4567)', 'اتصل (⟦050 123 4567⟧)'],
    ['نحو 1 234 567 شخص', 'نحو ⟦1 234 567⟧ شخص'],
    ['حرارة -7°C اليوم', 'حرارة ⟦-7°C⟧ اليوم'],
    ['لغة C++ أو C# أو .NET', 'لغة ⟦C++⟧ أو ⟦C#⟧ أو ⟦.NET⟧'],
    ['ו-.NET', 'ו-⟦.NET⟧'],
    ['ראו https://example.com/a/ כאן', 'ראו ⟦https://example.com/a/⟧ כאן'],
    // Persian digits have their sign at the left, Arabic-Indic ones at the right.
    ['کاهش -۱۲٪', 'کاهش ⟦-۱۲٪⟧'],
    ['انخفاض -١٢٪', 'انخفاض -١٢٪'],
    // Ranges are read in the direction of the text.
    ['من 2020 – 2026', 'من 2020 – 2026'],
    ['10-20% יותר', '10-20% יותר'],
    ['5 10 15', '5 10 15'],
    ['هاتف iPhone 15 الجديد', 'هاتف iPhone 15 الجديد'],
  ])('of %s', (text, expected) => {
    expect(isolated(text)).toBe(expected);
  });

  it('may reach over several spans, and code is one of them', () => {
    expect(isolated('من -1', '2% إلى')).toBe('من ⟦-1|2%⟧ إلى');
    const spans = isolateLeftToRightParts([{ text: 'اكتب ' }, { text: '--all -5', code: true }]);
    expect(spans[1]?.text).toBe('\u2066--all -5\u2069');
  });

  it.each(['-12%', '+45', '45 %', '+1 (555) 123-4567', '$5'])('%s is one', (text) => {
    expect(isOneLeftToRightPart(text)).toBe(true);
  });

  it.each(['', '12', '٣٤', '-١٢٪', '2020 – 2026', 'x -12%'])('%j is not one', (text) => {
    expect(isOneLeftToRightPart(text)).toBe(false);
  });
});

describe('direction in a right-to-left language', () => {
  it('of a paragraph that starts with a Latin word is that of the language', () => {
    expect(findTextDirectionInLanguage('Tesla تبيع سيارات أكثر من BMW', 'ar')).toBe('rtl');
    expect(findTextDirectionInLanguage('Tesla תוביל', 'he-IL')).toBe('rtl');
    expect(findTextDirectionInLanguage('The word سلام', 'en')).toBe('ltr');
    expect(findTextDirectionInLanguage('Scatter plot', 'ar')).toBe('ltr');
    expect(findTextDirectionInLanguage('\u200eTesla تبيع', 'ar')).toBe('ltr');
    expect(findTextDirectionInLanguage('12 ۳۴', 'fa')).toBeUndefined();
  });

  it('of a slide is right-to-left with such a letter in any of its texts', () => {
    expect(textDirectionOfSlide(['Scatter plot', 'نقطة'], 'ar')).toBe('rtl');
    expect(textDirectionOfSlide(['Scatter plot', 'نقطة'], 'en')).toBe('ltr');
    expect(textDirectionOfSlide(['Scatter plot', '12'], 'ar')).toBe('ltr');
  });
});

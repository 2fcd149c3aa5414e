import { describe, expect, it } from 'vitest';
import { DEFAULT_CAPTION_STYLE } from '#engine/video/captions/caption-style.ts';
import type { DrawableSlide } from '#engine/video/drawing/drawable-slide.ts';
import { createSlideAndCaptionPainter } from '#engine/video/drawing/paint/slide-and-caption-painter.ts';
import { pictureDimensionsOfFormat } from '#engine/video/format.ts';
import type { RawPicture } from '#engine/video/picture.ts';
import { BUILT_IN_TEMPLATES } from '#features/templates/built-in-templates.ts';

const painter = await createSlideAndCaptionPainter();
const size = pictureDimensionsOfFormat('landscape', '480p');
const [plain] = BUILT_IN_TEMPLATES;
if (!plain) throw new Error('there is no template');

const RIGHT_TO_LEFT_MARK = '\u200f';

/** Slides with a text in each place whose direction is decided separately. */
const SLIDES: Readonly<Record<string, (text: string) => Partial<DrawableSlide>>> = {
  title: (title) => ({ title, layout: 'bullets' }),
  point: (point) => ({ bullet_points: ['نقطة', point, 'نقطة'], layout: 'bullets' }),
  item: (title) => ({ items: [{ title, text: title }, { title: 'بند' }], layout: 'cards' }),
  cell: (cell) => ({ table: { header: ['اسم', cell], rows: [[cell, 'خلية']] }, layout: 'table' }),
  'chart name': (name) => ({
    chart: { type: 'bar', categories: [name, 'ب'], series: [{ name: 'س', values: [3, 4] }] },
    layout: 'chart',
  }),
};

const paint = (fields: Partial<DrawableSlide>, language = 'ar'): Promise<RawPicture> =>
  painter.paint(
    { language, title: 'عنوان', bullet_points: [], layout: 'auto', is_first: false, ...fields },
    size,
    plain,
  );

const areSame = (a: RawPicture, b: RawPicture): boolean => Buffer.compare(a.rgba, b.rgba) === 0;

describe('text that starts with a Latin word in a right-to-left language', () => {
  it.each(Object.entries(SLIDES))('is set from the right: %s', async (_, slideWith) => {
    const text = 'Tesla تبيع أكثر من BMW';
    expect(areSame(await paint(slideWith(text)), await paint(slideWith(RIGHT_TO_LEFT_MARK + text)))).toBe(true);
    // In another language the first letter decides.
    expect(areSame(await paint(slideWith(text), 'en'), await paint(slideWith(RIGHT_TO_LEFT_MARK + text), 'en'))).toBe(
      false,
    );
  });

  it('stays as it is without right-to-left letters, on the right of the slide', async () => {
    const picture = await paint({ bullet_points: ['نقطة', 'Tesla (US).'], layout: 'bullets' });
    const isolated = await paint({ bullet_points: ['نقطة', '\u2066Tesla (US).\u2069'], layout: 'bullets' });
    expect(areSame(picture, isolated)).toBe(true);
    const left = await paint({ bullet_points: ['نقطة', '\u200fTesla (US).'], layout: 'bullets' });
    expect(areSame(picture, left)).toBe(false);
  });
});

describe('signs of numbers in right-to-left text', () => {
  it.each([
    ['ירידה של [-12%] השנה', 'he'],
    ['انخفاض [-12%] هذا العام', 'ar'],
    ['هاتف: [+966 50 123 4567] الآن', 'ar'],
    ['لغة [C++] السريعة', 'ar'],
  ])('stay where they are from left to right: %s', async (marked, language) => {
    const text = marked.replaceAll(/[[\]]/gu, '');
    const explicit = marked.replace('[', '\u2066').replace(']', '\u2069');
    for (const slideWith of [SLIDES.title, SLIDES.point, SLIDES.item])
      if (slideWith)
        expect(areSame(await paint(slideWith(text), language), await paint(slideWith(explicit), language))).toBe(true);
    const caption = await painter.paintCaption(text, language, size, plain, DEFAULT_CAPTION_STYLE);
    const explicitCaption = await painter.paintCaption(explicit, language, size, plain, DEFAULT_CAPTION_STYLE);
    expect(areSame(caption.picture, explicitCaption.picture)).toBe(true);
  });

  it.each(['-12%', '+45%', '+966 50 123 4567'])('%s alone is set from left to right', async (figure) => {
    const slideWith = (title: string) => ({ items: [{ title }, { title: 'بند' }], layout: 'cards' }) as const;
    expect(areSame(await paint(slideWith(figure)), await paint(slideWith(`\u200e${figure}`)))).toBe(true);
  });
});

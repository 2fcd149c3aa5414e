import { expect, it } from 'vitest';
import { pictureDimensionsOfFormat } from '#engine/video/format.ts';
import { requireBuiltInTemplate } from '#features/templates/built-in-templates.ts';
import { measureSlide } from '#test/support/drawing/measure-slide.ts';

const labelOf = async (language: string, text: string, layout: 'section' | 'title' = 'section', id = 'gazette') => {
  const slide = { title: 'How the light is made', bullet_points: [text], layout, language, is_first: false };
  return (await measureSlide(slide, pictureDimensionsOfFormat('landscape', '480p'), requireBuiltInTemplate(id)))
    .written[1]?.text;
};

it.each([
  ['en', 'Part two', 'PART TWO'],
  ['tr', 'ikinci bölüm', 'İKİNCİ BÖLÜM'],
  ['el', 'Μέρος δύο', 'ΜΕΡΟΣ ΔΥΟ'],
  ['ja', '第二部', '第二部'],
  ['ar', 'الجزء', 'الجزء'],
  ['en', 'anna@example.com', 'anna@example.com'],
  ['en', 'A line that is longer than forty characters is left', 'A line that is longer than forty characters is left'],
])('a label of a section of gazette in %s: %s', async (language, text, shown) => {
  expect((await labelOf(language, text))?.replaceAll('\u00a0', ' ')).toBe(shown);
});

it('other slides and templates have labels as they are written', async () => {
  expect(await labelOf('en', 'Part two', 'title')).toMatch(/^Part.two$/);
  expect(await labelOf('en', 'Part two', 'section', 'plain')).toMatch(/^Part.two$/);
});

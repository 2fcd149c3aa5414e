import { expect, it } from 'vitest';
import { pictureDimensionsOfFormat } from '#engine/video/format.ts';
import { BUILT_IN_TEMPLATES } from '#features/templates/built-in-templates.ts';
import { isTried } from '#test/support/depth.ts';
import { measureSlide } from '#test/support/drawing/measure-slide.ts';

const quote = (language: string, title: string) =>
  ({ language, title, layout: 'quote', bullet_points: [], is_first: false }) as const;
const size = pictureDimensionsOfFormat('landscape', '480p');

it.each([
  ['en', '“', 'Go slowly, and the view will go with you.'],
  ['de', '„', 'Geh langsam, dann geht die Aussicht mit.'],
  ['de-CH', '«', 'Geh langsam, dann geht die Aussicht mit.'],
  ['fr', '«', 'Va lentement, et la vue ira avec toi.'],
  ['sv', '”', 'Gå sakta, så går utsikten med dig.'],
  ['ja', '「', 'ゆっくり行けば、景色がついてくる。'],
  ['zh-TW', '「', '慢慢走,景色就會跟著你。'],
  ['zh', '“', '慢慢走,景色就会跟着你。'],
  ['ar', '”', 'امش ببطء'],
  ['fa', '«', 'آهسته برو'],
  ['he', '”', 'לך לאט'],
])('the mark above a quotation in %s is %s', async (language, mark, title) => {
  for (const template of BUILT_IN_TEMPLATES.filter((_, i) => isTried(i, 7))) {
    const { written } = await measureSlide(quote(language, title), size, template);
    expect(written.map(({ text }) => text)).toEqual([mark, expect.anything()]);
  }
});

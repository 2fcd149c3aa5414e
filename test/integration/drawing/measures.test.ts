import { expect, it } from 'vitest';
import { createSlideMeasurer } from '#engine/video/drawing/paint/measure-slide-layout.ts';
import { pictureDimensionsOfFormat } from '#engine/video/format.ts';
import { requireBuiltInTemplate } from '#features/templates/built-in-templates.ts';
import { slideOf, stripes } from '#test/support/drawing/slide-corpus.ts';

const measure = createSlideMeasurer();
const size = pictureDimensionsOfFormat('landscape', '480p');
const plain = requireBuiltInTemplate('plain');
const TEMPLATES = ['plain', 'corporate', 'technical'].map(requireBuiltInTemplate);
const image = await stripes(['#336699'], 300, 200);

it('tells which characters no font has, and not those with a picture or a plainer form', async () => {
  const of = async (title: string) => (await measure(slideOf('titleOnly', { title }), size, plain)).missing;
  expect(await of('A \u{10ffff} and \u{13000}')).toEqual(['\u{10ffff}', '\u{13000}']);
  expect(await of('Ship it 🚀 ⅓')).toEqual([]);
});

it('tells how much larger than its pixels an image is shown', async () => {
  const slide = slideOf('titleOnly', { layout: 'image_full', image });
  expect((await measure(slide, { width: 600, height: 400 }, plain)).imageScale).toBe(2);
  expect((await measure(slide, { width: 600, height: 300 }, plain)).imageScale).toBe(2);
  expect((await measure(slideOf('titleOnly'), size, plain)).imageScale).toBeUndefined();
});

it('tells the contrast of the text', async () => {
  const { content } = plain.scenes;
  const faint = { ...content, palette: { ...content.palette, background: '#ffffff', text: '#cccccc' } };
  const template = { ...plain, scenes: { ...plain.scenes, content: faint } };
  const slide = slideOf('latin', { layout: 'bullets' });
  expect((await measure(slide, size, template)).contrast).toMatchObject({ passes: false });
  for (const each of TEMPLATES) expect((await measure(slide, size, each)).contrast?.passes).toBe(true);
  expect((await measure(slideOf('nothing'), size, plain)).contrast).toBeUndefined();
});

it('tells of a footer that is cut', async () => {
  const of = async (footer: string) =>
    (
      await measure(
        slideOf('latin', { layout: 'bullets', footer }),
        pictureDimensionsOfFormat('portrait', '480p'),
        plain,
      )
    ).isFooterCut;
  expect(await of('ACME')).toBe(false);
  expect(await of('W'.repeat(80))).toBe(true);
});

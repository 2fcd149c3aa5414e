import type { Node } from '@takumi-rs/core';
import { describe, expect, it } from 'vitest';
import { requireTemplate } from '../../../lib/templates/template.ts';
import type { DrawableSlide } from '../../../lib/video/drawing/drawable-slide.ts';
import { composeSlide } from '../../../lib/video/drawing/paint/compose-slide.ts';
import { createDrawingDeps } from '../../../lib/video/drawing/paint/drawing-deps.ts';
import { createSlideMeasurer } from '../../../lib/video/drawing/paint/measure-slide.ts';
import { sizeOf } from '../../../lib/video/format.ts';
import { CORPUS, slideOf, stripes } from '../../support/drawing/slide-corpus.ts';

const deps = createDrawingDeps();
const measure = createSlideMeasurer();
const size = sizeOf('landscape', '480p');
const SHORT = 480;
const plain = requireTemplate('plain');
const TEMPLATES = ['plain', 'corporate', 'technical'].map(requireTemplate);
const image = await stripes(['#336699'], 300, 200);

/** The paragraphs of a picture, as the layout engine is given them. */
function paragraphsOf(node: Node): { text: string; size: number }[] {
  const textOf = (part: Node): string =>
    'text' in part ? String(part.text) : 'children' in part ? (part.children ?? []).map(textOf).join('') : '';
  const style = 'style' in node ? (node.style as { fontSize?: number } | undefined) : undefined;
  if (style?.fontSize !== undefined) return [{ text: textOf(node), size: style.fontSize }];
  return 'children' in node ? (node.children ?? []).flatMap(paragraphsOf) : [];
}

async function drawn(slide: DrawableSlide, template: typeof plain) {
  const { nodes } = await composeSlide(slide, size, template, deps);
  return nodes.flatMap(paragraphsOf);
}

describe('what is told of a slide before it is drawn', () => {
  // What the texts of the corpus say is not of interest here: an ellipsis of their own would be.
  const names = Object.keys(CORPUS);
  const cases = names.flatMap((name, index) =>
    (['bullets', 'title', 'code', 'image_left'] as const).map((layout, at) => ({
      name,
      layout,
      template: TEMPLATES[(index + at) % TEMPLATES.length] ?? plain,
    })),
  );

  it('names every text that the picture cuts, and no other', async () => {
    const wrong: string[] = [];
    let cuts = 0;
    for (const { name, layout, template } of cases) {
      const slide = slideOf(name, { layout, image: layout === 'image_left' ? image : undefined });
      const isCut = (await drawn(slide, template)).some(({ text }) => text.endsWith('…'));
      const { fits } = await measure(slide, size, template);
      if (isCut) cuts++;
      if (fits.some(({ cut }) => cut) !== isCut) wrong.push(`${name} ${layout} ${template.id}`);
    }
    expect(wrong).toEqual([]);
    expect(cuts).toBeGreaterThan(5);
    expect(cuts).toBeLessThan(cases.length / 2);
  });

  it('names every list that is set much smaller than usual, and no other', async () => {
    const wrong: string[] = [];
    let shrunk = 0;
    for (const [index, name] of names.entries()) {
      const template = TEMPLATES[index % TEMPLATES.length] ?? plain;
      const slide = slideOf(name, { layout: 'bullets', title: 'T', bullet_levels: undefined });
      const points = (await drawn(slide, template)).filter(({ text }) => text !== 'T' && text.length > 2);
      const largest = template.type.body.largest * SHORT;
      const isSmall = points.some((point) => point.size < 0.62 * largest);
      const { fits } = await measure(slide, size, template);
      if (isSmall) shrunk++;
      if (fits.some((fit) => fit.part === 'content' && fit.shrunk) !== isSmall) wrong.push(`${name} ${template.id}`);
    }
    expect(wrong).toEqual([]);
    expect(shrunk).toBeGreaterThan(1);
    expect(shrunk).toBeLessThan(names.length / 2);
  });
});

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
    (await measure(slideOf('latin', { layout: 'bullets', footer }), sizeOf('portrait', '480p'), plain)).isFooterCut;
  expect(await of('ACME')).toBe(false);
  expect(await of('W'.repeat(80))).toBe(true);
});

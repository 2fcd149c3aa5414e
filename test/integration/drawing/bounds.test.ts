import { describe, expect, it } from 'vitest';
import type { SlideTemplate } from '#engine/video/drawing/design.ts';
import type { DrawableSlide } from '#engine/video/drawing/drawable-slide.ts';
import { SLIDE_LAYOUTS, type SlideLayout } from '#engine/video/drawing/layout/layout-facts.ts';
import { ASPECT_RATIO_NAMES, type AspectRatioName, pictureDimensionsOfFormat } from '#engine/video/format.ts';
import { BUILT_IN_TEMPLATES } from '#features/templates/built-in-templates.ts';
import { isTried, isWhole } from '#test/support/depth.ts';
import { type Extent, measureSlide } from '#test/support/drawing/measure-slide.ts';
import { CORPUS, slideOf, stripes } from '#test/support/drawing/slide-corpus.ts';

const LAYOUTS = SLIDE_LAYOUTS.filter((layout) => layout !== 'auto');
/** Texts of full length, which take some 80 ms each to fit. */
const FULL = ['longest', 'squares', 'tall'];
/** Each layout of each template and format gets one of these: of full length, an ordinary one, or of words that do not fit on a line. */
const AMOUNTS = [...FULL, 'latin', 'unbroken'];
const EASIER = Object.keys(CORPUS).filter((name) => ![...FULL, 'unbroken'].includes(name));

/** Layouts whose text stands on the image. */
const COVERED: ReadonlySet<SlideLayout> = new Set(['image_full', 'image_background']);

const image = await stripes(['#336699']);

/** How far one extent reaches into the other, in pixels in the narrower direction; below 0: they are apart. */
const overlap = (a: Extent, b: Extent): number =>
  Math.min(
    Math.min(a.right, b.right) - Math.max(a.left, b.left),
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top),
  );

/** What is wrong with the places of a slide's text; nothing, if all is well. */
async function faultsOf(
  name: string,
  layout: SlideLayout,
  format: AspectRatioName,
  template: SlideTemplate,
  more: Partial<DrawableSlide> = {},
): Promise<string[]> {
  const size = pictureDimensionsOfFormat(format, '480p');
  const short = Math.min(size.width, size.height);
  const hasImage = layout.startsWith('image') || layout === 'figure';
  const slide = slideOf(name, { layout, image: hasImage ? image : undefined, ...more });
  const { written, panel } = await measureSlide(slide, size, template);
  const faults: string[] = [];
  const fault = (what: string, text: string): unknown =>
    faults.push(`${template.id} ${layout} ${format} ${name}: ${what}: ${text.slice(0, 30)}`);
  // The line box of the quotation mark is mostly empty: other text may stand in it, and that of a corner starts beyond the margin.
  const texts = written.filter(({ text }) => !/^[“”„«»「]$/u.test(text));
  for (const [i, { text, ink, box }] of texts.entries()) {
    const edge = short * 0.02;
    if (ink.left < edge || ink.right > size.width - edge) fault('over the side', text);
    if (ink.top < edge || ink.bottom > size.height - edge) fault('over the top or bottom', text);
    if (ink.left < box.left - 2 || ink.right > box.right + 2) fault('wider than its room', text);
    for (const other of texts.slice(i + 1)) if (overlap(box, other.box) > 1) fault(`over ${other.text}`, text);
    if (panel && !COVERED.has(layout)) {
      const { x, y, width, height } = panel;
      const shown = { left: x, top: y, right: x + width, bottom: y + height };
      if (overlap(ink, shown) > 0) fault('over the image', text);
    }
  }
  return faults;
}

/** Takes turns: over all of `others` each of the list comes equally often. */
function inTurn<Each>(list: readonly Each[], ...others: number[]): Each {
  const each = list[others.reduce((sum, other) => sum + other, 0) % list.length];
  if (each === undefined) throw new RangeError('an empty list');
  return each;
}

describe.each(BUILT_IN_TEMPLATES)('text in $id', (template) => {
  const turn = BUILT_IN_TEMPLATES.indexOf(template);

  it.each(ASPECT_RATIO_NAMES)(
    'stays in its room and clear of other text in every layout, however much it is: %s',
    async (format) => {
      for (const [i, layout] of LAYOUTS.entries()) {
        const at = (turn * LAYOUTS.length + i) * ASPECT_RATIO_NAMES.length + ASPECT_RATIO_NAMES.indexOf(format);
        // Each template has one layout in most formats; each layout is in two formats and two kinds of text, at least.
        if (!isTried(at, 29)) continue;
        const amount = inTurn(AMOUNTS, turn, 2 * i);
        for (const name of [amount, ...(layout === 'code' ? ['code'] : [])])
          expect(await faultsOf(name, layout, format, template)).toEqual([]);
      }
    },
  );

  it.each(ASPECT_RATIO_NAMES)(
    'stays in its room with numbers, levels, marks and a line at the bottom: %s',
    async (format) => {
      if (!isTried(turn + ASPECT_RATIO_NAMES.indexOf(format), 7)) return;
      const foot = { slide_number: 128, footer: 'W'.repeat(80) };
      const names = ['latin', 'longest', 'arabic'];
      for (const name of isWhole ? names : [inTurn(names, turn, ASPECT_RATIO_NAMES.indexOf(format))]) {
        const levels = slideOf(name).bullet_points.map((_, i) => i % 3);
        for (const layout of ['bullets', 'two_columns'] as const) {
          const more = { ...foot, bullet_style: 'number', bullet_levels: levels, markup: 'inline' } as const;
          expect(await faultsOf(name, layout, format, template, more)).toEqual([]);
        }
      }
    },
  );

  it('stays in its room whatever it is written in', async () => {
    for (const [i, name] of EASIER.entries()) {
      if (!isTried(turn + i, 5)) continue;
      for (const j of isWhole ? [0, 4] : [0]) {
        const layout = inTurn(LAYOUTS, 2 * turn, i, j);
        expect(await faultsOf(name, layout, inTurn(ASPECT_RATIO_NAMES, turn, i, j), template)).toEqual([]);
      }
    }
  });
});

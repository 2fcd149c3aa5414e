import { describe, expect, it } from 'vitest';
import { textsOfBuildParts } from '#engine/video/drawing/build-parts.ts';
import type { SlideTemplate } from '#engine/video/drawing/design.ts';
import type { DrawableSlide } from '#engine/video/drawing/drawable-slide.ts';
import { createSlideAndCaptionPainter } from '#engine/video/drawing/paint/slide-and-caption-painter.ts';
import {
  ASPECT_RATIO_NAMES,
  type AspectRatioName,
  pictureDimensionsOfFormat,
  type Resolution,
} from '#engine/video/format.ts';
import { BUILT_IN_TEMPLATES } from '#features/templates/built-in-templates.ts';
import { isTried } from '#test/support/depth.ts';
import { collide } from '#test/support/drawing/collisions.ts';
import { isInTurn } from '#test/support/drawing/is-in-turn.ts';
import { CORPUS_OF_ITEMS, ITEM_LAYOUTS } from '#test/support/drawing/item-corpus.ts';
import { measureSlide } from '#test/support/drawing/measure-slide.ts';

/** Each slide in each layout. */
const SLIDES = Object.values(CORPUS_OF_ITEMS).flatMap((slide) =>
  ITEM_LAYOUTS.map((layout): DrawableSlide => ({ ...slide, layout })),
);

/** What is wrong with the places of the words of a slide; nothing, if all is well. */
async function faultsOf(slide: DrawableSlide, format: AspectRatioName, template: SlideTemplate): Promise<string[]> {
  const size = pictureDimensionsOfFormat(format, '480p');
  const edge = Math.min(size.width, size.height) * 0.02;
  const { written } = await measureSlide(slide, size, template);
  return written.flatMap(({ text, ink, box, ...rest }, i) => {
    const faults: string[] = [];
    const fault = (what: string): unknown =>
      faults.push(`${template.id} ${format} ${slide.layout}: ${what}: ${text.slice(0, 30)}`);
    if (ink.left < edge || ink.right > size.width - edge) fault('over the side');
    if (ink.top < edge || ink.bottom > size.height - edge) fault('over the top or bottom');
    if (ink.left < box.left - 2 || ink.right > box.right + 2) fault('wider than its room');
    for (const other of written.slice(i + 1))
      if (collide({ text, ink, box, ...rest }, other)) fault(`over ${other.text}`);
    return faults;
  });
}

describe.each(BUILT_IN_TEMPLATES)('items in $id', (template) => {
  it.each(ASPECT_RATIO_NAMES)('stay on the page, and no text covers another: %s', async (format) => {
    const faults: string[] = [];
    for (const [i, slide] of SLIDES.entries())
      if (isInTurn(i, template, format)) faults.push(...(await faultsOf(slide, format, template)));
    expect(faults).toEqual([]);
  });
});

const SMALL = { language: 'en', is_first: false, bullet_points: [], slide_number: 28 } as const;

it('steps one above the other stay in their room when what it leaves is shared among their gaps', async () => {
  const items = ['Before the sun is up.', 'Six hours, with a rest.', 'Near water, out of the wind.'].map((text, i) => ({
    ...{ title: `Step ${i + 1}`, text },
  }));
  const slide: DrawableSlide = { ...SMALL, title: 'A day on the trail', layout: 'process', items };
  for (const template of BUILT_IN_TEMPLATES.filter((_, i) => isTried(i, 5)))
    expect(await faultsOf(slide, 'feed', template)).toEqual([]);
});

it('figures leave room for all the text below them, where there is room for it', async () => {
  const items = [
    { figure: '4', title: 'Wind', text: 'Every four hours' },
    { figure: '1,234.5', title: 'Light', text: 'At dusk' },
    { figure: '87 %', title: 'Watch', text: 'All night' },
  ];
  const layouts = { portrait: ['cards', 'process', 'stats'], square: ['process', 'stats'] } as const;
  for (const format of ['portrait', 'square'] as const) {
    const size = pictureDimensionsOfFormat(format, '480p');
    for (const layout of layouts[format])
      for (const template of BUILT_IN_TEMPLATES.filter((_, i) => isTried(i + 1, 5))) {
        const { written } = await measureSlide({ ...SMALL, title: 'On the rock', layout, items }, size, template);
        const texts = written.map(({ text }) => text);
        for (const { text } of items) expect([template.id, format, layout, ...texts]).toContain(text);
      }
  }
});

it('figures are on one line also in narrow columns', async () => {
  const items = [
    { figure: '3,112 km', title: 'walked' },
    { figure: '41', title: 'nights in a tent' },
    { figure: '12', title: 'trails' },
  ];
  const slide: DrawableSlide = { ...SMALL, title: 'The year in figures', layout: 'stats', items };
  for (const template of BUILT_IN_TEMPLATES.filter((_, i) => isTried(i + 3, 5))) {
    const { written } = await measureSlide(slide, pictureDimensionsOfFormat('square', '480p'), template);
    const heights = ['3,112', '41'].map((start) => {
      const { ink } = written.find(({ text }) => text.startsWith(start)) ?? { ink: { top: 0, bottom: 0 } };
      return ink.bottom - ink.top;
    });
    expect(heights[0]).toBeCloseTo(heights[1] ?? 0, 0);
  }
});

const PACK: DrawableSlide = {
  ...SMALL,
  title: 'What to take along on the long way over the hills',
  layout: 'cards',
  items: [
    {
      title: 'Water',
      text: 'Half a day is enough where there are springs, and two bottles weigh less than a canister.',
    },
    { title: 'A map', text: 'Paper needs no battery, and works in the rain with a cover over it.' },
    { title: 'Dry socks', text: 'They weigh less than a blister, and dry over night on the outside of the pack.' },
    { title: 'Sun hat', text: 'Above two thousand metres the sun burns within half an hour.' },
  ],
};

it('cards without room for all their text have some of each, under a title in larger letters', async () => {
  for (const template of BUILT_IN_TEMPLATES.filter((_, i) => isTried(i + 1, 5))) {
    const { written } = await measureSlide(PACK, pictureDimensionsOfFormat('portrait', '480p'), template);
    for (const { title, text = '' } of PACK.items ?? []) {
      const texts = written.map(({ text }) => text);
      const [titleBox, textBox] = [title, text.slice(0, 6)].map((start) =>
        written.find((one) => one.text.startsWith(start)),
      );
      expect(titleBox && textBox, `${template.id}: ${title} in ${texts.join(' | ')}`).toBeDefined();
      expect(titleBox?.ink.bottom ?? 0).toBeLessThanOrEqual((textBox?.ink.top ?? 0) + 2);
    }
  }
});

/** The texts of a slide as they are drawn, by the template with a name. */
async function drawnTexts(slide: DrawableSlide, format: AspectRatioName, template_id: string, resolution: Resolution) {
  const template = BUILT_IN_TEMPLATES.find(({ id }) => id === template_id);
  if (!template) throw new RangeError(`no template ${template_id}`);
  const { written } = await measureSlide(slide, pictureDimensionsOfFormat(format, resolution), template);
  return written.map(({ text }) => text);
}

it.each(['480p', '720p', '1080p'] as const)(
  'people keep their roles where smaller signs leave room for them, at %s',
  async (resolution) => {
    const items = ['CEO', 'CTO', 'Sales', 'Design', 'Support'].map((text, i) => ({ title: `Person ${i}`, text }));
    const slide: DrawableSlide = { ...SMALL, title: 'Team', layout: 'team', items };
    const texts = await drawnTexts(slide, 'square', 'corporate', resolution);
    expect(texts).toEqual(expect.arrayContaining(items.flatMap(({ title, text }) => [title, text])));
  },
);

it('a long title of one column leaves the lines of the others', async () => {
  const items = [
    { title: 'Free', text: 'One seat\nNo support\nAds on every page, and a mark on each of the videos' },
    { title: 'Pro', text: '+ Ten seats\n+ Support\n- Price' },
    { title: 'Max', text: '+ All' },
    { title: 'Enterprise edition for large organizations', text: 'Call us' },
  ];
  const slide: DrawableSlide = { ...SMALL, title: 'Plans', layout: 'comparison', items };
  const texts = (await drawnTexts(slide, 'portrait', 'high_contrast', '720p')).join(' ');
  for (const text of ['Price', 'each of the videos', 'organizations', 'Call us']) expect(texts).toContain(text);
});

const SENTENCE = 'This is a sentence that a real person would write, in a step';

it('many steps and dates of a tall slide have their texts in a column next to their titles', async () => {
  for (const [layout, count] of [
    ['process', 12],
    ['timeline', 9],
    ['agenda', 10],
  ] as const) {
    const items = Array.from({ length: count }, (_, i) => ({
      ...{ title: `Step ${i}`, text: SENTENCE },
      ...(layout === 'timeline' ? { date: String(2010 + i) } : {}),
    }));
    const slide: DrawableSlide = { ...SMALL, title: 'Steps', layout, items };
    const texts = await drawnTexts(slide, 'portrait', 'high_contrast', '720p');
    for (const { title } of items) expect(texts, layout).toContain(title);
    expect(texts.join(' ').split('in a step'), layout).toHaveLength(count + 1);
  }
});

it('a text below which others had to be left out ends in an ellipsis', async () => {
  const items = Array.from({ length: 12 }, (_, i) => ({
    ...{ date: String(2010 + i), title: `Event ${i}`, text: `${SENTENCE}. `.repeat(4) },
  }));
  const slide: DrawableSlide = { ...SMALL, title: 'History', layout: 'timeline', items };
  const texts = await drawnTexts(slide, 'portrait', 'high_contrast', '720p');
  expect(texts.join(' ')).not.toContain('sentence');
  for (const { title } of items) expect(texts).toContain(`${title}…`);
});

it('every card has the rule of its accent, also where that is the colour of titles', async () => {
  const painter = await createSlideAndCaptionPainter();
  const size = pictureDimensionsOfFormat('landscape', '480p');
  const gazette = BUILT_IN_TEMPLATES.find(({ id }) => id === 'gazette');
  if (!gazette) throw new RangeError('no gazette');
  const items = ['One', 'Two', 'Three'].map((title) => ({ title }));
  const { rgba } = await painter.paint({ ...SMALL, title: 'Cards', layout: 'cards', items }, size, gazette);
  const colors = gazette.marker.colors.map((color) =>
    [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)),
  );
  /** The longest run of a colour in a row of pixels, in the middle of the slide. */
  const longestRun = (color: readonly number[]): number => {
    let longest = 0;
    for (let y = Math.round(size.height * 0.2); y < size.height * 0.8; y++)
      for (let x = 0, run = 0; x < size.width; x++) {
        const at = (y * size.width + x) * 4;
        run = color.every((value, i) => rgba[at + i] === value) ? run + 1 : 0;
        longest = Math.max(longest, run);
      }
    return longest;
  };
  expect(colors).toHaveLength(items.length);
  for (const color of colors) expect(longestRun(color)).toBeGreaterThan(30);
});

describe('the items of a slide', () => {
  const [template] = BUILT_IN_TEMPLATES;
  const { three, arabic } = CORPUS_OF_ITEMS;
  if (!template || !three || !arabic) throw new RangeError('no items');
  const size = pictureDimensionsOfFormat('landscape', '480p');

  it.each(ITEM_LAYOUTS)('appear one by one, each where it is in the end: %s', async (layout) => {
    const slide = { ...three, layout };
    const parts = textsOfBuildParts(slide, size);
    const whole = (await measureSlide(slide, size, template)).written;
    expect(parts).toHaveLength(3);
    for (const revealed of parts.keys()) {
      const { written } = await measureSlide(slide, size, template, { revealed });
      expect(whole).toEqual(expect.arrayContaining(written));
      const texts = written.map(({ text }) => text);
      for (const [i, { title }] of (three.items ?? []).entries()) expect(texts.includes(title)).toBe(i < revealed);
    }
  });

  it.each(ITEM_LAYOUTS)('change pixels with each one that appears: %s', async (layout) => {
    const painter = await createSlideAndCaptionPainter();
    const small = pictureDimensionsOfFormat('landscape', '480p');
    const shown = await Promise.all(
      [0, 1, 2, 3].map((revealed) => painter.paint({ ...three, layout }, small, template, { revealed })),
    );
    const differ = (a: Uint8Array, b: Uint8Array): number =>
      a.reduce((sum, value, i) => sum + (value === b[i] ? 0 : 1), 0);
    for (let i = 1; i < shown.length; i++)
      expect(differ(shown[i]?.rgba ?? new Uint8Array(), shown[i - 1]?.rgba ?? new Uint8Array())).toBeGreaterThan(400);
  });

  it('are in the order of reading, from right to left in Arabic', async () => {
    const lefts = async (slide: DrawableSlide): Promise<number[]> => {
      const { written } = await measureSlide({ ...slide, layout: 'process' }, size, template);
      return (slide.items ?? []).map(({ title }) => written.find(({ text }) => text === title)?.ink.left ?? Number.NaN);
    };
    const [a = 0, b = 0, c = 0] = await lefts(three);
    expect(a < b && b < c).toBe(true);
    const [d = 0, e = 0, f = 0] = await lefts(arabic);
    expect(d > e && e > f).toBe(true);
  });

  it('are cards of equal height, whose texts start at the same height', async () => {
    const { written } = await measureSlide(
      { ...three, items: three.items?.map(({ title, text }) => ({ title, text })), layout: 'cards' },
      size,
      template,
    );
    const tops = (three.items ?? []).map(({ title }) => written.find(({ text }) => text === title)?.box.top);
    expect(new Set(tops).size).toBe(1);
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SlideTemplate } from '#engine/video/drawing/design.ts';
import type { DrawableSlide } from '#engine/video/drawing/drawable-slide.ts';
import { type AspectRatioName, pictureDimensionsOfFormat } from '#engine/video/format.ts';
import { drawableSlideOfSnapshot } from '#features/renders/frozen-slide.ts';
import { snapshotOfTimeline } from '#features/renders/timeline-snapshot.ts';
import { BUILT_IN_TEMPLATES } from '#features/templates/built-in-templates.ts';
import { timelineOfDeck } from '#test/support/decks/timeline-of-deck.ts';
import { isTried } from '#test/support/depth.ts';
import { drawnText } from '#test/support/drawing/drawn-text.ts';
import { withoutBytes } from '#test/support/drawing/without-bytes.ts';

const TITLE = 'Notes of the year';
const words = (count: number): string => 'a word and more '.repeat(count).trim();
const points = (count: number, each: number): string[] =>
  Array.from({ length: count }, (_, i) => `Point ${i}, ${words(each)}`);
const slide = (more: Partial<DrawableSlide> = {}): DrawableSlide => ({
  ...{ title: TITLE, bullet_points: [], layout: 'auto', language: 'en', is_first: false },
  ...more,
});
const table = { rows: Array.from({ length: 5 }, (_, i) => [`Row ${i}`, 'Kai', '12.5']) };
const chart = { type: 'bar' as const, categories: ['Kai', 'Mole'], series: [{ name: 'One', values: [1, 2] }] };
const codeOf = (lines: number) => ({ text: Array.from({ length: lines }, (_, i) => `let a${i} = ${i};`).join('\n') });

/** Slides of one deck under one short title: from next to nothing to more than there is room for. */
const DECK: Record<string, DrawableSlide> = {
  // With `auto` it would be a statement.
  'a word': slide({ bullet_points: ['Air'], layout: 'bullets' }),
  'few points': slide({ bullet_points: points(3, 2) }),
  'a usual list': slide({ bullet_points: points(5, 2) }),
  'longer points': slide({ bullet_points: points(6, 5) }),
  'many words': slide({ bullet_points: points(7, 7) }),
  'deeper points alone': slide({ bullet_points: points(5, 2), bullet_levels: [1, 1, 2, 1, 1] }),
  'a table': slide({ table }),
  'a line above a table': slide({ table, bullet_points: ['In thousand pounds'] }),
  'a line above a chart': slide({ chart, bullet_points: ['Answers of all who came'] }),
  code: slide({ code: codeOf(8) }),
};
/** There is no room for it in a landscape format; in a portrait one there is, under a smaller title. */
const MUCH_CODE = slide({ code: codeOf(48) });

/** The size in which a text starts that is on a slide, as a part of the short side. */
async function sizeOfText(
  drawable: DrawableSlide,
  start: string,
  format: AspectRatioName,
  template: SlideTemplate,
): Promise<number> {
  const size = pictureDimensionsOfFormat(format, '1080p');
  const { paragraphs } = await drawnText(drawable, size, template);
  const found = paragraphs.find(({ text }) => text.startsWith(start));
  if (!found) throw new Error(`${start} is not on the slide`);
  return found.size / Math.min(size.width, size.height);
}

const SOME = BUILT_IN_TEMPLATES.filter((_, at) => isTried(at, 3));

describe.each(SOME.map((template) => [template.id, template] as const))('the slides of a deck in %s', (_, template) => {
  const turn = BUILT_IN_TEMPLATES.indexOf(template);
  it.each((['landscape', 'portrait'] as const).filter((_, at) => isTried(turn + at, 2)))(
    'have short titles of one size, whatever is below them: %s',
    async (format) => {
      const sizes = new Map<string, number>();
      const deck = format === 'landscape' ? { ...DECK, 'much code': MUCH_CODE } : DECK;
      for (const [name, drawable] of Object.entries(deck))
        sizes.set(name, await sizeOfText(drawable, TITLE, format, template));
      const usual = sizes.get('a usual list') ?? 0;
      // Above a word, which is set large, the title is larger, too.
      const others = [...sizes].filter(([name, size]) => name !== 'a word' && Math.abs(size - usual) > 0.001);
      expect(others).toEqual([]);
      expect((sizes.get('a word') ?? 0) / usual).toBeLessThan(1.15);
    },
  );

  it('have points in the same size, or in clearly another', async () => {
    const found = new Set<number>();
    for (const count of [1, 2, 3, 4, 5, 6])
      for (const each of [0, 2, 4, 8]) {
        const start = 'Point 0';
        // With `auto`, short points would be cards, or a statement.
        const list = slide({ bullet_points: points(count, each), layout: 'bullets' });
        const deeper = { ...list, bullet_levels: list.bullet_points.map(() => 1) };
        found.add(await sizeOfText(each === 4 ? deeper : list, start, 'landscape', template));
      }
    const sizes = [...found].sort((a, b) => b - a);
    const usual = sizes.filter((size) => size > 0.75 * template.type.body.largest);
    expect(usual.length).toBeGreaterThan(2);
    expect(usual.length).toBeLessThan(7);
    for (const [i, size] of usual.slice(1).entries()) expect((usual[i] ?? 0) / size).toBeGreaterThan(1.09);
  });
});

it('titles of the slides of a whole deck have few sizes', async () => {
  const bytes = readFileSync(join(import.meta.dirname, '../../fixtures/deck/deck.md'));
  const { timeline, slides } = await timelineOfDeck('deck.md', bytes);
  const snapshot = snapshotOfTimeline(timeline, slides, {});
  for (const template of BUILT_IN_TEMPLATES.filter((_, at) => isTried(at + 1, 3))) {
    const sizes = new Set<number>();
    for (const [position, { title }] of slides.entries()) {
      const drawable: DrawableSlide = {
        ...withoutBytes(drawableSlideOfSnapshot(snapshot, position)),
        image: undefined,
      };
      const { layout, paragraphs } = await drawnText(
        drawable,
        pictureDimensionsOfFormat('landscape', '1080p'),
        template,
      );
      const drawn = paragraphs.find(({ text }) => text === title);
      if (drawn && ['bullets', 'code', 'table', 'chart'].includes(layout)) sizes.add(drawn.size);
    }
    expect(sizes.size, template.id).toBeLessThan(3);
  }
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DrawableSlide } from '#engine/video/drawing/drawable-slide.ts';
import type { SlideLayout } from '#engine/video/drawing/layout/layout-facts.ts';
import { ASPECT_RATIO_NAMES } from '#engine/video/format.ts';
import { BUILT_IN_TEMPLATE_IDS } from '#features/templates/built-in-templates.ts';
import type { Slide } from '#features/timelines/slide.ts';
import type { LoadedTimeline } from '#features/timelines/timeline.ts';
import { timelineOfDeck } from '#test/support/decks/timeline-of-deck.ts';
import { isTried, isWhole } from '#test/support/depth.ts';
import { compareCheck } from '#test/support/drawing/compare-check.ts';
import { CORPUS_OF_CHARTS, CORPUS_OF_TABLES } from '#test/support/drawing/held-corpus.ts';
import { CORPUS, slideOf } from '#test/support/drawing/slide-corpus.ts';
import { sampleImage, sampleSlide, sampleTimeline } from '#test/support/samples/entities.ts';

const fixture = (path: string): Buffer => readFileSync(join(import.meta.dirname, '../../fixtures', path));
const DECKS = await Promise.all([
  timelineOfDeck('deck.md', fixture('deck/deck.md')),
  timelineOfDeck('impress.pptx', fixture('decks/impress.pptx')),
]);

/** A timeline of one slide: of a corpus, each has its own language. */
function timelineOf({ language, footer, ...content }: Omit<DrawableSlide, 'is_first' | 'image'>): LoadedTimeline {
  const { bullet_points, bullet_levels, code, table, chart, ...rest } = content;
  const hasImage = content.layout.startsWith('image') || content.layout === 'figure';
  const slide: Slide = sampleSlide({
    ...rest,
    bullet_points: [...bullet_points],
    bullet_levels: bullet_levels && [...bullet_levels],
    ...JSON.parse(JSON.stringify({ code, table, chart })),
    image: hasImage ? sampleImage() : undefined,
  });
  return { timeline: sampleTimeline([slide], { language, footer, slide_numbers: true }), slides: [slide] };
}

const words = (count: number): string => 'a word and some more of it '.repeat(count).trim();
const deeper = { language: 'en', layout: 'auto' as const, title: 'Downloads' };
const names = Array.from({ length: 24 }, (_, i) => `Haven ${String.fromCharCode(65 + i)}`);
const manyNames = (type: 'column' | 'bar' | 'pie') => ({
  ...{ language: 'en', layout: 'auto' as const, title: 'Harbours', bullet_points: [] },
  chart: { type, categories: names, series: [{ name: 'Ships', values: names.map((_, i) => i + 1) }] },
});

/** What decks of others have, and ours do not. */
const OF_OTHERS = {
  'code of more lines than there is room for': {
    ...{ language: 'en', layout: 'auto' as const, title: 'Magic', bullet_points: [] },
    code: { language: 'ts', text: Array.from({ length: 44 }, (_, i) => `const line${i} = ${i} * offset;`).join('\n') },
  },
  'a list without a point of the first level': {
    ...deeper,
    bullet_points: Array.from({ length: 12 }, (_, i) => `ECMA-${i} of ${words(2)}`),
    bullet_levels: Array.from({ length: 12 }, () => 1),
  },
  'many lines above a table': {
    ...deeper,
    bullet_points: Array.from({ length: 6 }, (_, i) => `${i} ${words(4)}`),
    table: { rows: Array.from({ length: 6 }, (_, i) => [`${i}`, 'Kai', 'Mole']) },
  },
  'columns of many names': manyNames('column'),
  'bars of many names': manyNames('bar'),
  'a pie of many names': manyNames('pie'),
} satisfies Record<string, Omit<DrawableSlide, 'is_first' | 'image'>>;

const LAYOUTS: readonly SlideLayout[] = [
  'title',
  'bullets',
  'image_left',
  'image_full',
  'quote',
  'code',
  'two_columns',
];

let turn = 0;
/** All templates and formats in turn: neighbours differ in both. */
function nextLook(): [string, (typeof ASPECT_RATIO_NAMES)[number]] {
  const at = turn++;
  return [
    BUILT_IN_TEMPLATE_IDS[at % BUILT_IN_TEMPLATE_IDS.length] ?? '',
    ASPECT_RATIO_NAMES[(at + Math.floor(at / BUILT_IN_TEMPLATE_IDS.length)) % ASPECT_RATIO_NAMES.length] ?? 'landscape',
  ];
}

/** Compares timelines, each in as many looks. @returns how many slides lost text, of how many */
async function expectAllNamed(timelines: readonly LoadedTimeline[], looks: number) {
  const sum = { slides: 0, lost: 0 };
  const wrong: string[] = [];
  for (const loaded of timelines)
    for (let look = 0; look < looks; look++) {
      const { slides, lost, differences } = await compareCheck(loaded, ...nextLook());
      sum.slides += slides;
      sum.lost += lost;
      wrong.push(...differences);
    }
  expect(wrong).toEqual([]);
  return sum;
}

describe('a check names what the picture of a slide lost of its text, and nothing else', () => {
  it('of whole decks', async () => {
    const { slides, lost } = await expectAllNamed(DECKS, isWhole ? BUILT_IN_TEMPLATE_IDS.length : 1);
    expect(slides).toBeGreaterThan(15);
    expect(lost).toBeLessThan(slides / 10);
  });

  it.each(Object.entries(OF_OTHERS))('of %s', async (_, slide) => {
    const { lost } = await expectAllNamed([timelineOf(slide)], isWhole ? 8 : 2);
    expect(lost).toBeGreaterThan(0);
  });

  it('of texts of every kind in every layout', async () => {
    const footer = 'ACME and the others, all of them, with their committee';
    const names = Object.keys(CORPUS).filter((_, at) => isTried(at, 2));
    const all = names.flatMap((name, at) =>
      (isWhole ? [0, 3] : [0]).map((step) =>
        timelineOf({ ...slideOf(name), layout: LAYOUTS[(at + step) % LAYOUTS.length] ?? 'auto', footer }),
      ),
    );
    const { slides, lost } = await expectAllNamed(all, isWhole ? 2 : 1);
    expect(lost).toBeGreaterThan(isWhole ? 5 : 0);
    expect(lost).toBeLessThan(slides / 2);
  });

  it('of tables and charts', async () => {
    const all = [...Object.values(CORPUS_OF_TABLES), ...Object.values(CORPUS_OF_CHARTS)].filter((_, at) =>
      isTried(at, 4),
    );
    const { slides, lost } = await expectAllNamed(all.map(timelineOf), 1);
    expect(lost).toBeGreaterThan(isWhole ? 10 : 1);
    expect(lost).toBeLessThan(slides);
  });
});

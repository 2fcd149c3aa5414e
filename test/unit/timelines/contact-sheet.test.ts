import { beforeEach, expect, it } from 'vitest';
import { type ContactSheetDeps, drawContactSheet } from '#features/timelines/draw-contact-sheet.ts';
import { planContactSheetLayout } from '#features/timelines/plan-contact-sheet-layout.ts';
import type { Slide } from '#features/timelines/slide.ts';
import { memoryTimelineStore } from '#test/support/fakes/timeline-store.ts';
import { samplePrincipal, sampleSlide, sampleTimeline } from '#test/support/samples/entities.ts';

const principal = samplePrincipal();
let drawn: string[];
let joined: string[];
let time: number;
let deps: ContactSheetDeps;

beforeEach(() => {
  drawn = [];
  joined = [];
  time = 0;
  const files = new Map<string, Uint8Array>();
  deps = {
    store: memoryTimelineStore(),
    templates: { find: async () => undefined },
    readFile: async () => new Uint8Array(),
    painter: async () => ({
      paintPng: async ({ title }) => {
        drawn.push(title);
        return Buffer.from(title);
      },
    }),
    tiles: { read: async (key) => files.get(key), write: async (key, bytes) => void files.set(key, bytes) },
    join: async ({ tiles }) => {
      joined = tiles.map(({ png }) => Buffer.from(png).toString());
      return Buffer.from('sheet');
    },
    elapsed: () => time,
  };
});

const named = (count: number): Slide[] =>
  Array.from({ length: count }, (_, index) => sampleSlide({ title: `Slide ${index}`, layout: 'section' }));
async function sheet(slides: Slide[]) {
  const timeline = sampleTimeline(slides, { account_id: principal.account_id });
  await deps.store.insert({ timeline, slides }, { timelines: 9 });
  return drawContactSheet(deps, principal, timeline.id, { width: 800 });
}
const again = () => drawContactSheet(deps, principal, 'tl_1', { width: 800 });

it('shows all slides in their order, and draws each once', async () => {
  const slides = named(5);
  const titles = slides.map(({ title }) => title);
  await sheet(slides);
  expect([joined, [...drawn].sort()]).toEqual([titles, titles]);
  await again();
  expect([joined, drawn.length]).toEqual([titles, 5]);
});

it('draws only a changed slide again', async () => {
  await sheet(named(3));
  const loaded = await deps.store.load(principal.account_id, 'tl_1');
  if (!loaded) throw new Error('no timeline');
  const slides = loaded.slides.map((slide, index) => (index === 1 ? { ...slide, title: 'Other' } : slide));
  await deps.store.save({ before: loaded, after: { ...loaded, slides } }, { stored_bytes: 9 });
  await again();
  expect(joined).toEqual(['Slide 0', 'Other', 'Slide 2']);
  expect(drawn.slice(3)).toEqual(['Other']);
});

it('continues at the next request where drawing takes too long', async () => {
  const { painter } = deps;
  deps.painter = async () => {
    const { paintPng } = await painter();
    return {
      paintPng: async (slide, size, template) => {
        time += 10_000;
        return paintPng(slide, size, template);
      },
    };
  };
  await expect(sheet(named(20))).rejects.toMatchObject({ code: 'unavailable' });
  for (let tries = 0; tries < 20 && drawn.length < 20; tries++) await again().catch(() => undefined);
  await again();
  expect(joined).toHaveLength(20);
  expect(drawn).toHaveLength(20);
});

it('refuses an empty timeline, a foreign one, and what is too large for an answer', async () => {
  await expect(sheet([])).rejects.toMatchObject({ code: 'timeline_empty' });
  const foreign = drawContactSheet(deps, samplePrincipal(), 'tl_1', { width: 800 });
  await expect(foreign).rejects.toMatchObject({ code: 'timeline_not_found' });
});

it('says that a sheet is too large for an answer', async () => {
  deps.join = async () => undefined;
  await expect(sheet(named(1))).rejects.toThrow('query.width: The picture is too large');
});

it.each([
  [1, 'landscape'],
  [2, 'square'],
  [60, 'landscape'],
  [60, 'portrait'],
  [500, 'feed'],
] as const)('places %i slides (%s) within the sheet, none over another', (count, format) => {
  for (const columns of [undefined, 20]) {
    const { size, tile, tiles } = planContactSheetLayout(count, format, { width: 1600, columns });
    expect(tiles).toHaveLength(count);
    expect(Math.max(...tiles.map(({ left }) => left + tile.width))).toBeLessThanOrEqual(size.width);
    expect(Math.max(...tiles.map(({ top }) => top + tile.height))).toBeLessThan(size.height);
    for (const [index, one] of tiles.entries())
      for (const other of tiles.slice(index + 1)) {
        const isApart = Math.abs(one.left - other.left) >= tile.width || Math.abs(one.top - other.top) >= tile.height;
        if (!isApart) throw new Error(`slide ${index} is over another`);
      }
  }
});

it('refuses sheets that are too high, and slides that are too small', () => {
  expect(() => planContactSheetLayout(500, 'landscape', { width: 1600, columns: 1 })).toThrow('pixels high');
  expect(() => planContactSheetLayout(500, 'portrait', { width: 160, columns: 20 })).toThrow('narrower than');
});

import { describe, expect, it } from 'vitest';
import { USUAL_DECK_CPU_BUDGET } from '#app/sandbox/deck-budget.ts';
import type { DeckProcessPicture } from '#app/sandbox/deck-process-result.ts';
import type { DeckProcessTask } from '#app/sandbox/deck-process-task.ts';
import { createSlideRedesigner } from '#app/sandbox/redesign-slides.ts';
import type { MediaSource, ParsedSlide } from '#engine/deck-reading/deck.ts';
import { DeckRefusal, type DeckWarning } from '#engine/deck-reading/deck-warning.ts';

const TASK: DeckProcessTask = {
  ...{ look: 'auto', pdf_text: 'none', long_side: 480, max_slides: 9, has_pdf: false, skipped: [] },
  ...{
    fetched: { 'https://a.example/': { why: 'gone.' } },
    budget: USUAL_DECK_CPU_BUDGET,
    spent_cpu_seconds: 0,
    started_pictures: 0,
    cpu_time_factor: 1,
  },
};
const slide = (source_page: number, source: MediaSource): ParsedSlide => ({
  source_page,
  content: { title: 'A', bullet_points: [], speaker_notes: '', layout: 'auto', build: 'none' },
  image: { source, alt: '' },
  ...{ look: 'redesign', pictures: 1, clicks: 0 },
});

/** Redesigns slides that show the same picture. */
async function redesigned(source: MediaSource, slides: number, bytes?: Buffer) {
  const pictures: DeckProcessPicture[] = [];
  const warnings: DeckWarning[] = [];
  const folder = {
    read: async () => Buffer.alloc(0),
    write: async () => undefined,
    startStep: () => undefined,
    cpuSeconds: () => 0,
  };
  const medium = async (): Promise<Buffer> => {
    if (!bytes) throw new DeckRefusal('import_invalid', 'It is damaged.');
    return bytes;
  };
  const deck = { deck: { slides: [] } as never, medium };
  const redesign = createSlideRedesigner(TASK, folder, deck, { pictures, warnings });
  for (let page = 1; page <= slides; page++) await redesign(slide(page, source));
  return { pictures: pictures.length, lines: warnings.map(({ slide: of, code }) => [of, code]) };
}

describe('a picture that several slides show', () => {
  it.each<[string, MediaSource, string]>([
    ['is damaged', { from: 'path', path: 'a.png' }, 'picture_unreadable'],
    ['is not reached', { from: 'address', url: 'https://a.example/' }, 'picture_linked'],
  ])('has a line of each of them where it %s', async (_, source, code) => {
    expect(await redesigned(source, 3)).toEqual({ pictures: 0, lines: [1, 2, 3].map((page) => [page, code]) });
  });

  it('has a line of each of them where its letters may be others, and is left once', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><text>a</text></svg>');
    const lines = [1, 2].map((page) => [page, 'font_replaced']);
    expect(await redesigned({ from: 'path', path: 'a.svg' }, 2, svg)).toEqual({ pictures: 1, lines });
  });

  it('is drawn once where it is the same formula', async () => {
    const formula: MediaSource = { from: 'formulas', formulas: ['x^2'], place: 'alone' };
    expect(await redesigned(formula, 4)).toEqual({ pictures: 1, lines: [] });
  });
});

describe('a slide with several pictures', () => {
  it('has those that can be read, in their order, and a line of each other', async () => {
    const pictures: DeckProcessPicture[] = [];
    const warnings: DeckWarning[] = [];
    const folder = {
      ...{ read: async () => Buffer.alloc(0), write: async () => undefined },
      ...{ startStep: () => undefined, cpuSeconds: () => 0 },
    };
    const medium = async (path: string): Promise<Buffer> => {
      if (path === 'damaged') throw new DeckRefusal('import_invalid', 'It is damaged.');
      return Buffer.from(path);
    };
    const deck = { deck: { slides: [] } as never, medium };
    const redesign = createSlideRedesigner(TASK, folder, deck, { pictures, warnings });
    const of = (...[first = '', ...others]: string[]): ParsedSlide => ({
      ...slide(1, { from: 'path', path: first }),
      images: others.map((path) => ({ source: { from: 'path', path }, alt: path })),
    });
    const [whole] = await redesign(of('a', 'damaged', 'c'));
    expect(whole?.images).toMatchObject([{ source: { path: 'picture-2' }, alt: 'c' }]);
    expect(warnings.map(({ code }) => code)).toEqual(['picture_unreadable']);
    const [alone] = await redesign(of('damaged', 'c'));
    expect([alone?.image?.alt, alone?.images]).toEqual(['c', undefined]);
  });
});

import { describe, expect, it, vi } from 'vitest';
import { USUAL_DECK_CPU_BUDGET } from '#app/sandbox/deck-budget.ts';
import type { DeckProcessPicture } from '#app/sandbox/deck-process-result.ts';
import type { DeckProcessTask } from '#app/sandbox/deck-process-task.ts';
import { drawSlidesOfDeck } from '#app/sandbox/draw-slides-of-deck.ts';
import { createSlideRedesigner } from '#app/sandbox/redesign-slides.ts';
import { readDeckInFolder } from '#app/sandbox/take-deck.ts';
import { deckDrawingModulePath } from '#engine/deck-drawing/deck-drawing-module-path.ts';
import type { MediaSource, ParsedSlide } from '#engine/deck-reading/deck.ts';
import type { DeckWarning } from '#engine/deck-reading/deck-warning.ts';
import { readPptx } from '#engine/deck-reading/pptx/read-pptx.ts';
import { click, effect, timing } from '#test/support/decks/animation.ts';
import { makeEmf } from '#test/support/decks/metafile.ts';
import { at, makeOdp, page, textBox } from '#test/support/decks/odp.ts';
import { makePdf } from '#test/support/decks/pdf.ts';
import { boxAt, makePptx, textShape } from '#test/support/decks/pptx.ts';

const FILE = deckDrawingModulePath(import.meta.dirname) ?? expect.fail('there is no module');
const TASK: DeckProcessTask = {
  ...{ look: 'auto', pdf_text: 'none', long_side: 96, max_slides: 500, has_pdf: false, skipped: [], fetched: {} },
  ...{ budget: USUAL_DECK_CPU_BUDGET, spent_cpu_seconds: 0, started_pictures: 0, cpu_time_factor: 1 },
  maker_file: FILE,
};
const SIDES = [12_192_000, 6_858_000] as const;
const box = (id: number): string => textShape(id, null, [`Text ${id}`], { box: boxAt(id * 9000, 0, 900_000, 900_000) });

/** Reads a deck by a made clock. @param cpuSeconds that it took, by the pictures that were started @param files next to it */
async function taken(
  deck: Buffer,
  task: Partial<DeckProcessTask>,
  cpuSeconds: (started: number) => number = () => 0,
  files: Record<string, Buffer> = {},
) {
  let started = 0;
  let hasOpened = false;
  const result = await readDeckInFolder(
    { ...TASK, ...task },
    {
      read: async (name) => files[name] ?? deck,
      write: async () => undefined,
      startStep(step) {
        if (step.page > 0) started += 1;
        hasOpened ||= step.isOpening === true;
      },
      cpuSeconds: () => cpuSeconds(started),
    },
  );
  if (!('deck' in result)) throw new Error(JSON.stringify(result));
  return { ...result.deck, hasOpened };
}

it('whose slide is not in its file is a fault of this service, not a slide that takes too much time', async () => {
  const file = makePptx({ sides: SIDES, slides: [{ shapes: box(2) }] });
  const parsedDeck = await readPptx(file, { maxSlides: 5 });
  const folder = {
    ...{ read: async () => file, write: async () => undefined, startStep: () => undefined },
    cpuSeconds: () => 0,
  };
  const drawn = drawSlidesOfDeck({ ...TASK, look: 'original' }, folder, { ...parsedDeck, slides: [] }, file);
  await expect(drawn).rejects.toThrow('the file has no slide 1');
});

describe('a deck that takes time', () => {
  const three = makePptx({ sides: SIDES, slides: [2, 3, 4].map((id) => ({ shapes: box(id) })) });
  const looksOf = ({ slides }: { slides: readonly ParsedSlide[] }) => slides.map(({ look }) => look);

  it('is drawn by a second process with the budget of the pictures that the first one started', async () => {
    expect(looksOf(await taken(three, { spent_cpu_seconds: 20, started_pictures: 40 }))).toEqual(
      Array(3).fill('original'),
    );
    expect(looksOf(await taken(three, { spent_cpu_seconds: 20 }))).toEqual(Array(3).fill('redesign'));
  });

  it('is redesigned from the slide on at which the machine has worked on it for minutes', async () => {
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
    const drawn = await taken(three, {}, (started) => {
      now = started > 0 ? 500_000 : 0;
      return 0;
    }).finally(() => clock.mockRestore());
    expect(looksOf(drawn)).toEqual(['original', 'redesign', 'redesign']);
  });

  it('has the states of a slide, each with its share of the budget', async () => {
    const ids = Array.from({ length: 24 }, (_, index) => index + 2);
    const steps = ids.map((id) => click(effect('entr', id)));
    const deck = makePptx({ sides: SIDES, slides: [{ shapes: ids.map(box).join(''), after: timing(...steps) }] });
    const { slides } = await taken(deck, {}, (started) => 0.7 * started);
    expect(slides[0]?.builds).toHaveLength(25);
  });

  it('is redesigned by the process that read it if reading it took so long that none could follow', async () => {
    const { hasOpened, slides, warnings } = await taken(three, {}, () => 4);
    expect(hasOpened).toBe(false);
    expect(slides.map(({ look }) => look)).toEqual(Array(3).fill('redesign'));
    expect(warnings.at(-1)).toMatchObject({
      code: 'look_redesigned',
      message: expect.stringContaining('they take too much time or memory to draw'),
    });
  });
});

describe('a picture that is drawn for a redesigned slide', () => {
  const emf = makeEmf(
    [1000, 1000],
    [
      [
        [0, 0, 900, 900],
        [200, 0, 0],
      ],
    ],
  );

  /** Redesigns two slides with different pictures. @returns the slides that lost theirs */
  async function lostOf(task: Partial<DeckProcessTask>, sources: MediaSource[], isTimeUsedUp = () => false) {
    const pictures: DeckProcessPicture[] = [];
    const warnings: DeckWarning[] = [];
    const folder = {
      read: async () => Buffer.alloc(0),
      write: async () => undefined,
      startStep: () => undefined,
      cpuSeconds: () => 0,
    };
    const deck = { deck: { slides: [] } as never, medium: async () => emf };
    const redesign = createSlideRedesigner({ ...TASK, ...task }, folder, deck, { pictures, warnings, isTimeUsedUp });
    for (const [index, source] of sources.entries())
      await redesign({
        source_page: index + 1,
        content: { title: 'A', bullet_points: [], speaker_notes: '', layout: 'auto', build: 'none' },
        image: { source, alt: '' },
        ...{ look: 'redesign', pictures: 1, clicks: 0 },
      });
    return warnings.map(({ slide, code }) => [slide, code]);
  }

  const pictures: MediaSource[] = ['a.emf', 'b.emf'].map((path) => ({ from: 'path', path }));
  const formulas: MediaSource[] = ['x^2', 'y^2'].map((tex) => ({ from: 'formulas', formulas: [tex], place: 'alone' }));

  it('is not drawn again where its slide ended a process', async () => {
    expect(await lostOf({}, pictures)).toEqual([]);
    expect(await lostOf({ skipped: [2] }, pictures)).toEqual([[2, 'picture_unreadable']]);
    expect(await lostOf({ skipped: [1] }, formulas)).toEqual([[1, 'markup_not_taken']]);
  });

  it('is not drawn from a metafile when the deck has taken its time', async () => {
    expect(await lostOf({}, pictures, () => true)).toEqual([
      [1, 'picture_unreadable'],
      [2, 'picture_unreadable'],
    ]);
  });
});

describe('an ODP that is redesigned', () => {
  const text = (words: string, x: number, y: number): string => textBox(`<text:p>${words}</text:p>`, at(x, y, 8, 3));
  const deck = makeOdp({
    pages: page(
      `${text('One', 2, 2)}${text('Two', 18, 3)}${text('Three', 3, 9)}${text('Four', 19, 12)}<draw:frame ${at(9, 9, 4, 4)}><draw:plugin xlink:href="x"/></draw:frame>`,
    ),
  });
  const codes = async (task: Partial<DeckProcessTask>) =>
    (await taken(deck, task, undefined, { pdf: makePdf([{}]) })).warnings.map(({ code }) => code);

  it('names what a slide in its own look has lost, also with a PDF, which is not shown then', async () => {
    expect(await codes({ look: 'redesign' })).toContain('drawing_lost');
    expect(await codes({ look: 'redesign', has_pdf: true })).toContain('drawing_lost');
    expect(await codes({ has_pdf: true })).not.toContain('drawing_lost');
  });
});

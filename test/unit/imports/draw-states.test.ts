import { describe, expect, it } from 'vitest';
import type { DeckProcessPicture } from '#app/sandbox/deck-process-result.ts';
import type { DeckProcessTask } from '#app/sandbox/deck-process-task.ts';
import { createSlideStateDrawingInputs, drawSlideStates } from '#app/sandbox/draw-states.ts';
import { DeckDrawingError, type HiddenSlideParts } from '#engine/deck-drawing/deck-drawing-instance.ts';
import type { DrawnSlide } from '#engine/deck-drawing/open-deck-for-drawing.ts';
import type { PptxSlide } from '#engine/deck-reading/pptx/read-slide.ts';

const TASK = { long_side: 960 } as DeckProcessTask;
const state = (...shapes: number[]) => ({
  hidden: { shapes, paragraphs: {} },
  text: shapes.join(),
  ...(shapes.length === 2 ? { after: 2 } : {}),
});

/** Draws states of a slide; the picture of one is the list of its hidden shapes, without 9, which nothing shows. */
async function drawn(
  states: ReturnType<typeof state>[],
  { slides = 1, msOfPicture = 0, fails = false, tiredAfter = Number.POSITIVE_INFINITY } = {},
) {
  const pictures: DeckProcessPicture[] = [];
  const files = new Map<string, string>();
  let asked = 0;
  let ms = 0;
  const draw = async (
    _: string,
    __: number,
    hidden: HiddenSlideParts = { shapes: [], paragraphs: {} },
  ): Promise<DrawnSlide> => {
    asked += 1;
    ms += msOfPicture;
    if (fails) throw new DeckDrawingError('no', false);
    return { png: Buffer.from(hidden.shapes.filter((id) => id !== 9).join()) } as unknown as DrawnSlide;
  };
  const folder = {
    read: async () => Buffer.alloc(0),
    write: async (name: string, bytes: Uint8Array) => void files.set(name, Buffer.from(bytes).toString()),
    startStep: () => undefined,
    cpuSeconds: () => 0,
  };
  const deck = createSlideStateDrawingInputs(
    TASK,
    folder,
    { draw },
    {
      ...{ partOf: () => 'p', pages: slides, pictures },
      now: () => ms,
      isTimeUsedUp: () => asked >= tiredAfter,
    },
  );
  const builds: (string[] | undefined)[] = [];
  for (let page = 1; page <= slides; page++) {
    const slide = { part: 'p', page, states: { states, notShown: [] } } as unknown as PptxSlide;
    const end = { path: `page-${page}`, png: Buffer.from(states.at(-1)?.hidden.shapes.join() ?? '') };
    const made = await drawSlideStates(deck, slide, end);
    builds.push(made?.map(({ source }) => (source.from === 'path' ? source.path : '')));
    if (made && made.length > 0) expect(made.map(({ after }) => after)).toEqual(states.map(({ after }) => after));
  }
  return { builds, asked, pictures: pictures.map(({ path }) => path), files };
}

describe('the states of a slide in its deck', () => {
  it('are drawn once each, and the last is the picture of the slide', async () => {
    expect(await drawn([state(1, 2), state(2), state(1, 2), state()])).toMatchObject({
      builds: [['page-1-1', 'page-1-2', 'page-1-1', 'page-1']],
      asked: 2,
      pictures: ['page-1-1', 'page-1-2'],
    });
  });

  it('that look the same are one picture', async () => {
    const { builds, pictures } = await drawn([state(1, 9), state(1), state()]);
    expect([builds, pictures]).toEqual([[['page-1-1', 'page-1-1', 'page-1']], ['page-1-1']]);
  });

  it('are none where nothing that is drawn changes, or one of them cannot be drawn', async () => {
    expect((await drawn([state()])).builds).toEqual([undefined]);
    expect((await drawn([state(9), state()])).builds).toEqual([[]]);
    expect(await drawn([state(1), state()], { fails: true })).toMatchObject({ builds: [undefined], pictures: [] });
  });

  it('are at most 400 in a deck', async () => {
    const many = [...Array.from({ length: 39 }, (_, at) => state(at + 10)), state()];
    const { builds, asked } = await drawn(many, { slides: 12 });
    expect([builds.map((each) => each?.length), asked]).toEqual([
      [...Array<number>(10).fill(40), undefined, undefined],
      390,
    ]);
  });

  it('are not drawn of a deck that has taken its processor time: its slides have one picture', async () => {
    const { builds, asked, pictures } = await drawn([state(1, 2), state(2), state()], { slides: 2, tiredAfter: 3 });
    expect([builds, asked]).toEqual([[['page-1-1', 'page-1-2', 'page-1'], undefined], 3]);
    expect(pictures).toEqual(['page-1-1', 'page-1-2']);
  });

  it('are drawn for four minutes: later slides have one picture', async () => {
    const { builds } = await drawn([state(1), state()], { slides: 4, msOfPicture: 100_000 });
    expect(builds.map((each) => each?.length)).toEqual([2, 2, 2, undefined]);
  });
});

import { createHash } from 'node:crypto';
import { DeckDrawingError } from '#engine/deck-drawing/deck-drawing-instance.ts';
import type { OpenDeckForDrawing } from '#engine/deck-drawing/open-deck-for-drawing.ts';
import type { DeckSlideState } from '#engine/deck-reading/deck.ts';
import type { DeckWithSlideVariants } from '#engine/deck-reading/pptx/deck-with-slide-variants.ts';
import { type PptxSlideState, pptxSlideStateKey } from '#engine/deck-reading/pptx/pptx-slide-states.ts';
import type { PptxSlide } from '#engine/deck-reading/pptx/read-slide.ts';
import { MAX_STATE_PICTURES_OF_DECK } from './deck-budget.ts';
import type { DeckProcessPicture } from './deck-process-result.ts';
import type { DeckProcessHostAccess, DeckProcessTask } from './deck-process-task.ts';

/**
 * Milliseconds after which no states of further slides are drawn. Then a slow machine still has time to read the deck within the time
 * limit of the process.
 */
const MAX_STATE_DRAWING_MS = 240_000;

/** Inputs to the drawing of the states of a deck's slides, and the number of pictures and the time that are left. */
export interface SlideStateDrawingInputs {
  task: DeckProcessTask;
  folder: DeckProcessHostAccess;
  drawing: OpenDeckForDrawing;
  /** Finds the part of the file that is drawn for a state of a slide. */
  partOf: DeckWithSlideVariants['partOf'];
  /** Number of slides in the file. */
  pages: number;
  /** The list to which the drawn pictures are added. */
  pictures: DeckProcessPicture[];
  /** Reads a monotonic clock, in milliseconds. */
  now: () => number;
  /** Reports whether the deck has used up its processor time, so that nothing more is drawn. */
  isTimeUsedUp: () => boolean;
  /** Number of pictures that may still be drawn. */
  left: number;
  /** The time, by `now`, after which no states of further slides are drawn. */
  until: number;
}

/** Makes the inputs to the drawing of a deck's states, before any state is drawn. */
export const createSlideStateDrawingInputs = (
  task: DeckProcessTask,
  folder: DeckProcessHostAccess,
  drawing: OpenDeckForDrawing,
  sharedInputs: Pick<SlideStateDrawingInputs, 'partOf' | 'pages' | 'pictures' | 'now' | 'isTimeUsedUp'>,
): SlideStateDrawingInputs => ({
  task,
  folder,
  drawing,
  ...sharedInputs,
  left: MAX_STATE_PICTURES_OF_DECK,
  until: sharedInputs.now() + MAX_STATE_DRAWING_MS,
});

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64');

/**
 * Draws the states of a slide: before its first click, between its clicks and after the last one. Equal states are drawn once, and equal
 * pictures are written once.
 * @param endPicture picture of the slide after all clicks
 * @returns an empty list if all states look the same; undefined if the slide has one state, if a state cannot be drawn, or if the limits of
 * the deck leave no time
 */
export async function drawSlideStates(
  inputs: SlideStateDrawingInputs,
  slide: PptxSlide,
  endPicture: { path: string; png: Uint8Array },
): Promise<DeckSlideState[] | undefined> {
  const { task, folder, drawing, pages, pictures } = inputs;
  const {
    page,
    states: { states },
  } = slide;
  const pathByStateKey = new Map(states.slice(-1).map((state) => [pptxSlideStateKey(state), endPicture.path]));
  const pathByHash = new Map([[hashOf(endPicture.png), endPicture.path]]);
  const neededCount = new Set(states.map(pptxSlideStateKey)).size - 1;
  if (states.length < 2 || neededCount > inputs.left || inputs.now() > inputs.until) return undefined;
  inputs.left -= neededCount;
  const addedPictures: DeckProcessPicture[] = [];
  for (const state of states) {
    const key = pptxSlideStateKey(state);
    if (pathByStateKey.has(key)) continue;
    if (inputs.isTimeUsedUp()) return undefined;
    const part = inputs.partOf(slide, state.changed);
    if (part === undefined) return undefined;
    // Each state is a separate step, for which the process has its full time limit.
    folder.startStep({ page, pages });
    try {
      const { png } = await drawing.draw(part, task.long_side, state.hidden);
      const hash = hashOf(png);
      const path = pathByHash.get(hash) ?? `page-${page}-${pathByHash.size}`;
      if (!pathByHash.has(hash)) {
        await folder.write(path, png);
        addedPictures.push({ path, kind: 'page' });
      }
      pathByHash.set(hash, path);
      pathByStateKey.set(key, path);
    } catch (error) {
      if (!(error instanceof DeckDrawingError)) throw error;
      return undefined;
    }
  }
  if (pathByHash.size < 2) return [];
  pictures.push(...addedPictures);
  return states.map((state) => ({
    source: { from: 'path', path: pathByStateKey.get(pptxSlideStateKey(state)) ?? endPicture.path },
    ...textAndTimeOf(state),
  }));
}

/** The text of a state, and its time if the deck states one. */
const textAndTimeOf = ({ text, after }: PptxSlideState): Pick<DeckSlideState, 'text' | 'after'> => ({
  text,
  ...(after === undefined ? {} : { after }),
});

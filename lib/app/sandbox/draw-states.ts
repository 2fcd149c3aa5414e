import { createHash } from 'node:crypto';
import type { DeckDrawing } from '#engine/deck-drawing/deck-drawing.ts';
import { DeckDrawingError } from '#engine/deck-drawing/deck-drawing-instance.ts';
import type { DeckSlideState } from '#engine/deck-reading/deck.ts';
import type { PptxSlide } from '#engine/deck-reading/pptx/read-slide.ts';
import { type SlideState, slideStateKey } from '#engine/deck-reading/pptx/slide-states.ts';
import type { SlideVariants } from '#engine/deck-reading/pptx/slide-variants.ts';
import { MAX_STATES_OF_DECK } from './deck-budget.ts';
import type { WrittenPicture } from './deck-result.ts';
import type { DeckFolder, DeckTask } from './deck-task.ts';

/** Milliseconds after which no states of further slides are drawn: a slow machine must still read the deck within the limit of the process. */
const MAX_MS = 240_000;

/** The states of a deck's slides, as they are drawn one after the other. */
export interface DeckStateDrawing {
  task: DeckTask;
  folder: DeckFolder;
  drawing: DeckDrawing;
  /** The part that is drawn for a state of a slide. */
  partOf: SlideVariants['partOf'];
  /** Slides of the file. */
  pages: number;
  /** Receives what is drawn. */
  pictures: WrittenPicture[];
  /** Milliseconds of a clock that only goes forward. */
  now: () => number;
  /** Reports whether the deck has taken so much processor time that nothing more is drawn. */
  isTired: () => boolean;
  /** Pictures that may still be drawn, and the time until which. */
  left: number;
  until: number;
}

/** The states of a deck before any of them is drawn. */
export const createDeckStateDrawing = (
  task: DeckTask,
  folder: DeckFolder,
  drawing: DeckDrawing,
  rest: Pick<DeckStateDrawing, 'partOf' | 'pages' | 'pictures' | 'now' | 'isTired'>,
): DeckStateDrawing => ({ task, folder, drawing, ...rest, left: MAX_STATES_OF_DECK, until: rest.now() + MAX_MS });

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64');

/**
 * Draws a slide before, between and after its clicks. Equal states are drawn once, and equal pictures written once.
 * @param end picture of the slide after all clicks
 * @returns an empty list for states that all look the same; undefined for a slide with one state, whose states cannot be drawn, or for
 * which the limits of the deck leave no time
 */
export async function drawSlideStates(
  deck: DeckStateDrawing,
  slide: PptxSlide,
  end: { path: string; png: Uint8Array },
): Promise<DeckSlideState[] | undefined> {
  const { task, folder, drawing, pages, pictures } = deck;
  const {
    page,
    states: { states },
  } = slide;
  const known = new Map(states.slice(-1).map((state) => [slideStateKey(state), end.path]));
  const paths = new Map([[hashOf(end.png), end.path]]);
  const needed = new Set(states.map(slideStateKey)).size - 1;
  if (states.length < 2 || needed > deck.left || deck.now() > deck.until) return undefined;
  deck.left -= needed;
  const added: WrittenPicture[] = [];
  for (const state of states) {
    const key = slideStateKey(state);
    if (known.has(key)) continue;
    if (deck.isTired()) return undefined;
    const part = deck.partOf(slide, state.changed);
    if (part === undefined) return undefined;
    // Each state is its own step for the limits of the process.
    folder.startStep({ page, pages });
    try {
      const { png } = await drawing.draw(part, task.long_side, state.hidden);
      const hash = hashOf(png);
      const path = paths.get(hash) ?? `page-${page}-${paths.size}`;
      if (!paths.has(hash)) {
        await folder.write(path, png);
        added.push({ path, kind: 'page' });
      }
      paths.set(hash, path);
      known.set(key, path);
    } catch (error) {
      if (!(error instanceof DeckDrawingError)) throw error;
      return undefined;
    }
  }
  if (paths.size < 2) return [];
  pictures.push(...added);
  return states.map((state) => ({
    source: { from: 'path', path: known.get(slideStateKey(state)) ?? end.path },
    ...shownOf(state),
  }));
}

const shownOf = ({ text, after }: SlideState): Pick<DeckSlideState, 'text' | 'after'> => ({
  text,
  ...(after === undefined ? {} : { after }),
});

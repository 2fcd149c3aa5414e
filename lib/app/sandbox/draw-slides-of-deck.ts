import type { DeckDrawing, DrawnSlide } from '#engine/deck-drawing/deck-drawing.ts';
import { DeckDrawingError } from '#engine/deck-drawing/deck-drawing-instance.ts';
import type { ParsedSlide } from '#engine/deck-reading/deck.ts';
import { DeckRefusal, type DeckWarning } from '#engine/deck-reading/deck-warning.ts';
import type { ParsedPptx } from '#engine/deck-reading/pptx/read-pptx.ts';
import type { PptxSlide } from '#engine/deck-reading/pptx/read-slide.ts';
import { type SlideVariants, withSlideVariants } from '#engine/deck-reading/pptx/slide-variants.ts';
import { canOpenDeckToDraw, isDeckCpuBudgetUsedUp } from './deck-budget.ts';
import type { WrittenPicture } from './deck-result.ts';
import type { DeckProcessHost, DeckTask, UncheckedDeckResult } from './deck-task.ts';
import { drawReportPicture } from './draw-report-picture.ts';
import { createSlideStateDrawingInputs, drawSlideStates } from './draw-states.ts';
import { drawnSlideWarnings, unusableFontMessage } from './drawn-slide-warnings.ts';
import { DECK_TOO_COSTLY_REASON, openDeckToDraw } from './open-deck-to-draw.ts';
import {
  isRedesignedForVideo,
  slideAsOriginalPicture,
  videoHiddenWarning,
  warningsWithOriginalLook,
} from './page-slides.ts';
import { reasonNotToDrawSlide } from './reason-not-to-draw-slide.ts';
import { createSlideRedesigner, redesignAllSlides } from './redesign-slides.ts';

const SEND_PDF = 'Export the deck as PDF in the program that made it, and send that as well.';

/**
 * The reason why a whole deck is redesigned although its original look was requested.
 * @throws DeckRefusal if only that look was requested
 */
async function notDrawn(
  task: DeckTask,
  folder: DeckProcessHost,
  read: ParsedPptx,
  why: string,
): Promise<UncheckedDeckResult> {
  if (task.look === 'original')
    throw new DeckRefusal('look_unavailable', `The slides cannot be drawn in their original look: ${why}. ${SEND_PDF}`);
  const taken = await redesignAllSlides(task, folder, read);
  if (!('deck' in taken)) return taken;
  const { deck } = taken;
  const message = `The slides were drawn in the template, not in their original look: ${why}. ${SEND_PDF}`;
  const slides = deck.slides.map((slide) => ({ ...slide, reason: slide.reason ?? why }));
  return {
    ...taken,
    deck: { ...deck, slides, warnings: [...deck.warnings, { slide: null, code: 'look_redesigned', message }] },
  };
}

/** An open deck whose slides can be drawn, with the copies of slides that some states need. */
interface OpenDeck {
  drawing: DeckDrawing;
  partOf: SlideVariants['partOf'];
}

/** @param isDrawn whether a slide is drawn with its states @returns why the deck cannot be drawn, in words for the report */
async function openDeck(
  task: DeckTask,
  folder: DeckProcessHost,
  read: ParsedPptx,
  bytes: Buffer,
  isDrawn: (page: number) => boolean,
): Promise<OpenDeck | string> {
  const reading = folder.cpuSeconds();
  const spent = { cpuSeconds: task.spent_cpu_seconds + reading, reading, pictures: task.started_pictures };
  if (task.maker_file && !canOpenDeckToDraw(task.budget, spent)) return DECK_TOO_COSTLY_REASON;
  folder.startStep({ page: 0, pages: read.deck.pages, isOpening: true });
  const shown = read.slides.filter(({ isHidden, page }) => !isHidden && isDrawn(page));
  const { pptx, partOf } = await withSlideVariants(bytes, task.maker_file ? shown : []);
  const drawing = await openDeckToDraw(task, pptx, read);
  return typeof drawing === 'string' ? drawing : { drawing, partOf };
}

/** Draws all slides in their original look; texts and notes are those of the deck. A slide that cannot be drawn is redesigned. */
export async function drawSlidesOfDeck(
  task: DeckTask,
  folder: DeckProcessHost,
  read: ParsedPptx,
  bytes: Buffer,
): Promise<UncheckedDeckResult> {
  const deck = await openDeck(task, folder, read, bytes, () => true);
  if (typeof deck === 'string') return notDrawn(task, folder, read, deck);
  return drawSlides(task, folder, read, deck, () => 'drawn from the slide in the deck');
}

/**
 * Redesigns the slides of a deck, except those whose texts have no certain order: a wrong order may change their meaning. Such a slide is
 * drawn in its original look, if possible. The report shows redesigned slides as they were in the deck.
 */
export async function redesignSlidesWithCertainOrder(
  task: DeckTask,
  folder: DeckProcessHost,
  read: ParsedPptx,
  bytes: Buffer,
): Promise<UncheckedDeckResult> {
  const isDrawn = (page: number): boolean => read.redesigns.get(page)?.isUnordered === true;
  const deck = await openDeck(task, folder, read, bytes, isDrawn);
  if (typeof deck === 'string') return redesignAllSlides(task, folder, read);
  return drawSlides(task, folder, read, deck, (page) =>
    isDrawn(page)
      ? 'its text boxes do not form one column, so that a template could set them in a wrong order'
      : undefined,
  );
}

/**
 * Draws or redesigns the slides of a deck.
 * @param whyDrawn returns the reason why a slide, by its number from 1, is drawn in its original look; undefined if it is redesigned
 */
async function drawSlides(
  task: DeckTask,
  wholeFolder: DeckProcessHost,
  read: ParsedPptx,
  { drawing, partOf }: OpenDeck,
  whyDrawn: (page: number) => string | undefined,
): Promise<UncheckedDeckResult> {
  const { deck } = read;
  const pictures: WrittenPicture[] = [];
  const warnings: DeckWarning[] = [];
  const pages = new Set<number>();
  const unusable = new Map<string, DrawnSlide['unusable'][number]>();
  const { folder, started } = countStarted(wholeFolder);
  const until = performance.now() + MAX_DRAWING_MS;
  const isTired = () =>
    performance.now() > until ||
    isDeckCpuBudgetUsedUp(task.budget, task.started_pictures + started(), task.spent_cpu_seconds + folder.cpuSeconds());
  const redesign = createSlideRedesigner(task, folder, read, { pictures, warnings, isTired });
  const states = createSlideStateDrawingInputs(task, folder, drawing, {
    ...{ partOf, pages: deck.pages, pictures, isTired },
    now: () => performance.now(),
  });
  const slides: ParsedSlide[] = [];
  for (const slide of deck.slides) {
    const { source_page: page } = slide;
    const inFile = read.slides.find((each) => each.page === page);
    folder.startStep({ page, pages: deck.pages });
    const why = isRedesignedForVideo(slide, task) ? undefined : whyDrawn(page);
    if (why === undefined) {
      slides.push(...(await redesign(slide)));
      if (inFile && !task.skipped.includes(page) && !isTired())
        await drawReportPicture(drawing, inFile, folder, pictures);
      continue;
    }
    const isLate = isTired();
    const drawn =
      task.skipped.includes(page) || !inFile || isLate
        ? SLIDE_TOO_COSTLY
        : await drawSlide({ drawing, partOf }, inFile, task.long_side);
    if (typeof drawn === 'string' || !inFile) {
      const reason = isLate ? REST_TOO_COSTLY : typeof drawn === 'string' ? drawn : SLIDE_TOO_COSTLY;
      warnings.push({
        slide: page,
        code: 'look_redesigned',
        message: `The slide was drawn in the template: ${reason}. ${SEND_PDF}`,
      });
      slides.push(...(await redesign(slide)).map((part) => ({ ...part, reason })));
      if (inFile && reason !== SLIDE_TOO_COSTLY && !isLate) await drawReportPicture(drawing, inFile, folder, pictures);
      continue;
    }
    const path = `page-${page}`;
    await folder.write(path, drawn.png);
    pictures.push({ path, kind: 'page' });
    pages.add(page);
    const builds = await drawSlideStates(states, inFile, { path, png: drawn.png });
    const [hasStates, isStill] = [(builds?.length ?? 0) > 0, builds?.length === 0];
    warnings.push(...drawnSlideWarnings(inFile, drawn, { hasStates, isStill }), ...videoHiddenWarning(slide));
    for (const font of drawn.unusable) unusable.set(font.family, font);
    slides.push({ ...slideAsOriginalPicture(slide, path, why), ...(hasStates ? { builds } : {}) });
  }
  const ofFonts = [...unusable.values()].map(unusableFontMessage);
  const all = [...warningsWithOriginalLook(deck, (slide) => pages.has(slide)), ...warnings, ...ofFonts];
  return { deck: { ...deck, slides, warnings: all }, pictures };
}

/** Milliseconds after which no further slide is drawn: a slow machine must still read the deck within the limit of the process. */
const MAX_DRAWING_MS = 400_000;

/** The folder, with the number of pictures that were started in it: those that its parent counts. */
function countStarted(folder: DeckProcessHost): { folder: DeckProcessHost; started: () => number } {
  let begun = 0;
  const startStep: DeckProcessHost['startStep'] = (step) => {
    if (step.page > 0) begun += 1;
    folder.startStep(step);
  };
  return { folder: { ...folder, startStep }, started: () => begun };
}

const REST_TOO_COSTLY = 'drawing the slides before it took the time that a deck has';
const SLIDE_TOO_COSTLY = 'it takes too much time or memory to draw in its original look';

/** Draws a slide. @param longSide pixels @returns the reason why it is redesigned instead, as a clause for the report */
async function drawSlide(
  { drawing, partOf }: OpenDeck,
  slide: PptxSlide,
  longSide: number,
): Promise<DrawnSlide | string> {
  const { part, states, diagrams, bareDiagrams, extent } = slide;
  const tooMuch = reasonNotToDrawSlide(extent);
  if (tooMuch !== undefined) return tooMuch;
  // A redesigned slide has the texts of a diagram; a drawn one would have a blank.
  if (bareDiagrams > 0) return BARE_DIAGRAM;
  try {
    const { hidden, changed } = states.states.at(-1) ?? {};
    const drawn = await drawing.draw(partOf(slide, changed) ?? part, longSide, hidden);
    return diagrams.length > 0 && drawn.blanks.includes(DIAGRAM) ? BARE_DIAGRAM : drawn;
  } catch (error) {
    if (!(error instanceof DeckDrawingError)) throw error;
    return error.isEnd ? SLIDE_TOO_COSTLY : 'it cannot be drawn as it is';
  }
}

const BARE_DIAGRAM = 'a diagram (SmartArt) has no picture in the file, so that only its texts can be shown';
/** Name that the maker gives a diagram that it cannot draw. */
const DIAGRAM = 'Diagram';

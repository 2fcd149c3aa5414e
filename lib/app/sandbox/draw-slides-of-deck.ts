import { DeckDrawingError } from '#engine/deck-drawing/deck-drawing-instance.ts';
import type { DrawnSlide, OpenDeckForDrawing } from '#engine/deck-drawing/open-deck-for-drawing.ts';
import type { ParsedSlide } from '#engine/deck-reading/deck.ts';
import { DeckRefusal, type DeckWarning } from '#engine/deck-reading/deck-warning.ts';
import {
  createPptxSlideStateCopies,
  type DeckWithSlideVariants,
} from '#engine/deck-reading/pptx/deck-with-slide-variants.ts';
import type { ParsedPptx } from '#engine/deck-reading/pptx/read-pptx.ts';
import type { PptxSlide } from '#engine/deck-reading/pptx/read-slide.ts';
import { hasCpuBudgetForDrawing, isDeckCpuBudgetUsedUp } from './deck-budget.ts';
import type { DeckProcessPicture } from './deck-process-result.ts';
import type { DeckProcessHostAccess, DeckProcessTask, UncheckedDeckResult } from './deck-process-task.ts';
import { drawReportPicture } from './draw-report-picture.ts';
import { createSlideStateDrawingInputs, drawSlideStates } from './draw-states.ts';
import { openDeckToDraw, TOO_COSTLY_TO_DRAW_REASON } from './open-deck-to-draw.ts';
import {
  isRedesignedForVideo,
  slideAsOriginalPicture,
  videoHiddenWarnings,
  warningsWithOriginalLook,
} from './page-slides.ts';
import { reasonNotToDrawSlide } from './reason-not-to-draw-slide.ts';
import { createSlideRedesigner, redesignAllSlides } from './redesign-slides.ts';
import { unusableFontWarning, warningsOfOriginalLookDrawing } from './warnings-of-original-look-drawing.ts';

const SEND_PDF_ADVICE = 'Export the deck as PDF in the program that made it, and send that as well.';

/**
 * Redesigns all slides of a deck that cannot be drawn in its original look, and reports that.
 * @param reason why it cannot be drawn, as a clause for the report
 * @throws DeckRefusal if only the original look was requested
 */
async function redesignInsteadOfDrawing(
  task: DeckProcessTask,
  folder: DeckProcessHostAccess,
  parsedDeck: ParsedPptx,
  reason: string,
): Promise<UncheckedDeckResult> {
  if (task.look === 'original')
    throw new DeckRefusal(
      'look_unavailable',
      `The slides cannot be drawn in their original look: ${reason}. ${SEND_PDF_ADVICE}`,
    );
  const result = await redesignAllSlides(task, folder, parsedDeck);
  if (!('deck' in result)) return result;
  const { deck } = result;
  const message = `The slides were drawn in the template, not in their original look: ${reason}. ${SEND_PDF_ADVICE}`;
  const slides = deck.slides.map((slide) => ({ ...slide, reason: slide.reason ?? reason }));
  return {
    ...result,
    deck: { ...deck, slides, warnings: [...deck.warnings, { slide: null, code: 'look_redesigned', message }] },
  };
}

/** An open deck whose slides can be drawn, with the copies of slides that some states need. */
interface OpenDeck {
  drawing: OpenDeckForDrawing;
  partOf: DeckWithSlideVariants['partOf'];
}

/**
 * Opens a deck to draw its slides.
 * @param isDrawn reports whether a slide, by its number from 1, is drawn with its states
 * @returns the open deck, or the reason why it cannot be drawn, as a clause for the report
 */
async function openDeck(
  task: DeckProcessTask,
  folder: DeckProcessHostAccess,
  parsedDeck: ParsedPptx,
  bytes: Buffer,
  isDrawn: (page: number) => boolean,
): Promise<OpenDeck | string> {
  const readingCpuSeconds = folder.cpuSeconds();
  const usage = {
    cpuSeconds: task.spent_cpu_seconds + readingCpuSeconds,
    reading: readingCpuSeconds,
    pictures: task.started_pictures,
  };
  if (task.maker_file && !hasCpuBudgetForDrawing(task.budget, usage)) return TOO_COSTLY_TO_DRAW_REASON;
  folder.startStep({ page: 0, pages: parsedDeck.deck.pages, isOpening: true });
  const drawnSlides = parsedDeck.slides.filter(({ isHidden, page }) => !isHidden && isDrawn(page));
  const { pptx, partOf } = await createPptxSlideStateCopies(bytes, task.maker_file ? drawnSlides : []);
  const drawing = await openDeckToDraw(task, pptx, parsedDeck);
  return typeof drawing === 'string' ? drawing : { drawing, partOf };
}

/** Draws all slides in their original look; texts and notes are those of the deck. A slide that cannot be drawn is redesigned. */
export async function drawSlidesOfDeck(
  task: DeckProcessTask,
  folder: DeckProcessHostAccess,
  parsedDeck: ParsedPptx,
  bytes: Buffer,
): Promise<UncheckedDeckResult> {
  const deck = await openDeck(task, folder, parsedDeck, bytes, () => true);
  if (typeof deck === 'string') return redesignInsteadOfDrawing(task, folder, parsedDeck, deck);
  return drawSlides(task, folder, parsedDeck, deck, () => 'drawn from the slide in the deck');
}

/**
 * Redesigns the slides of a deck, except those whose texts have no certain order: a wrong order may change their meaning. Such a slide is
 * drawn in its original look, if possible. The report shows redesigned slides as they were in the deck.
 */
export async function redesignSlidesWithCertainOrder(
  task: DeckProcessTask,
  folder: DeckProcessHostAccess,
  parsedDeck: ParsedPptx,
  bytes: Buffer,
): Promise<UncheckedDeckResult> {
  const isDrawn = (page: number): boolean => parsedDeck.redesigns.get(page)?.isUnordered === true;
  const deck = await openDeck(task, folder, parsedDeck, bytes, isDrawn);
  if (typeof deck === 'string') return redesignAllSlides(task, folder, parsedDeck);
  return drawSlides(task, folder, parsedDeck, deck, (page) =>
    isDrawn(page)
      ? 'its text boxes do not form one column, so that a template could set them in a wrong order'
      : undefined,
  );
}

/**
 * Draws or redesigns the slides of a deck.
 * @param drawingReasonOf returns the reason why a slide, by its number from 1, is drawn in its original look; undefined if it is redesigned
 * @param hostAccess the folder of the deck; the pictures that are started in it are counted here
 */
async function drawSlides(
  task: DeckProcessTask,
  hostAccess: DeckProcessHostAccess,
  parsedDeck: ParsedPptx,
  { drawing, partOf }: OpenDeck,
  drawingReasonOf: (page: number) => string | undefined,
): Promise<UncheckedDeckResult> {
  const { deck } = parsedDeck;
  const pictures: DeckProcessPicture[] = [];
  const warnings: DeckWarning[] = [];
  const drawnPages = new Set<number>();
  const unusableFonts = new Map<string, DrawnSlide['unusable'][number]>();
  const { folder, started: startedPictureCount } = countStartedPictures(hostAccess);
  const drawingDeadline = performance.now() + MAX_DRAWING_MS;
  const isTimeUsedUp = () =>
    performance.now() > drawingDeadline ||
    isDeckCpuBudgetUsedUp(
      task.budget,
      task.started_pictures + startedPictureCount(),
      task.spent_cpu_seconds + folder.cpuSeconds(),
    );
  const redesign = createSlideRedesigner(task, folder, parsedDeck, { pictures, warnings, isTimeUsedUp });
  const states = createSlideStateDrawingInputs(task, folder, drawing, {
    partOf,
    pages: deck.pages,
    pictures,
    isTimeUsedUp,
    now: () => performance.now(),
  });
  const slides: ParsedSlide[] = [];
  for (const slide of deck.slides) {
    const { source_page: page } = slide;
    const pptxSlide = parsedDeck.slides.find((each) => each.page === page);
    if (!pptxSlide) throw new Error(`the file has no slide ${page}`);
    folder.startStep({ page, pages: deck.pages });
    const drawingReason = isRedesignedForVideo(slide, task) ? undefined : drawingReasonOf(page);
    if (drawingReason === undefined) {
      slides.push(...(await redesign(slide)));
      if (!task.skipped.includes(page) && !isTimeUsedUp())
        await drawReportPicture(drawing, pptxSlide, folder, pictures);
      continue;
    }
    const wasTimeUsedUp = isTimeUsedUp();
    const drawnSlide = wasTimeUsedUp
      ? REST_TOO_COSTLY_REASON
      : task.skipped.includes(page)
        ? SLIDE_TOO_COSTLY_REASON
        : await drawSlide({ drawing, partOf }, pptxSlide, task.long_side);
    if (typeof drawnSlide === 'string') {
      const reason = drawnSlide;
      warnings.push({
        slide: page,
        code: 'look_redesigned',
        message: `The slide was drawn in the template: ${reason}. ${SEND_PDF_ADVICE}`,
      });
      slides.push(...(await redesign(slide)).map((part) => ({ ...part, reason })));
      if (reason !== SLIDE_TOO_COSTLY_REASON && !wasTimeUsedUp)
        await drawReportPicture(drawing, pptxSlide, folder, pictures);
      continue;
    }
    const path = `page-${page}`;
    await folder.write(path, drawnSlide.png);
    pictures.push({ path, kind: 'page' });
    drawnPages.add(page);
    const builds = await drawSlideStates(states, pptxSlide, { path, png: drawnSlide.png });
    const hasStates = (builds?.length ?? 0) > 0;
    const isStill = builds?.length === 0;
    warnings.push(
      ...warningsOfOriginalLookDrawing(pptxSlide, drawnSlide, { hasStates, isStill }),
      ...videoHiddenWarnings(slide),
    );
    for (const font of drawnSlide.unusable) unusableFonts.set(font.family, font);
    slides.push({ ...slideAsOriginalPicture(slide, path, drawingReason), ...(hasStates ? { builds } : {}) });
  }
  const fontWarnings = [...unusableFonts.values()].map(unusableFontWarning);
  const allWarnings = [
    ...warningsWithOriginalLook(deck, (slide) => drawnPages.has(slide)),
    ...warnings,
    ...fontWarnings,
  ];
  return { deck: { ...deck, slides, warnings: allWarnings }, pictures };
}

/** Milliseconds after which no further slide is drawn: a slow machine must still read the deck within the limit of the process. */
const MAX_DRAWING_MS = 400_000;

/** The folder, with the number of pictures that were started in it: those that its parent counts. */
function countStartedPictures(folder: DeckProcessHostAccess): { folder: DeckProcessHostAccess; started: () => number } {
  let startedCount = 0;
  const startStep: DeckProcessHostAccess['startStep'] = (step) => {
    if (step.page > 0) startedCount += 1;
    folder.startStep(step);
  };
  return { folder: { ...folder, startStep }, started: () => startedCount };
}

/** Reasons why a slide is redesigned, as clauses for the report. */
const REST_TOO_COSTLY_REASON = 'drawing the slides before it took the time that a deck has';
const SLIDE_TOO_COSTLY_REASON = 'it takes too much time or memory to draw in its original look';

/**
 * Draws a slide.
 * @param longSide pixels
 * @returns the drawing, or the reason why the slide is redesigned instead, as a clause for the report
 */
async function drawSlide(
  { drawing, partOf }: OpenDeck,
  slide: PptxSlide,
  longSide: number,
): Promise<DrawnSlide | string> {
  const { part, states, diagrams, bareDiagrams, extent } = slide;
  const tooLargeReason = reasonNotToDrawSlide(extent);
  if (tooLargeReason !== undefined) return tooLargeReason;
  // A redesigned slide has the texts of a diagram; a drawn one would have a blank.
  if (bareDiagrams > 0) return BARE_DIAGRAM_REASON;
  try {
    const { hidden, changed } = states.states.at(-1) ?? {};
    const drawnSlide = await drawing.draw(partOf(slide, changed) ?? part, longSide, hidden);
    return diagrams.length > 0 && drawnSlide.blanks.includes(DIAGRAM_BLANK_NAME) ? BARE_DIAGRAM_REASON : drawnSlide;
  } catch (error) {
    if (!(error instanceof DeckDrawingError)) throw error;
    return error.isEnd ? SLIDE_TOO_COSTLY_REASON : 'it cannot be drawn as it is';
  }
}

const BARE_DIAGRAM_REASON = 'a diagram (SmartArt) has no picture in the file, so that only its texts can be shown';
/** Name, in `blanks`, that the drawing module gives a diagram that it cannot draw. */
const DIAGRAM_BLANK_NAME = 'Diagram';

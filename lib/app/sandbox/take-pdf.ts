import { createDeckFontSelector } from '#engine/deck-drawing/deck-font-selector.ts';
import { cutTextWithEllipsis, toOneLine } from '#engine/deck-reading/cut-text-with-ellipsis.ts';
import type { DeckSlideState, ParsedDeck, ParsedSlide } from '#engine/deck-reading/deck.ts';
import { SLIDE_TEXT_LIMITS } from '#engine/deck-reading/deck-limits.ts';
import { DeckRefusal, type DeckWarning } from '#engine/deck-reading/deck-warning.ts';
import { detectDeckLanguage } from '#engine/deck-reading/detect-deck-language.ts';
import { pdfPagesAsOverlaySteps } from '#engine/deck-reading/pdf/page-steps.ts';
import { openPdf, type PdfDocument } from '#engine/deck-reading/pdf/pdf-document.ts';
import { MAX_PPTX_SLIDE_STATES } from '#engine/deck-reading/pptx/pptx-slide-states.ts';
import { MIN_SILENT_SLIDE_SECONDS } from '#features/timelines/public.ts';
import type { DeckProcessHostAccess, DeckProcessTask, UncheckedDeckResult } from './deck-process-task.ts';
import { createPdfPageDrawer, type PdfPageWithDrawing, unreadablePageWarning } from './draw-pages.ts';

/** Opens a PDF. Fonts of the service replace those that are not embedded. @throws DeckRefusal if it is encrypted or damaged */
export const openPdfWithFonts = (bytes: Uint8Array): Promise<PdfDocument> =>
  openPdf(bytes, createDeckFontSelector('en'));

/** Reads a PDF as a deck whose slides are its pages. @throws DeckRefusal without a page that can be drawn, or with too many pages */
export async function readPdfAsDeck(
  task: DeckProcessTask,
  folder: DeckProcessHostAccess,
  bytes: Uint8Array,
): Promise<UncheckedDeckResult> {
  const pdf = await openPdfWithFonts(bytes);
  const { pages } = pdf;
  if (pages === 0) throw new DeckRefusal('import_invalid', 'The PDF has no pages.');
  if (pages > task.max_slides)
    throw new DeckRefusal(
      'import_too_large',
      `The PDF has ${pages} pages; your plan allows ${task.max_slides} slides in a timeline.`,
    );
  const warnings: DeckWarning[] = [];
  const drawer = createPdfPageDrawer(task, folder, pdf, warnings);
  const drawnPages: NumberedPage[] = [];
  let sides: ParsedDeck['sides'] = null;
  for (let index = 0; index < pages; index++) {
    const writtenPage = await drawer.draw(index);
    if (!writtenPage) {
      warnings.push(unreadablePageWarning(index + 1));
      continue;
    }
    const { drawn, ...page } = writtenPage;
    sides ??= { width: drawn.width, height: drawn.height };
    drawnPages.push({ ...page, page: index + 1 });
  }
  pdf.close();
  if (drawnPages.length === 0)
    throw task.skipped.length === 0
      ? new DeckRefusal('import_invalid', 'The PDF is damaged: none of its pages can be read. Export it again.')
      : new DeckRefusal('import_too_large', 'No page of the PDF can be drawn.');
  const slides = slidesOf(drawnPages, task.pdf_text === 'notes', warnings);
  const language = detectDeckLanguage(drawnPages, []);
  const title = pdf.title && cutTextWithEllipsis(pdf.title, SLIDE_TEXT_LIMITS.title).text;
  const deck: ParsedDeck = { kind: 'pdf', title, language, sides, settings: {}, slides, pages, warnings };
  return { deck, pictures: drawer.pictures };
}

/** A page that was drawn, with its number from 1. */
type NumberedPage = Omit<PdfPageWithDrawing, 'drawn'> & { page: number };

/** The mark in notes at which the next state is shown. */
const NEXT_STATE = '[[show]]';

/**
 * The slides of pages. Pages that show one slide step by step become the states of one slide.
 * @param textBecomesNotes true if the texts of pages become notes; a state adds the text that the previous page does not have
 * @param warnings receives warnings about merged pages and shortened notes
 */
function slidesOf(pages: readonly NumberedPage[], textBecomesNotes: boolean, warnings: DeckWarning[]): ParsedSlide[] {
  const steps = pdfPagesAsOverlaySteps(pages);
  const runs: { page: NumberedPage; added: string }[][] = [];
  for (const [index, page] of pages.entries()) {
    const { isStep = false, added = page.text } = steps[index] ?? {};
    const run = runs.at(-1);
    const isNextPage = pages[index - 1]?.page === page.page - 1;
    const continuesRun = isStep && isNextPage && run !== undefined && run.length < MAX_PPTX_SLIDE_STATES;
    if (continuesRun) run.push({ page, added });
    else runs.push([{ page, added: isStep ? page.text : added }]);
  }
  return runs.flatMap((run) => {
    const firstPage = run[0]?.page;
    const lastPage = run.at(-1)?.page;
    if (!firstPage || !lastPage) return [];
    const range = `${firstPage.page} to ${lastPage.page}`;
    if (run.length > 1)
      warnings.push({
        slide: firstPage.page,
        code: 'pages_are_steps',
        message: `Pages ${range} show one slide step by step: they are one slide with ${run.length} states.`,
      });
    const notes = cutTextWithEllipsis(
      textBecomesNotes
        ? run
            .map(({ added }) => added)
            .join(`\n${NEXT_STATE}\n`)
            .trim()
        : '',
      SLIDE_TEXT_LIMITS.notes,
    );
    if (notes.isCut)
      warnings.push({
        slide: firstPage.page,
        code: 'notes_cut',
        message: `The text of ${run.length > 1 ? `pages ${range}` : 'the page'} was cut after ${SLIDE_TEXT_LIMITS.notes} characters.`,
      });
    return [
      {
        source_page: firstPage.page,
        content: {
          title: '',
          bullet_points: [],
          speaker_notes: notes.text,
          layout: 'page',
          build: 'none',
          // Without notes, each state is shown for the shortest time of a slide.
          ...(run.length > 1 && notes.text === '' ? { duration_seconds: run.length * MIN_SILENT_SLIDE_SECONDS } : {}),
        },
        image: {
          source: { from: 'path', path: lastPage.path },
          fit: 'contain',
          alt: cutTextWithEllipsis(toOneLine(lastPage.text), SLIDE_TEXT_LIMITS.title).text,
        },
        ...(run.length > 1 ? { pages: run.length, builds: run.map(stateOf) } : {}),
        look: 'original',
        pictures: 1,
        clicks: run.length - 1,
      },
    ];
  });
}

/** A state of a slide. The first state, before any step, adds no text. */
const stateOf = ({ page, added }: { page: NumberedPage; added: string }, index: number): DeckSlideState => ({
  source: { from: 'path', path: page.path },
  text: index === 0 ? '' : cutTextWithEllipsis(toOneLine(added), SLIDE_TEXT_LIMITS.title).text,
});

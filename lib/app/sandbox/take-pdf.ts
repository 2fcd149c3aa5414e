import { facesOfDeck } from '#engine/deck-drawing/faces-for.ts';
import { cutText, inOneLine } from '#engine/deck-reading/cut-text.ts';
import type { ReadDeck, ReadSlide } from '#engine/deck-reading/deck.ts';
import { deckLanguage } from '#engine/deck-reading/deck-language.ts';
import { TEXT_LIMITS } from '#engine/deck-reading/deck-limits.ts';
import { DeckRefusal, type DeckWarning } from '#engine/deck-reading/deck-warning.ts';
import { pageSteps } from '#engine/deck-reading/pdf/page-steps.ts';
import { openPdf, type PdfDocument } from '#engine/deck-reading/pdf/pdf-document.ts';
import type { DeckFolder, DeckTask, TakenResult } from './deck-task.ts';
import { type KeptPage, pageDrawer, pageUnreadable } from './draw-pages.ts';

/** Opens a PDF, with the fonts of the service for those that it does not have. @throws DeckRefusal */
export const openPdfWithFonts = (bytes: Uint8Array): Promise<PdfDocument> => openPdf(bytes, facesOfDeck('en'));

/** The pages of a PDF are the slides. */
export async function takePdf(task: DeckTask, folder: DeckFolder, bytes: Uint8Array): Promise<TakenResult> {
  const pdf = await openPdfWithFonts(bytes);
  const { pages } = pdf;
  if (pages === 0) throw new DeckRefusal('import_invalid', 'The PDF has no pages.');
  if (pages > task.max_slides)
    throw new DeckRefusal(
      'import_too_large',
      `The PDF has ${pages} pages; your plan allows ${task.max_slides} slides in a timeline.`,
    );
  const warnings: DeckWarning[] = [];
  const drawer = pageDrawer(task, folder, pdf, warnings);
  const kept: (Omit<KeptPage, 'drawn'> & { page: number })[] = [];
  let sides: ReadDeck['sides'] = null;
  for (let index = 0; index < pages; index++) {
    const read = await drawer.draw(index);
    if (!read) {
      warnings.push(pageUnreadable(index + 1));
      continue;
    }
    const { drawn, ...page } = read;
    sides ??= { width: drawn.width, height: drawn.height };
    kept.push({ ...page, page: index + 1 });
  }
  if (kept.length === 0)
    throw task.skipped.length === 0
      ? new DeckRefusal('import_invalid', 'The PDF is damaged: none of its pages can be read. Export it again.')
      : new DeckRefusal('import_too_large', 'No page of the PDF can be drawn.');
  const slides = slidesOf(kept, task.pdf_text === 'notes', warnings);
  const language = deckLanguage(kept, []);
  const title = pdf.title && cutText(pdf.title, TEXT_LIMITS.title).text;
  const deck: ReadDeck = { kind: 'pdf', title, language, sides, settings: {}, slides, pages, warnings };
  return { deck, pictures: drawer.pictures };
}

/** The slides of pages; notes are the text of each, as far as the page before it does not say it. */
function slidesOf(
  kept: readonly (Omit<KeptPage, 'drawn'> & { page: number })[],
  isSpoken: boolean,
  warnings: DeckWarning[],
): ReadSlide[] {
  const steps = pageSteps(kept);
  for (const [first, last] of isSpoken ? runsOf(steps.map(({ isStep }) => isStep)) : [])
    warnings.push({
      slide: kept[first]?.page ?? null,
      code: 'pages_are_steps',
      message: `Pages ${kept[first]?.page} to ${kept[last]?.page} show one slide step by step: each says only what is new on it.`,
    });
  return kept.map(({ page, path, text }, at): ReadSlide => {
    const notes = cutText(isSpoken ? (steps[at]?.added ?? text) : '', TEXT_LIMITS.notes);
    if (notes.isCut)
      warnings.push({
        slide: page,
        code: 'notes_cut',
        message: `The text of the page was cut after ${TEXT_LIMITS.notes} characters.`,
      });
    return {
      source_page: page,
      content: { title: '', bullet_points: [], speaker_notes: notes.text, layout: 'page', build: 'none' },
      image: {
        source: { from: 'path', path },
        fit: 'contain',
        alt: cutText(inOneLine(text), TEXT_LIMITS.title).text,
      },
      look: 'original',
      pictures: 1,
      clicks: 0,
    };
  });
}

/** The first and the last place of each run of pages that continue the page before. */
function runsOf(isStep: readonly boolean[]): [first: number, last: number][] {
  const runs: [number, number][] = [];
  for (const [at, is] of isStep.entries()) {
    const run = runs.at(-1);
    if (!is) continue;
    if (run?.[1] === at - 1) run[1] = at;
    else runs.push([at - 1, at]);
  }
  return runs;
}

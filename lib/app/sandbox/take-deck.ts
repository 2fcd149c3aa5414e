import { cutText, inOneLine } from '#engine/deck-reading/cut-text.ts';
import type { ReadDeck, ReadSlide } from '#engine/deck-reading/deck.ts';
import type { DeckKind } from '#engine/deck-reading/deck-formats.ts';
import { TEXT_LIMITS } from '#engine/deck-reading/deck-limits.ts';
import { DeckRefusal, type DeckWarning } from '#engine/deck-reading/deck-warning.ts';
import { deckKindOf, detectContainer } from '#engine/deck-reading/detect-deck.ts';
import { type MarkdownArchive, openMarkdownArchive } from '#engine/deck-reading/markdown/markdown-archive.ts';
import { readMarkdown } from '#engine/deck-reading/markdown/read-markdown.ts';
import { encodePng } from '#engine/deck-reading/pdf/encode-png.ts';
import { type DrawnPage, openPdf, type PdfDocument } from '#engine/deck-reading/pdf/pdf-document.ts';
import { type ReadPptx, readPptx } from '#engine/deck-reading/pptx/read-pptx.ts';
import type { LeftPicture } from './deck-result.ts';
import type { DeckFolder, DeckTask, TakenResult } from './deck-task.ts';
import { drawnFromFile, redesignedWhereOrdered } from './draw-from-file.ts';
import { asPage, warningsOfPages } from './page-slides.ts';
import { redesigned, slideRedesigner } from './redesign-slides.ts';

/** Takes the slides out of a deck. @throws DeckRefusal */
type DeckReader = (task: DeckTask, folder: DeckFolder, bytes: Buffer) => Promise<TakenResult>;

const READERS: Readonly<Record<DeckKind, DeckReader>> = {
  pptx: async (task, folder, bytes) =>
    takePptx(task, folder, await readPptx(bytes, { maxSlides: task.max_slides }), bytes),
  pdf: async (task, folder, bytes) => takePdf(task, folder, await openPdf(bytes)),
  markdown: async (task, folder, bytes) =>
    takeMarkdown(
      task,
      folder,
      detectContainer(bytes) === 'text'
        ? { markdown: bytes.toString('utf8') }
        : await openMarkdownArchive(bytes, task.deck_file),
    ),
};

/** Reads a deck and leaves its pictures as they are: nothing here decodes one. @returns a refusal for a file that is refused @throws Error for a fault of this service */
export async function takeDeck(task: DeckTask, folder: DeckFolder): Promise<TakenResult> {
  try {
    folder.begin({ page: 0, pages: 0 });
    const bytes = await folder.read('deck');
    return await READERS[deckKindOf(bytes)](task, folder, bytes);
  } catch (error) {
    if (!(error instanceof DeckRefusal)) throw error;
    return { refusal: { code: error.code, message: error.message } };
  }
}

/** Draws pages, and keeps each under a name. */
function pageDrawer({ skipped, long_side }: DeckTask, folder: DeckFolder, pdf: PdfDocument) {
  const pictures: LeftPicture[] = [];
  return {
    pictures,
    /** @returns undefined for a page that is left out. @param index from 0 */
    async draw(index: number): Promise<{ path: string; text: string; drawn: DrawnPage } | undefined> {
      if (skipped.includes(index + 1)) return undefined;
      folder.begin({ page: index + 1, pages: pdf.pages });
      const { text, drawn } = await pdf.readPage(index, long_side);
      const path = `page-${index + 1}`;
      await folder.write(path, await encodePng(drawn.pixels, drawn.width, drawn.height));
      pictures.push({ path, kind: 'page' });
      return { path, text, drawn };
    },
  };
}

const pageUnreadable = (slide: number): DeckWarning => ({
  slide,
  code: 'page_unreadable',
  message:
    'The page takes too much time or memory to draw and was left out. Export it as a picture, and put that in its place.',
});

/** The pages of a PDF are the slides. */
async function takePdf(task: DeckTask, folder: DeckFolder, pdf: PdfDocument): Promise<TakenResult> {
  const { pages } = pdf;
  if (pages === 0) throw new DeckRefusal('import_invalid', 'The PDF has no pages.');
  if (pages > task.max_slides)
    throw new DeckRefusal(
      'import_too_large',
      `The PDF has ${pages} pages; your plan allows ${task.max_slides} slides in a timeline.`,
    );
  const drawer = pageDrawer(task, folder, pdf);
  const slides: ReadSlide[] = [];
  const warnings: DeckWarning[] = [];
  let sides: ReadDeck['sides'] = null;
  for (let index = 0; index < pages; index++) {
    const drawn = await drawer.draw(index);
    if (!drawn) {
      warnings.push(pageUnreadable(index + 1));
      continue;
    }
    sides ??= { width: drawn.drawn.width, height: drawn.drawn.height };
    const text = drawn.text.replace(/\r\n?/g, '\n').replaceAll('\0', '').toWellFormed().trim();
    const notes = cutText(task.pdf_text === 'notes' ? text : '', TEXT_LIMITS.notes);
    if (notes.isCut)
      warnings.push({
        slide: index + 1,
        code: 'notes_cut',
        message: `The text of the page was cut after ${TEXT_LIMITS.notes} characters.`,
      });
    slides.push({
      source_page: index + 1,
      content: { title: '', bullet_points: [], speaker_notes: notes.text, layout: 'image_full', build: 'none' },
      image: {
        source: { from: 'path', path: drawn.path },
        fit: 'contain',
        alt: cutText(inOneLine(text), TEXT_LIMITS.title).text,
      },
      look: 'original',
      pictures: 1,
      clicks: 0,
    });
  }
  if (slides.length === 0) throw new DeckRefusal('import_too_large', 'No page of the PDF can be drawn.');
  const deck: ReadDeck = { kind: 'pdf', title: null, language: null, sides, settings: {}, slides, pages, warnings };
  return { deck, pictures: drawer.pictures };
}

async function takePptx(task: DeckTask, folder: DeckFolder, read: ReadPptx, bytes: Buffer): Promise<TakenResult> {
  if (task.look === 'redesign') return redesignedWhereOrdered(task, folder, read, bytes);
  return task.hasPdf ? drawnBeside(task, folder, read) : drawnFromFile(task, folder, read, bytes);
}

/** Every slide is its page in the PDF of the deck; texts and notes are those of the deck. */
async function drawnBeside(task: DeckTask, folder: DeckFolder, read: ReadPptx): Promise<TakenResult> {
  const { deck, slides: ofFile } = read;
  const pdf = await openPdf(await folder.read('pdf'));
  const shown = ofFile.filter(({ isHidden }) => !isHidden);
  if (pdf.pages !== shown.length && pdf.pages !== deck.pages)
    throw new DeckRefusal(
      'import_invalid',
      `The PDF of the deck has ${pdf.pages} pages, and the deck ${deck.pages} slides, ${deck.pages - shown.length} of them hidden or unreadable. Export it again from this deck.`,
    );
  // PowerPoint exports hidden slides or leaves them out, as one chooses.
  const pageOf = ({ source_page }: ReadSlide): number =>
    pdf.pages === deck.pages ? source_page - 1 : shown.findIndex(({ page }) => page === source_page);
  const drawer = pageDrawer(task, folder, pdf);
  const warnings: DeckWarning[] = [];
  const pages = new Set<number>();
  const redesign = slideRedesigner(task, folder, read, drawer.pictures, warnings);
  const slides: ReadSlide[] = [];
  for (const slide of deck.slides) {
    const index = pageOf(slide);
    const drawn = await drawer.draw(index);
    if (drawn) {
      pages.add(slide.source_page);
      slides.push(asPage(slide, drawn.path, 'its page in the PDF of the deck'));
      continue;
    }
    warnings.push({
      ...pageUnreadable(slide.source_page),
      message: 'The page in the PDF takes too much time or memory to draw. The slide was drawn in the template.',
    });
    const reason = 'its page in the PDF could not be drawn';
    slides.push(...(await redesign(slide)).map((part) => ({ ...part, reason })));
  }
  const all = [...warningsOfPages(deck, (slide) => pages.has(slide)), ...warnings];
  return { deck: { ...deck, slides, warnings: all }, pictures: drawer.pictures };
}

/** The slides of a Markdown deck, once the pictures are there whose addresses it names. */
async function takeMarkdown(
  task: DeckTask,
  folder: DeckFolder,
  { markdown, medium = missing, ...beside }: { markdown: string } & Partial<MarkdownArchive>,
): Promise<TakenResult> {
  const deck = await readMarkdown(markdown, { maxSlides: task.max_slides, ...beside });
  const addresses = deck.slides.flatMap(({ image }) => (image?.source.from === 'address' ? [image.source.url] : []));
  const needed = [...new Set(addresses)].filter((url) => !Object.hasOwn(task.fetched, url));
  return needed.length > 0 ? { addresses: needed } : redesigned(task, folder, { deck, medium });
}

const missing = async (path: string): Promise<Buffer> => {
  throw new DeckRefusal('import_invalid', `There is no ${path}.`);
};

import { z } from 'zod';
import { cutText, inOneLine } from '#engine/deck-reading/cut-text.ts';
import type { MediaSource, ReadDeck, ReadSlide } from '#engine/deck-reading/deck.ts';
import type { DeckKind } from '#engine/deck-reading/deck-formats.ts';
import { TEXT_LIMITS } from '#engine/deck-reading/deck-limits.ts';
import { DeckRefusal, type DeckWarning } from '#engine/deck-reading/deck-warning.ts';
import { deckKindOf, detectContainer } from '#engine/deck-reading/detect-deck.ts';
import { type MarkdownArchive, openMarkdownArchive } from '#engine/deck-reading/markdown/markdown-archive.ts';
import { readMarkdown } from '#engine/deck-reading/markdown/read-markdown.ts';
import { encodePng } from '#engine/deck-reading/pdf/encode-png.ts';
import { type DrawnPage, openPdf, type PdfDocument } from '#engine/deck-reading/pdf/pdf-document.ts';
import { type ReadPptx, readPptx } from '#engine/deck-reading/pptx/read-pptx.ts';
import { hasLetters, isSvg } from '#engine/deck-reading/svg-bytes.ts';
import { IMPORT_LOOKS, PDF_TEXTS } from '#features/imports/import.ts';
import type { DeckJob } from '#features/imports/ports.ts';
import { ownValue } from '#kernel/shared/own-value.ts';
import type { DeckResult, DeckStep, LeftPicture } from './deck-result.ts';
import { formulasNotSet, PICTURE_UNREADABLE, withoutPicture } from './without-picture.ts';

const fetchedPicture = z.union([z.object({ file: z.string() }), z.object({ why: z.string() })]);
export type FetchedPicture = z.output<typeof fetchedPicture>;

/** Task of the process that reads a deck. */
export const deckTask = z.object({
  look: z.enum(IMPORT_LOOKS),
  pdf_text: z.enum(PDF_TEXTS),
  deck_file: z.string().optional(),
  long_side: z.number(),
  max_slides: z.number(),
  hasPdf: z.boolean(),
  /** Pages that ended an earlier process: they are left out. From 1. */
  skipped: z.array(z.int()),
  /** Pictures by the addresses that the deck names: the file in the folder, or why there is none. */
  fetched: z.record(z.string(), fetchedPicture).readonly(),
} satisfies Record<keyof Omit<DeckJob, 'deck' | 'pdf' | 'account_id'> | 'hasPdf' | 'skipped' | 'fetched', z.ZodType>);
export type DeckTask = z.output<typeof deckTask>;

/** Result that the process writes; `DeckResult` is its validated form. */
export type TakenResult = { deck: ReadDeck; pictures: LeftPicture[] } | Exclude<DeckResult, { deck: unknown }>;

/** The folder of the process, and who started it. */
export interface DeckFolder {
  read(name: string): Promise<Buffer>;
  write(name: string, bytes: Uint8Array): Promise<void>;
  begin(step: DeckStep): void;
}

/** Warnings about what a picture of the slide shows all the same. */
const ONLY_REDESIGNED: ReadonlySet<DeckWarning['code']> = new Set([
  ...(['picture_missing', 'picture_linked', 'picture_unreadable', 'picture_not_used', 'picture_too_large'] as const),
  ...(['table_cut', 'chart_not_taken', 'diagram_not_taken', 'ole_not_taken', 'drawing_lost'] as const),
]);
/** Takes the slides out of a deck. @throws DeckRefusal */
type DeckReader = (task: DeckTask, folder: DeckFolder, bytes: Buffer) => Promise<TakenResult>;

const READERS: Readonly<Record<DeckKind, DeckReader>> = {
  pptx: async (task, folder, bytes) => takePptx(task, folder, await readPptx(bytes, { maxSlides: task.max_slides })),
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

async function takePptx(task: DeckTask, folder: DeckFolder, read: ReadPptx): Promise<TakenResult> {
  const isDrawn = task.hasPdf && task.look !== 'redesign';
  return isDrawn ? drawnBeside(task, folder, read) : redesigned(task, folder, read);
}

/** Every slide is its page in the PDF of the deck; texts and notes are those of the deck. */
async function drawnBeside(task: DeckTask, folder: DeckFolder, { deck, slides: all }: ReadPptx): Promise<TakenResult> {
  const pdf = await openPdf(await folder.read('pdf'));
  const shown = all.filter(({ isHidden }) => !isHidden);
  if (pdf.pages !== shown.length && pdf.pages !== deck.pages)
    throw new DeckRefusal(
      'import_invalid',
      `The PDF of the deck has ${pdf.pages} pages, and the deck ${deck.pages} slides, ${deck.pages - shown.length} of them hidden or unreadable. Export it again from this deck.`,
    );
  // PowerPoint exports hidden slides or leaves them out, as one chooses.
  const pageOf = ({ source_page }: ReadSlide): number =>
    pdf.pages === deck.pages ? source_page - 1 : shown.findIndex(({ page }) => page === source_page);
  const drawer = pageDrawer(task, folder, pdf);
  const warnings = deck.warnings.filter(({ code }) => !ONLY_REDESIGNED.has(code));
  const slides: ReadSlide[] = [];
  for (const slide of deck.slides) {
    const index = pageOf(slide);
    const drawn = await drawer.draw(index);
    if (!drawn) {
      warnings.push({
        ...pageUnreadable(slide.source_page),
        message: 'The page in the PDF takes too much time or memory to draw. The slide was drawn in the template.',
      });
      slides.push({ ...slide, image: undefined, look: 'redesign', reason: 'its page in the PDF could not be drawn' });
      continue;
    }
    const { table: _, chart: __, code: ___, ...content } = slide.content;
    slides.push({
      ...slide,
      content: { ...content, layout: 'image_full', build: 'none' },
      image: { source: { from: 'path', path: drawn.path }, fit: 'contain', alt: slide.content.title },
      look: 'original',
      reason: 'its page in the PDF of the deck',
    });
  }
  return { deck: { ...deck, slides, warnings }, pictures: drawer.pictures };
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

/** The bytes of a picture. @throws DeckRefusal */
async function bytesOf(
  source: MediaSource,
  { fetched }: DeckTask,
  folder: DeckFolder,
  medium: ReadPptx['medium'],
): Promise<Uint8Array> {
  if (source.from === 'bytes') return source.bytes;
  if (source.from === 'path') return medium(source.path);
  if (source.from === 'formulas') {
    // 2.7 MB of program: only for decks that have formulas.
    const { drawFormulas } = await import('#engine/deck-reading/formulas/draw-formulas.ts');
    return drawFormulas(source.formulas, source.place);
  }
  const found = ownValue(fetched, source.url);
  if (found && 'file' in found) return folder.read(found.file);
  throw new PictureNotFetched(`A picture could not be fetched: ${found?.why ?? 'it was not asked for'}`);
}

class PictureNotFetched extends Error {
  override name = 'PictureNotFetched';
}

/** Many slides may show one picture. @returns undefined for bytes, which stand in one place only */
const keyOf = (source: MediaSource): string | undefined =>
  source.from === 'path' ? `path ${source.path}` : source.from === 'address' ? `address ${source.url}` : undefined;

const LETTERS = 'The letters in an SVG picture are set in a plain font, or missing. Save it as PNG if they matter.';

/** Every slide is drawn in the template; of its pictures it keeps one. */
async function redesigned(
  task: DeckTask,
  folder: DeckFolder,
  { deck, medium }: Pick<ReadPptx, 'deck' | 'medium'>,
): Promise<TakenResult> {
  const pictures: LeftPicture[] = [];
  const known = new Map<string, LeftPicture | undefined>();
  const warnings = [...deck.warnings];
  /** A picture is left once. @returns undefined for one that cannot be fetched */
  const take = async (source: MediaSource, slide: number): Promise<LeftPicture | undefined> => {
    const key = keyOf(source);
    if (key !== undefined && known.has(key)) return known.get(key);
    let picture: LeftPicture | undefined;
    try {
      const bytes = await bytesOf(source, task, folder, medium);
      if (isSvg(bytes) && hasLetters(bytes)) warnings.push({ slide, code: 'font_replaced', message: LETTERS });
      picture = {
        path: `picture-${pictures.length + 1}`,
        kind: 'picture',
        ...(source.from === 'formulas' ? { formulas: source.formulas } : {}),
      };
      await folder.write(picture.path, bytes);
      pictures.push(picture);
    } catch (error) {
      if (source.from === 'formulas')
        warnings.push({ slide, code: 'markup_not_taken', message: formulasNotSet(error) });
      else if (error instanceof PictureNotFetched)
        warnings.push({ slide, code: 'picture_linked', message: error.message });
      else if (error instanceof DeckRefusal)
        warnings.push({ slide, code: 'picture_unreadable', message: PICTURE_UNREADABLE });
      else throw error;
    }
    if (key !== undefined) known.set(key, picture);
    return picture;
  };
  const slides: ReadSlide[] = [];
  for (const slide of deck.slides) {
    folder.begin({ page: slide.source_page, pages: deck.pages });
    const { image } = slide;
    const picture = image && (await take(image.source, slide.source_page));
    if (!image) slides.push(slide);
    else if (picture) slides.push({ ...slide, image: { ...image, source: { from: 'path', path: picture.path } } });
    else slides.push(withoutPicture(slide, image.source.from === 'formulas' ? image.source.formulas : []));
  }
  return { deck: { ...deck, slides, warnings }, pictures };
}

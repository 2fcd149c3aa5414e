import { countWithNoun } from '#engine/deck-reading/cut-text-with-ellipsis.ts';
import type { ParsedDeck, ParsedSlide } from '#engine/deck-reading/deck.ts';
import type { DeckKind } from '#engine/deck-reading/deck-formats.ts';
import { DeckRefusal, type DeckWarning } from '#engine/deck-reading/deck-warning.ts';
import { deckKindOf, detectDeckContainer } from '#engine/deck-reading/detect-deck.ts';
import { readDocx } from '#engine/deck-reading/docx/read-docx.ts';
import { readHtmlDeck } from '#engine/deck-reading/html/read-html-deck.ts';
import { type MarkdownArchive, openMarkdownArchive } from '#engine/deck-reading/markdown/markdown-archive.ts';
import { readMarkdownDeck } from '#engine/deck-reading/markdown/read-markdown-deck.ts';
import { translateOdpToPptx } from '#engine/deck-reading/odp/translate-odp-to-pptx.ts';
import { type ParsedPptx, readPptx } from '#engine/deck-reading/pptx/read-pptx.ts';
import type { PptxSlide } from '#engine/deck-reading/pptx/read-slide.ts';
import { withAnimatedPictureWarnings } from './animated-pictures.ts';
import type { DeckProcessHostAccess, DeckProcessTask, UncheckedDeckResult } from './deck-process-task.ts';
import { createPdfPageDrawer, unreadablePageWarning } from './draw-pages.ts';
import { drawSlidesOfDeck, redesignSlidesWithCertainOrder } from './draw-slides-of-deck.ts';
import { writeDeckLogo } from './output-logo.ts';
import { writeDeckRecordings } from './output-recordings.ts';
import { writeDeckVideos } from './output-videos.ts';
import {
  isRedesignedForVideo,
  slideAsOriginalPicture,
  videoHiddenWarnings,
  warningsWithOriginalLook,
} from './page-slides.ts';
import { createSlideRedesigner, redesignAllSlides } from './redesign-slides.ts';
import { openPdfWithFonts, readPdfAsDeck } from './take-pdf.ts';

/** Reads the slides of a deck, and writes its pictures into the folder. @throws DeckRefusal for a file that cannot be imported */
type DeckReader = (task: DeckProcessTask, folder: DeckProcessHostAccess, bytes: Buffer) => Promise<UncheckedDeckResult>;

const READERS: Readonly<Record<DeckKind, DeckReader>> = {
  pptx: async (task, folder, bytes) =>
    readPptxDeck(task, folder, await readPptx(bytes, { maxSlides: task.max_slides }), bytes),
  odp: readOdpDeck,
  pdf: async (task, folder, bytes) => readPdfAsDeck(task, folder, bytes),
  docx: async (task, folder, bytes) =>
    redesignAllSlides(task, folder, await readDocx(bytes, { maxSlides: task.max_slides })),
  markdown: async (task, folder, bytes) =>
    readTextDeck(
      task,
      folder,
      detectDeckContainer(bytes) === 'text'
        ? { markdown: bytes.toString('utf8') }
        : await openMarkdownArchive(bytes, task.deck_file),
      readMarkdownDeck,
    ),
  html: async (task, folder, bytes) =>
    readTextDeck(
      task,
      folder,
      detectDeckContainer(bytes) === 'text'
        ? { markdown: bytes.toString('utf8') }
        : await openMarkdownArchive(bytes, task.deck_file, 'html'),
      readHtmlDeck,
    ),
};

/**
 * Reads the deck in a folder, and writes its pictures into the folder, without decoding them.
 * @returns the deck, the addresses of pictures that are needed first, or the refusal of the file
 * @throws Error for a fault of this service
 */
export async function readDeckInFolder(
  task: DeckProcessTask,
  folder: DeckProcessHostAccess,
): Promise<UncheckedDeckResult> {
  try {
    folder.startStep({ page: 0, pages: 0 });
    const bytes = await folder.read('deck');
    return await READERS[deckKindOf(bytes, task.deck_file)](task, folder, bytes);
  } catch (error) {
    if (!(error instanceof DeckRefusal)) throw error;
    return { refusal: { code: error.code, message: error.message } };
  }
}

/** Makes the slides of a parsed PPTX, and writes its videos, recordings and logo. */
async function readPptxDeck(
  task: DeckProcessTask,
  folder: DeckProcessHostAccess,
  parsedDeck: ParsedPptx,
  bytes: Buffer,
): Promise<UncheckedDeckResult> {
  const result = await withAnimatedPictureWarnings(
    await withRequestedLook(task, folder, parsedDeck, bytes),
    parsedDeck,
  );
  const withVideos = await writeDeckVideos(result, folder, parsedDeck.video);
  return writeDeckLogo(await writeDeckRecordings(withVideos, folder, parsedDeck.medium), folder, parsedDeck.medium);
}

/** Codes of warnings about the drawing of a slide from the file, which do not apply to a page of a PDF. */
const DRAWING_WARNING_CODES: ReadonlySet<DeckWarning['code']> = new Set(['drawing_lost', 'look_approximate']);

/** Reads an OpenDocument deck, translated into a PPTX. Losses of the translation are reported for the slides that they affect. */
async function readOdpDeck(
  task: DeckProcessTask,
  folder: DeckProcessHostAccess,
  bytes: Buffer,
): Promise<UncheckedDeckResult> {
  const { pptx, warnings, brand } = await translateOdpToPptx(bytes, { maxSlides: task.max_slides });
  const parsedDeck = await readPptx(pptx, { maxSlides: task.max_slides });
  // The theme of that PPTX is not part of the deck, but a logo on its master is.
  const { logo } = parsedDeck.deck.brand ?? {};
  const odpDeck: ParsedDeck = { ...parsedDeck.deck, kind: 'odp', brand: { ...brand, ...(logo ? { logo } : {}) } };
  const result = await readPptxDeck(task, folder, { ...parsedDeck, deck: odpDeck }, pptx);
  if (!('deck' in result)) return result;
  const { deck } = result;
  const looks = new Map(deck.slides.map(({ source_page, look }) => [source_page, look]));
  const isPage = task.has_pdf && task.look !== 'redesign';
  const translationWarnings = warnings.filter(({ slide, code }) => {
    if (slide === null) return true;
    const look = looks.get(slide);
    // A slide that is left out has other warnings, a redesigned one has the look of the template, and a page of a PDF shows everything.
    if (look === undefined) return false;
    if (look !== 'original') return code !== 'look_approximate';
    return !isPage || !DRAWING_WARNING_CODES.has(code);
  });
  return { ...result, deck: { ...deck, warnings: [...deck.warnings, ...translationWarnings] } };
}

/** Draws or redesigns the slides of a PPTX, as the task requests. */
async function withRequestedLook(
  task: DeckProcessTask,
  folder: DeckProcessHostAccess,
  parsedDeck: ParsedPptx,
  bytes: Buffer,
): Promise<UncheckedDeckResult> {
  if (task.look === 'redesign') return redesignSlidesWithCertainOrder(task, folder, parsedDeck, bytes);
  return task.has_pdf ? drawAsPdfPages(task, folder, parsedDeck) : drawSlidesOfDeck(task, folder, parsedDeck, bytes);
}

/**
 * Draws each slide as its page in the PDF that came with the deck; texts and notes are those of the deck.
 * @throws DeckRefusal if the PDF has another number of pages than the deck has slides
 */
async function drawAsPdfPages(
  task: DeckProcessTask,
  folder: DeckProcessHostAccess,
  parsedDeck: ParsedPptx,
): Promise<UncheckedDeckResult> {
  const { deck, slides: pptxSlides } = parsedDeck;
  const pdf = await openPdfWithFonts(await folder.read('pdf'));
  const shownSlides = pptxSlides.filter(({ isHidden }) => !isHidden);
  if (pdf.pages !== shownSlides.length && pdf.pages !== deck.pages)
    throw new DeckRefusal(
      'import_invalid',
      `The PDF of the deck has ${pdf.pages} pages, and the deck ${deck.pages} slides, ${deck.pages - shownSlides.length} of them hidden or unreadable. Export it again from this deck.`,
    );
  // Authors choose whether PowerPoint exports hidden slides.
  const pageOf = ({ source_page }: ParsedSlide): number =>
    pdf.pages === deck.pages ? source_page - 1 : shownSlides.findIndex(({ page }) => page === source_page);
  const warnings: DeckWarning[] = [];
  const drawer = createPdfPageDrawer(task, folder, pdf, warnings);
  const pages = new Set<number>();
  const redesign = createSlideRedesigner(task, folder, parsedDeck, { pictures: drawer.pictures, warnings });
  const slides: ParsedSlide[] = [];
  for (const slide of deck.slides) {
    const index = pageOf(slide);
    if (isRedesignedForVideo(slide, task)) {
      slides.push(...(await redesign(slide)));
      continue;
    }
    const drawnPage = await drawer.draw(index, slide.source_page);
    if (drawnPage) {
      pages.add(slide.source_page);
      slides.push(slideAsOriginalPicture(slide, drawnPage.path, 'its page in the PDF of the deck'));
      warnings.push(...videoHiddenWarnings(slide));
      warnings.push(...unanimatedPageWarnings(shownSlides.find(({ page }) => page === slide.source_page)));
      continue;
    }
    warnings.push({
      ...unreadablePageWarning(slide.source_page),
      message: 'The page in the PDF takes too much time or memory to draw. The slide was drawn in the template.',
    });
    const reason = 'its page in the PDF could not be drawn';
    slides.push(...(await redesign(slide)).map((part) => ({ ...part, reason })));
  }
  pdf.close();
  const allWarnings = [...warningsWithOriginalLook(deck, (slide) => pages.has(slide)), ...warnings];
  return { deck: { ...deck, slides, warnings: allWarnings }, pictures: drawer.pictures };
}

/**
 * The warning that the animation of a slide is lost; none without animation. A page of a PDF is one picture: PowerPoint and LibreOffice write
 * all content of a slide into it, also content that appears later or disappears.
 */
function unanimatedPageWarnings(slide: PptxSlide | undefined): DeckWarning[] {
  if (!slide || (slide.clickCount === 0 && slide.states.states.length < 2)) return [];
  const { clickCount: clicks } = slide;
  const subject = clicks > 0 ? `${countWithNoun(clicks, 'click')} ${clicks === 1 ? 'has' : 'have'}` : 'animation has';
  return [
    {
      slide: slide.page,
      code: 'animation_not_taken',
      message: `The page in the PDF shows the whole slide at once: its ${subject} no effect. Send the deck without the PDF to show its states one after the other.`,
    },
  ];
}

/** Reads a Markdown or HTML deck. @returns the deck, or the addresses of pictures that must be fetched first */
async function readTextDeck(
  task: DeckProcessTask,
  folder: DeckProcessHostAccess,
  {
    markdown,
    medium = refuseMissingFile,
    video = refuseMissingVideo,
    ...archive
  }: { markdown: string } & Partial<MarkdownArchive>,
  readText: typeof readMarkdownDeck,
): Promise<UncheckedDeckResult> {
  const deck = await readText(markdown, { maxSlides: task.max_slides, ...archive });
  const addresses = deck.slides
    .flatMap(({ image, images = [] }) => [...(image ? [image] : []), ...images])
    .flatMap(({ source }) => (source.from === 'address' ? [source.url] : []));
  const neededUrls = [...new Set(addresses)].filter((url) => !Object.hasOwn(task.fetched, url));
  if (neededUrls.length > 0) return { addresses: neededUrls };
  return writeDeckVideos(await redesignAllSlides(task, folder, { deck, medium }), folder, video);
}

const refuseMissingFile = async (path: string): Promise<Buffer> => {
  throw new DeckRefusal('import_invalid', `There is no ${path}.`);
};

async function* refuseMissingVideo(path: string): AsyncGenerator<Uint8Array> {
  yield await refuseMissingFile(path);
}

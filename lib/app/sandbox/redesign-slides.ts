import type { DeckPicture, MediaSource, ParsedSlide } from '#engine/deck-reading/deck.ts';
import { DeckRefusal, type DeckWarning } from '#engine/deck-reading/deck-warning.ts';
import type { ParsedPptx } from '#engine/deck-reading/pptx/read-pptx.ts';
import { splitSlideByContent } from '#engine/deck-reading/slide-parts.ts';
import { isSvg, svgHasText } from '#engine/deck-reading/svg-bytes.ts';
import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import type { DeckProcessPicture } from './deck-process-result.ts';
import type { DeckProcessHostAccess, DeckProcessTask, UncheckedDeckResult } from './deck-process-task.ts';
import { createMetafileDrawer } from './draw-metafile.ts';
import { isAnimatedGifOrWebp, videoOfAnimatedPicture } from './moving-picture.ts';
import { TOO_COSTLY_TO_DRAW_REASON } from './open-deck-to-draw.ts';
import { formulasNotDrawnMessage, parsedSlideWithoutPicture, UNREADABLE_PICTURE_MESSAGE } from './without-picture.ts';

/**
 * Reads the bytes of a picture; formulas are drawn.
 * @throws DeckRefusal if it is damaged or too large
 * @throws PictureNotFetched if its address could not be fetched
 * @throws FormulaError for formulas that cannot be drawn
 */
async function readPictureBytes(
  source: MediaSource,
  { fetched }: DeckProcessTask,
  folder: DeckProcessHostAccess,
  medium: ParsedPptx['medium'],
): Promise<Uint8Array> {
  if (source.from === 'bytes') return source.bytes;
  if (source.from === 'path') return medium(source.path);
  if (source.from === 'formulas') {
    // The program has 2.7 MB, which only decks with formulas load.
    const { drawFormulasAsSvg } = await import('#engine/deck-reading/formulas/draw-formulas-as-svg.ts');
    return drawFormulasAsSvg(source.formulas, source.place);
  }
  const fetchedPicture = ownPropertyValue(fetched, source.url);
  if (fetchedPicture && 'file' in fetchedPicture) return folder.read(fetchedPicture.file);
  throw new PictureNotFetched(`A picture could not be fetched: ${fetchedPicture?.why ?? 'it was not asked for'}`);
}

/** A picture at an address that could not be fetched. Its message is for the report. */
class PictureNotFetched extends Error {
  override name = 'PictureNotFetched';
}

/**
 * The key of a picture, because many slides may show one picture, or different parts of it, or the same formulas.
 * @returns undefined for bytes, which are in one place only
 */
function pictureKey({ source, crop }: Pick<DeckPicture, 'source' | 'crop'>): string | undefined {
  if (source.from === 'address') return `address ${source.url}`;
  if (source.from === 'formulas') return `formulas ${JSON.stringify([source.place, source.formulas])}`;
  return source.from === 'path' ? `path ${source.path} ${JSON.stringify(crop ?? null)}` : undefined;
}

const SVG_LETTERS_MESSAGE =
  'The letters in an SVG picture are set in a plain font, or missing. Save it as PNG if they matter.';

const UNORDERED_MESSAGE =
  'The text boxes of the slide do not form one column, and may be in another order than you meant. Send the PDF of the deck as well to keep its look.';

/** A line of the report about the slide that is redesigned. */
type SlideLine = Omit<DeckWarning, 'slide'>;

/** A deck whose slides are redesigned. `redesigns`: for slides of a PPTX, by their numbers, the further slides that they become. */
export type DeckToRedesign = Pick<ParsedPptx, 'deck' | 'medium'> & Partial<Pick<ParsedPptx, 'redesigns'>>;

/** The lists to which redesigned slides add, and the state of their deck. */
interface RedesignOutput {
  pictures: DeckProcessPicture[];
  warnings: DeckWarning[];
  isTimeUsedUp?: () => boolean;
}

/**
 * Makes a function that redesigns one slide after another: a slide is drawn in the template, with one of its pictures. A slide with too much
 * content becomes several. Pictures that need drawing first (EMF, WMF, formulas) are left out of a slide that ended an earlier process.
 * @param pictures receives the pictures that slides show
 * @param warnings receives warnings about pictures and the order of texts
 * @param isTimeUsedUp returns true when the deck has taken so much processor time that EMF and WMF pictures are no longer drawn
 */
export function createSlideRedesigner(
  task: DeckProcessTask,
  folder: DeckProcessHostAccess,
  { medium, redesigns }: DeckToRedesign,
  { pictures, warnings, isTimeUsedUp = () => false }: RedesignOutput,
): (slide: ParsedSlide) => Promise<ParsedSlide[]> {
  /** The pictures that were written, or could not be, by their keys, with the lines of the report for each slide that shows them. */
  const takenPictures = new Map<string, { picture: DeckProcessPicture | undefined; lines: readonly SlideLine[] }>();
  const metafiles = createMetafileDrawer(task.maker_file, task.long_side);
  /** The bytes of a picture that a video can show: a Windows metafile is drawn. @throws DeckRefusal for a metafile that cannot be drawn */
  const drawableBytes = async (bytes: Uint8Array, slide: number): Promise<Uint8Array> => {
    if (!metafiles.isMetafile(bytes)) return bytes;
    const png = task.skipped.includes(slide) || isTimeUsedUp() ? undefined : await metafiles.draw(bytes);
    if (!png) throw new DeckRefusal('import_invalid', 'A picture cannot be drawn.');
    return png;
  };
  /** File names of animated pictures. */
  const animatedPaths = new Set<string>();
  let writtenCount = 0;
  /**
   * Writes a picture, once if several slides show it; its losses are reported for each slide.
   * @returns undefined for a picture that cannot be fetched, read or drawn
   */
  const takePicture = async ({ source, crop }: DeckPicture, slide: number): Promise<DeckProcessPicture | undefined> => {
    const key = pictureKey({ source, crop });
    const takenBefore = key === undefined ? undefined : takenPictures.get(key);
    if (takenBefore) {
      warnings.push(...takenBefore.lines.map((line) => ({ slide, ...line })));
      return takenBefore.picture;
    }
    let picture: DeckProcessPicture | undefined;
    const lines: SlideLine[] = [];
    try {
      if (source.from === 'formulas' && task.skipped.includes(slide)) throw new Error(TOO_COSTLY_TO_DRAW_REASON);
      const bytes = await drawableBytes(await readPictureBytes(source, task, folder, medium), slide);
      if (isSvg(bytes) && svgHasText(bytes)) lines.push({ code: 'font_replaced', message: SVG_LETTERS_MESSAGE });
      picture = {
        path: `picture-${writtenCount + 1}`,
        kind: 'picture',
        ...(source.from === 'formulas' ? { formulas: source.formulas } : {}),
        ...(crop ? { crop } : {}),
      };
      await folder.write(picture.path, bytes);
      pictures.push(picture);
      if (!crop && isAnimatedGifOrWebp(bytes)) animatedPaths.add(picture.path);
      writtenCount += 1;
    } catch (error) {
      if (source.from === 'formulas') lines.push({ code: 'markup_not_taken', message: formulasNotDrawnMessage(error) });
      else if (error instanceof PictureNotFetched) lines.push({ code: 'picture_linked', message: error.message });
      else if (error instanceof DeckRefusal)
        lines.push({ code: 'picture_unreadable', message: UNREADABLE_PICTURE_MESSAGE });
      else throw error;
    }
    if (key !== undefined) takenPictures.set(key, { picture, lines });
    warnings.push(...lines.map((line) => ({ slide, ...line })));
    return picture;
  };
  /** The pictures of a gallery in the order of the slide; those that cannot be read are left out. */
  const withGallery = async (slide: ParsedSlide, galleryPictures: readonly DeckPicture[]): Promise<ParsedSlide> => {
    const readablePictures: DeckPicture[] = [];
    for (const { crop, ...each } of galleryPictures) {
      const picture = await takePicture({ ...each, crop }, slide.source_page);
      if (picture) readablePictures.push({ ...each, source: { from: 'path', path: picture.path } });
    }
    const [image, ...images] = readablePictures;
    return { ...slide, image, images: images.length > 0 ? images : undefined };
  };
  const withPicture = async (slide: ParsedSlide): Promise<ParsedSlide> => {
    const { image, images } = slide;
    if (image && images) return withGallery(slide, [image, ...images]);
    if (!image) return slide;
    const picture = await takePicture(image, slide.source_page);
    const { crop: _, ...shownImage } = image;
    if (!picture)
      return parsedSlideWithoutPicture(slide, image.source.from === 'formulas' ? image.source.formulas : []);
    const { path } = picture;
    const videoField =
      animatedPaths.has(path) && !slide.video ? { video: videoOfAnimatedPicture(path, slide.content) } : {};
    return { ...slide, ...videoField, image: { ...shownImage, source: { from: 'path', path } } };
  };
  return async (slide) => {
    const { further = [], isUnordered = false } = redesigns?.get(slide.source_page) ?? {};
    if (isUnordered) warnings.push({ slide: slide.source_page, code: 'look_approximate', message: UNORDERED_MESSAGE });
    return splitSlideByContent(await withPicture(slide), further);
  };
}

/** Redesigns all slides of a deck. */
export async function redesignAllSlides(
  task: DeckProcessTask,
  folder: DeckProcessHostAccess,
  parsedDeck: DeckToRedesign,
): Promise<UncheckedDeckResult> {
  const { deck } = parsedDeck;
  const pictures: DeckProcessPicture[] = [];
  const warnings = [...deck.warnings];
  const redesign = createSlideRedesigner(task, folder, parsedDeck, { pictures, warnings });
  const slides: ParsedSlide[] = [];
  for (const slide of deck.slides) {
    folder.startStep({ page: slide.source_page, pages: deck.pages });
    slides.push(...(await redesign(slide)));
  }
  return { deck: { ...deck, slides, warnings }, pictures };
}

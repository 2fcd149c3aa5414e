import type { DeckPicture, MediaSource, ParsedSlide } from '#engine/deck-reading/deck.ts';
import { DeckRefusal, type DeckWarning } from '#engine/deck-reading/deck-warning.ts';
import type { ParsedPptx } from '#engine/deck-reading/pptx/read-pptx.ts';
import { splitSlideByContent } from '#engine/deck-reading/slide-parts.ts';
import { isSvg, svgHasText } from '#engine/deck-reading/svg-bytes.ts';
import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import type { WrittenPicture } from './deck-result.ts';
import type { DeckProcessHost, DeckTask, UncheckedDeckResult } from './deck-task.ts';
import { createMetafileDrawer } from './draw-metafile.ts';
import { isAnimatedPicture, videoOfAnimatedPicture } from './moving-picture.ts';
import { DECK_TOO_COSTLY_REASON } from './open-deck-to-draw.ts';
import { formulasNotDrawnMessage, UNREADABLE_PICTURE_MESSAGE, withoutSlidePicture } from './without-picture.ts';

/** The bytes of a picture. @throws DeckRefusal if it is damaged or too large @throws PictureNotFetched @throws FormulaError */
async function bytesOf(
  source: MediaSource,
  { fetched }: DeckTask,
  folder: DeckProcessHost,
  medium: ParsedPptx['medium'],
): Promise<Uint8Array> {
  if (source.from === 'bytes') return source.bytes;
  if (source.from === 'path') return medium(source.path);
  if (source.from === 'formulas') {
    // 2.7 MB of program, which only decks with formulas load.
    const { drawFormulas } = await import('#engine/deck-reading/formulas/draw-formulas.ts');
    return drawFormulas(source.formulas, source.place);
  }
  const found = ownPropertyValue(fetched, source.url);
  if (found && 'file' in found) return folder.read(found.file);
  throw new PictureNotFetched(`A picture could not be fetched: ${found?.why ?? 'it was not asked for'}`);
}

/** A picture at an address that could not be fetched. Its message is for the report. */
class PictureNotFetched extends Error {
  override name = 'PictureNotFetched';
}

/**
 * The key of a picture, because many slides may show one picture, or different parts of it, or the same formulas.
 * @returns undefined for bytes, which are in one place only
 */
function keyOf({ source, crop }: Pick<DeckPicture, 'source' | 'crop'>): string | undefined {
  if (source.from === 'address') return `address ${source.url}`;
  if (source.from === 'formulas') return `formulas ${JSON.stringify([source.place, source.formulas])}`;
  return source.from === 'path' ? `path ${source.path} ${JSON.stringify(crop ?? null)}` : undefined;
}

const LETTERS = 'The letters in an SVG picture are set in a plain font, or missing. Save it as PNG if they matter.';

const UNORDERED =
  'The text boxes of the slide do not form one column, and may be in another order than you meant. Send the PDF of the deck as well to keep its look.';

/** A line of the report about the slide that is redesigned. */
type SlideLine = Omit<DeckWarning, 'slide'>;

/** A deck whose slides are redesigned. `redesigns`: for slides of a PPTX, by their numbers, the further slides that they become. */
export type DeckToRedesign = Pick<ParsedPptx, 'deck' | 'medium'> & Partial<Pick<ParsedPptx, 'redesigns'>>;

/** Lists that redesigned slides add to, and the state of their deck. */
interface RedesignOutput {
  pictures: WrittenPicture[];
  warnings: DeckWarning[];
  isTired?: () => boolean;
}

/**
 * A function that redesigns one slide after another: a slide is drawn in the template, with one of its pictures. A slide with too much
 * content becomes several. Pictures that need drawing first (EMF, WMF, formulas) are left out of a slide that ended an earlier process.
 * @param pictures receives the pictures that slides show @param warnings receives warnings about pictures and the order of texts
 * @param isTired returns true when the deck has taken so much processor time that EMF and WMF pictures are no longer drawn
 */
export function createSlideRedesigner(
  task: DeckTask,
  folder: DeckProcessHost,
  { medium, redesigns }: DeckToRedesign,
  { pictures, warnings, isTired = () => false }: RedesignOutput,
): (slide: ParsedSlide) => Promise<ParsedSlide[]> {
  /** Pictures by their sources, with the lines of each slide that shows them. */
  const known = new Map<string, { picture: WrittenPicture | undefined; lines: readonly SlideLine[] }>();
  const metafiles = createMetafileDrawer(task.maker_file, task.long_side);
  /** @throws DeckRefusal for a picture of Windows that cannot be drawn */
  const pictureOf = async (bytes: Uint8Array, slide: number): Promise<Uint8Array> => {
    if (!metafiles.isMetafile(bytes)) return bytes;
    const drawn = task.skipped.includes(slide) || isTired() ? undefined : await metafiles.draw(bytes);
    if (!drawn) throw new DeckRefusal('import_invalid', 'A picture cannot be drawn.');
    return drawn;
  };
  /** Names of pictures that move. */
  const moving = new Set<string>();
  let left = 0;
  /** A picture is written once; losses in it are reported for each slide. @returns undefined for one that cannot be fetched */
  const take = async ({ source, crop }: DeckPicture, slide: number): Promise<WrittenPicture | undefined> => {
    const key = keyOf({ source, crop });
    const before = key === undefined ? undefined : known.get(key);
    if (before) {
      warnings.push(...before.lines.map((line) => ({ slide, ...line })));
      return before.picture;
    }
    let picture: WrittenPicture | undefined;
    const lines: SlideLine[] = [];
    try {
      if (source.from === 'formulas' && task.skipped.includes(slide)) throw new Error(DECK_TOO_COSTLY_REASON);
      const bytes = await pictureOf(await bytesOf(source, task, folder, medium), slide);
      if (isSvg(bytes) && svgHasText(bytes)) lines.push({ code: 'font_replaced', message: LETTERS });
      picture = {
        path: `picture-${left + 1}`,
        kind: 'picture',
        ...(source.from === 'formulas' ? { formulas: source.formulas } : {}),
        ...(crop ? { crop } : {}),
      };
      await folder.write(picture.path, bytes);
      pictures.push(picture);
      if (!crop && isAnimatedPicture(bytes)) moving.add(picture.path);
      left += 1;
    } catch (error) {
      if (source.from === 'formulas') lines.push({ code: 'markup_not_taken', message: formulasNotDrawnMessage(error) });
      else if (error instanceof PictureNotFetched) lines.push({ code: 'picture_linked', message: error.message });
      else if (error instanceof DeckRefusal)
        lines.push({ code: 'picture_unreadable', message: UNREADABLE_PICTURE_MESSAGE });
      else throw error;
    }
    if (key !== undefined) known.set(key, { picture, lines });
    warnings.push(...lines.map((line) => ({ slide, ...line })));
    return picture;
  };
  /** The pictures of a gallery in the order of the slide; those that cannot be read are left out. */
  const withGallery = async (slide: ParsedSlide, shown: readonly DeckPicture[]): Promise<ParsedSlide> => {
    const taken: DeckPicture[] = [];
    for (const { crop, ...each } of shown) {
      const picture = await take({ ...each, crop }, slide.source_page);
      if (picture) taken.push({ ...each, source: { from: 'path', path: picture.path } });
    }
    const [image, ...images] = taken;
    return { ...slide, image, images: images.length > 0 ? images : undefined };
  };
  const withPicture = async (slide: ParsedSlide): Promise<ParsedSlide> => {
    const { image, images } = slide;
    if (image && images) return withGallery(slide, [image, ...images]);
    if (!image) return slide;
    const picture = await take(image, slide.source_page);
    const { crop: _, ...shown } = image;
    if (!picture) return withoutSlidePicture(slide, image.source.from === 'formulas' ? image.source.formulas : []);
    const { path } = picture;
    const moves = moving.has(path) && !slide.video ? { video: videoOfAnimatedPicture(path, slide.content) } : {};
    return { ...slide, ...moves, image: { ...shown, source: { from: 'path', path } } };
  };
  return async (slide) => {
    const { further = [], isUnordered = false } = redesigns?.get(slide.source_page) ?? {};
    if (isUnordered) warnings.push({ slide: slide.source_page, code: 'look_approximate', message: UNORDERED });
    return splitSlideByContent(await withPicture(slide), further);
  };
}

/** Redesigns all slides of a deck. */
export async function redesignAllSlides(
  task: DeckTask,
  folder: DeckProcessHost,
  read: DeckToRedesign,
): Promise<UncheckedDeckResult> {
  const { deck } = read;
  const pictures: WrittenPicture[] = [];
  const warnings = [...deck.warnings];
  const redesign = createSlideRedesigner(task, folder, read, { pictures, warnings });
  const slides: ParsedSlide[] = [];
  for (const slide of deck.slides) {
    folder.startStep({ page: slide.source_page, pages: deck.pages });
    slides.push(...(await redesign(slide)));
  }
  return { deck: { ...deck, slides, warnings }, pictures };
}

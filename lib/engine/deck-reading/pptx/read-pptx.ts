import { countWithNoun, cutTextWithEllipsis, toOneLine } from '../cut-text-with-ellipsis.ts';
import type { ParsedDeck, ParsedSlide } from '../deck.ts';
import { SLIDE_TEXT_LIMITS } from '../deck-limits.ts';
import { DeckRefusal, type DeckWarning } from '../deck-warning.ts';
import { detectDeckLanguage } from '../detect-deck-language.ts';
import { isGeneratedTitle } from '../generated-title.ts';
import { refuseTooManySlides } from '../markdown/too-many-slides.ts';
import { backgroundLostWarning, withBackgroundAsImage } from './background-picture.ts';
import { brandOfPptx } from './deck-brand.ts';
import { type EmbeddedFont, embeddedFontsOf } from './embedded-fonts.ts';
import { oneLineOfShape } from './find-title-by-position.ts';
import { type OfficePackage, openOfficePackage } from './office-package.ts';
import { readRelationsIfIntact } from './read-part-if-intact.ts';
import { type PptxSlide, readPptxSlide } from './read-slide.ts';
import { type RedesignedSlide, redesignSlide, type SlideDimensions } from './redesign-slide.ts';
import { recordingOfPptxSlide } from './slide-recording.ts';
import { videoOfPptxSlide } from './slide-video.ts';
import { slideStylesReader } from './text-styles.ts';
import { collectTypefaceForms, type TypefaceShape } from './typeface-forms.ts';
import { childElementAtPath, descendantsOf, numberInAttribute, type OfficeXmlElement, textOfElement } from './xml.ts';

/** A PPTX that was read, with access to the pictures and sounds that its slides name as paths. */
export interface ParsedPptx {
  deck: ParsedDeck;
  /** The unchanged content of every slide, including hidden ones. */
  slides: readonly PptxSlide[];
  /** The fonts that it brings, as it lists them. */
  fonts: readonly EmbeddedFont[];
  /** Forms of the families that it names, by their names in lower case. */
  forms: ReadonlyMap<string, TypefaceShape>;
  /** Redesigns of the shown slides, by their page. */
  redesigns: ReadonlyMap<number, Pick<RedesignedSlide, 'further' | 'isUnordered'>>;
  /** The bytes of a picture or a sound. @throws DeckRefusal if it is damaged or has more than 50 MB */
  medium(path: string): Promise<Buffer>;
  /** The bytes of a video, piece by piece. Iterating throws DeckRefusal if it is damaged or has more than 100 MB */
  video(path: string): AsyncIterable<Uint8Array>;
}

export interface ReadPptxOptions {
  /** The number of slides that the plan allows in a timeline. */
  maxSlides: number;
}

/** Sides of a slide in a file that names none, in EMU: 4:3. */
const USUAL_SIDES: SlideDimensions = { width: 9_144_000, height: 6_858_000 };

/**
 * Reads a PPTX of a client. Its slides are those that its presentation part lists, in that order; other slide parts are ignored. All slides
 * have the look `redesign`.
 * @throws DeckRefusal for a damaged or encrypted file, for one without slides, and for more slides than the plan allows
 */
export async function readPptx(file: Uint8Array, { maxSlides }: ReadPptxOptions): Promise<ParsedPptx> {
  const { office, forms } = collectTypefaceForms(await openOfficePackage(file));
  const presentation = childElementAtPath(await office.xml(office.main), 'p:presentation');
  if (!presentation) throw new DeckRefusal('import_invalid', 'The file is not a presentation. Save it as .pptx.');
  const warnings: DeckWarning[] = [];
  const parts = await slideParts(office, presentation, maxSlides);
  const slides = await readSlides(office, parts, presentation, warnings);
  const sides = sidesOf(presentation);
  const shown = slides.filter(({ isHidden }) => !isHidden).map((slide) => withBackgroundAsImage(slide, sides));
  for (const { page } of slides.filter(({ isHidden }) => isHidden))
    warnings.push({
      slide: page,
      code: 'slide_hidden',
      message: 'The slide is hidden and was left out. Show it in the deck to have it in the video.',
    });
  if (shown.length === 0)
    throw new DeckRefusal('import_invalid', 'No slide of the file can be shown: all are hidden or damaged.');
  const isRunning = {
    text: repeatedIn(shown, ({ texts }) => texts.map(oneLineOfShape)),
    picture: repeatedIn(shown, ({ pictures }) => pictures.flatMap(({ part }) => part ?? [])),
  };
  const redesigns = new Map<number, RedesignedSlide>();
  const made = shown.map((slide) => {
    const redesign = redesignSlide(slide, sides, isRunning);
    redesigns.set(slide.page, redesign);
    return deckSlide(slide, redesign, sides, warnings);
  });
  const title = made[0]?.content.title || (await titleOf(office));
  const brand = await brandOfPptx(office, shown, sides);
  const deck = {
    kind: 'pptx',
    title,
    language: detectDeckLanguage(
      shown.flatMap(({ tagged }) => tagged.notes),
      shown.flatMap(({ tagged }) => tagged.shown),
      languageOf(presentation),
    ),
    sides,
    settings: {},
    ...(brand ? { brand } : {}),
    slides: made,
    pages: parts.length,
    warnings,
  } satisfies ParsedDeck;
  warnOfMotion(shown, warnings);
  const fonts = embeddedFontsOf(presentation, await readRelationsIfIntact(office, office.main));
  return { deck, slides, fonts, forms, redesigns, medium: office.medium, video: office.video };
}

/** The parts of all slides in their order; null for a slide whose part is missing. */
async function slideParts(
  office: OfficePackage,
  presentation: OfficeXmlElement,
  maxSlides: number,
): Promise<(string | null)[]> {
  const ids = descendantsOf(presentation, 'p:sldId');
  if (ids.length === 0) throw new DeckRefusal('import_invalid', 'The presentation has no slides.');
  refuseTooManySlides(ids.length, maxSlides);
  const relations = await office.relationsOf(office.main);
  const parts = ids.map(({ attributes }) => relations.get(attributes['r:id'] ?? '')?.part ?? null);
  const named = parts.filter((part) => part !== null);
  // A small file can name one slide thousands of times; no program writes that.
  if (new Set(named).size < named.length)
    throw new DeckRefusal('import_invalid', 'The file is damaged: it lists one slide twice.');
  return parts;
}

async function readSlides(
  office: OfficePackage,
  parts: readonly (string | null)[],
  presentation: OfficeXmlElement,
  warnings: DeckWarning[],
): Promise<PptxSlide[]> {
  const first = numberInAttribute(presentation, 'firstSlideNum') ?? 1;
  const styles = slideStylesReader(office, presentation);
  const slides: PptxSlide[] = [];
  for (const [at, part] of parts.entries()) {
    const unreadable = (why: string): void =>
      void warnings.push({ slide: at + 1, code: 'slide_unreadable', message: `The slide was left out: ${why}` });
    if (part === null) {
      unreadable('it is missing from the file.');
      continue;
    }
    try {
      slides.push(
        await readPptxSlide(office, {
          part,
          page: at + 1,
          numbers: { number: first + at, count: parts.length },
          styles,
        }),
      );
    } catch (error) {
      if (!(error instanceof DeckRefusal) || error.code !== 'import_invalid') throw error;
      unreadable(error.message);
    }
  }
  return slides;
}

/** The fewest slides on which a text or picture counts as repeated. */
const MIN_REPEATS = 4;
/** The smallest share of the slides on which a text or picture, such as a logo, counts as repeated. */
const RUNNING = 0.6;

/** Returns a test for names that are repeated from slide to slide. @param namesIn the names that occur on a slide */
function repeatedIn(
  slides: readonly PptxSlide[],
  namesIn: (slide: PptxSlide) => readonly string[],
): (name: string) => boolean {
  const counts = new Map<string, number>();
  for (const slide of slides) for (const name of new Set(namesIn(slide))) counts.set(name, (counts.get(name) ?? 0) + 1);
  const least = Math.max(MIN_REPEATS, slides.length * RUNNING);
  return (name) => (counts.get(name) ?? 0) >= least;
}

/** Words of the report about a slide that is redesigned, because a template places its video. */
const FOR_VIDEO = 'its video plays in a place of the template';

function deckSlide(
  slide: PptxSlide,
  redesigned: RedesignedSlide,
  sides: SlideDimensions,
  warnings: DeckWarning[],
): ParsedSlide {
  const { picture, isPictureOnly } = redesigned;
  warnings.push(...redesigned.warnings, ...backgroundLostWarning(slide));
  const { page, embeddedObjects } = slide;
  const { recording, warnings: ofMedia } = recordingOfPptxSlide(slide);
  const { video, warnings: ofVideos } = videoOfPptxSlide(slide, redesigned.content, sides);
  warnings.push(...ofMedia, ...ofVideos);
  const { duration_seconds: _, ...untimed } = redesigned.content;
  // A slide of the file continues after its video, whatever its time says.
  const content = video ? untimed : redesigned.content;
  if (embeddedObjects > 0)
    warnings.push({
      slide: page,
      code: 'ole_not_taken',
      message: 'An embedded object of another program was left out. Paste it as a picture in the deck.',
    });
  return {
    source_page: page,
    content,
    ...(picture?.part
      ? {
          image: {
            source: { from: 'path', path: picture.part },
            ...(picture.crop ? { crop: picture.crop } : {}),
            // A picture that is cut to an outline is not cropped again.
            ...(isPictureOnly || picture.crop?.outline ? { fit: 'contain' as const } : {}),
            alt: cutTextWithEllipsis(picture.alt, SLIDE_TEXT_LIMITS.alt).text,
          },
        }
      : {}),
    ...(video ? { video } : {}),
    ...(recording ? { recording } : {}),
    look: isPictureOnly ? 'original' : 'redesign',
    ...(isPictureOnly ? { reason: 'one picture covers the slide' } : {}),
    ...(video && video.place !== 'full' ? { reason: FOR_VIDEO } : {}),
    pictures: slide.pictures.length,
    clicks: slide.clickCount,
    ...(slide.advance_seconds === undefined ? {} : { advance_seconds: slide.advance_seconds }),
  };
}

/** The warning for the whole deck about animations that a build by points does not show. */
function warnOfMotion(slides: readonly PptxSlide[], warnings: DeckWarning[]): void {
  warnOfTransitions(slides, warnings);
  const animated = slides.filter(({ clicks }) => clicks.length > 0).length;
  if (animated > 0)
    warnings.push({
      slide: null,
      code: 'animation_not_taken',
      message: `${animated} of ${slides.length} slides have animations. Points that come in one by one do so in the video, too; every other animation is shown as it is at its end.`,
    });
}

/** The warning for the whole deck about transitions that are shown approximately. It names no slide. */
function warnOfTransitions(slides: readonly PptxSlide[], warnings: DeckWarning[]): void {
  const near = slides.flatMap(({ transition }) => (transition?.resembles ? [transition] : []));
  if (near.length === 0) return;
  const kinds = new Map(near.map(({ resembles = '', transition }) => [resembles, transition.type]));
  const shown = [...kinds]
    .map(([name, type]) => `${cutTextWithEllipsis(name, 30).text} as ${type}`)
    .slice(0, MAX_KINDS);
  warnings.push({
    slide: null,
    code: 'setting_not_taken',
    message: `Transitions of ${countWithNoun(near.length, 'slide')} are shown by the nearest one: ${shown.join(', ')}.`,
  });
}

/** Kinds of transitions that a warning names. */
const MAX_KINDS = 8;

function sidesOf(presentation: OfficeXmlElement): SlideDimensions {
  const size = childElementAtPath(presentation, 'p:sldSz');
  const [width, height] = [numberInAttribute(size, 'cx') ?? 0, numberInAttribute(size, 'cy') ?? 0];
  return width > 0 && height > 0 ? { width, height } : USUAL_SIDES;
}

const CORE_PROPERTIES = 'docProps/core.xml';

/** The title in the properties of the file; null if it has none, or the title of a template. */
async function titleOf(office: OfficePackage): Promise<string | null> {
  if (!office.has(CORE_PROPERTIES)) return null;
  try {
    const core = await office.xml(CORE_PROPERTIES);
    const title = toOneLine(textOfElement(descendantsOf(core, 'dc:title')[0]));
    return title === '' || isGeneratedTitle(title) ? null : cutTextWithEllipsis(title, SLIDE_TEXT_LIMITS.title).text;
  } catch (error) {
    if (error instanceof DeckRefusal && error.code === 'import_invalid') return null;
    throw error;
  }
}

/** The language of texts that name none, BCP 47. */
function languageOf(presentation: OfficeXmlElement): string | null {
  const usual = descendantsOf(childElementAtPath(presentation, 'p:defaultTextStyle'), 'a:defRPr');
  return usual.map(({ attributes }) => attributes.lang).find((lang) => lang !== undefined && lang !== '') ?? null;
}

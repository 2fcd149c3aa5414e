import { countWithNoun, cutTextWithEllipsis, toOneLine } from '../cut-text-with-ellipsis.ts';
import type { ParsedDeck, ParsedSlide } from '../deck.ts';
import { SLIDE_TEXT_LIMITS } from '../deck-limits.ts';
import { DeckRefusal, type DeckWarning } from '../deck-warning.ts';
import { detectDeckLanguage } from '../detect-deck-language.ts';
import { isGeneratedTitle } from '../generated-title.ts';
import { refuseTooManySlides } from '../markdown/too-many-slides.ts';
import { showBackgroundAsPicture, warningsOfLostBackground } from './background-picture.ts';
import { brandOfPptx } from './deck-brand.ts';
import { type EmbeddedFont, embeddedFontsOf } from './embedded-fonts.ts';
import { oneLineOfShape } from './find-pptx-title-by-position.ts';
import { type OfficePackage, openOfficePackage } from './office-package.ts';
import { readRelationsIfIntact } from './read-office-part-if-intact.ts';
import { type PptxSlide, readPptxSlide } from './read-slide.ts';
import { type RedesignedSlide, redesignSlide, type SlideDimensionsInEmu } from './redesign-slide.ts';
import { recordingOfPptxSlide } from './slide-recording.ts';
import { videoAndWarningsOfPptxSlide } from './slide-video.ts';
import { createInheritedSlideStylesReader } from './text-styles.ts';
import { collectTypefaceClassesWhileReading, type GenericTypefaceClass } from './typeface-forms.ts';
import {
  childElementAtPath,
  descendantsOf,
  directTextOfElement,
  numberInAttribute,
  type OfficeXmlElement,
} from './xml.ts';

/** A PPTX that was read, with access to the pictures and sounds that its slides name as paths. */
export interface ParsedPptx {
  deck: ParsedDeck;
  /** The unchanged content of every slide, including hidden ones. */
  slides: readonly PptxSlide[];
  /** The fonts that are embedded in it, in its order. */
  fonts: readonly EmbeddedFont[];
  /** Classes of the typefaces that it names, by the names of their families in lower case. */
  forms: ReadonlyMap<string, GenericTypefaceClass>;
  /** Redesigns of the shown slides, by their page. */
  redesigns: ReadonlyMap<number, Pick<RedesignedSlide, 'further' | 'isUnordered'>>;
  /** The bytes of a picture or a sound. @throws DeckRefusal if it is damaged or has more than 50 MB */
  medium(path: string): Promise<Buffer>;
  /** The bytes of a video, piece by piece. Iterating throws DeckRefusal if it is damaged or has more than 100 MB */
  video(path: string): AsyncIterable<Uint8Array>;
}

/** Options of the reader of PPTX. */
export interface ReadPptxOptions {
  /** The number of slides that the plan allows in a timeline. */
  maxSlides: number;
}

/** Sides of a slide in a file that names none, in EMU: 4:3. */
const DEFAULT_SIDES: SlideDimensionsInEmu = { width: 9_144_000, height: 6_858_000 };

/**
 * Reads a PPTX of a client. Its slides are those that its presentation part lists, in that order; other slide parts are ignored. All slides
 * have the look `redesign`.
 * @throws DeckRefusal for a damaged or encrypted file, for one without slides, and for more slides than the plan allows
 */
export async function readPptx(fileBytes: Uint8Array, { maxSlides }: ReadPptxOptions): Promise<ParsedPptx> {
  const { office, forms } = collectTypefaceClassesWhileReading(await openOfficePackage(fileBytes));
  const presentation = childElementAtPath(await office.xml(office.main), 'p:presentation');
  if (!presentation) throw new DeckRefusal('import_invalid', 'The file is not a presentation. Save it as .pptx.');
  const warnings: DeckWarning[] = [];
  const parts = await slideParts(office, presentation, maxSlides);
  const slides = await readSlides(office, parts, presentation, warnings);
  const sides = readSides(presentation);
  const shownSlides = slides.filter(({ isHidden }) => !isHidden).map((slide) => showBackgroundAsPicture(slide, sides));
  for (const { page } of slides.filter(({ isHidden }) => isHidden))
    warnings.push({
      slide: page,
      code: 'slide_hidden',
      message: 'The slide is hidden and was left out. Show it in the deck to have it in the video.',
    });
  if (shownSlides.length === 0)
    throw new DeckRefusal('import_invalid', 'No slide of the file can be shown: all are hidden or damaged.');
  const isRepeated = {
    text: createRepetitionTest(shownSlides, ({ texts }) => texts.map(oneLineOfShape)),
    picture: createRepetitionTest(shownSlides, ({ pictures }) => pictures.flatMap(({ part }) => part ?? [])),
  };
  const redesigns = new Map<number, RedesignedSlide>();
  const parsedSlides = shownSlides.map((slide) => {
    const redesign = redesignSlide(slide, sides, isRepeated);
    redesigns.set(slide.page, redesign);
    return createParsedSlide(slide, redesign, sides, warnings);
  });
  const title = parsedSlides[0]?.content.title || (await readTitle(office));
  const brand = await brandOfPptx(office, shownSlides, sides);
  const deck = {
    kind: 'pptx',
    title,
    language: detectDeckLanguage(
      shownSlides.flatMap(({ tagged }) => tagged.notes),
      shownSlides.flatMap(({ tagged }) => tagged.shown),
      readLanguage(presentation),
    ),
    sides,
    settings: {},
    ...(brand ? { brand } : {}),
    slides: parsedSlides,
    pages: parts.length,
    warnings,
  } satisfies ParsedDeck;
  warnOfMotion(shownSlides, warnings);
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
  const existingParts = parts.filter((part) => part !== null);
  // A small file can name one slide thousands of times; no program writes that.
  if (new Set(existingParts).size < existingParts.length)
    throw new DeckRefusal('import_invalid', 'The file is damaged: it lists one slide twice.');
  return parts;
}

async function readSlides(
  office: OfficePackage,
  parts: readonly (string | null)[],
  presentation: OfficeXmlElement,
  warnings: DeckWarning[],
): Promise<PptxSlide[]> {
  const firstNumber = numberInAttribute(presentation, 'firstSlideNum') ?? 1;
  const styles = createInheritedSlideStylesReader(office, presentation);
  const slides: PptxSlide[] = [];
  for (const [index, part] of parts.entries()) {
    const warnOfUnreadableSlide = (reason: string): void =>
      void warnings.push({ slide: index + 1, code: 'slide_unreadable', message: `The slide was left out: ${reason}` });
    if (part === null) {
      warnOfUnreadableSlide('it is missing from the file.');
      continue;
    }
    try {
      slides.push(
        await readPptxSlide(office, {
          part,
          page: index + 1,
          numbers: { number: firstNumber + index, count: parts.length },
          styles,
        }),
      );
    } catch (error) {
      if (!(error instanceof DeckRefusal) || error.code !== 'import_invalid') throw error;
      warnOfUnreadableSlide(error.message);
    }
  }
  return slides;
}

/** The fewest slides on which a text or picture counts as repeated. */
const MIN_REPEATS = 4;
/** The smallest share of the slides on which a text or picture, such as a logo, counts as repeated. */
const MIN_REPEATED_SHARE = 0.6;

/** Returns a function that reports whether a name occurs on most slides. @param namesIn returns the names on a slide */
function createRepetitionTest(
  slides: readonly PptxSlide[],
  namesIn: (slide: PptxSlide) => readonly string[],
): (name: string) => boolean {
  const counts = new Map<string, number>();
  for (const slide of slides) for (const name of new Set(namesIn(slide))) counts.set(name, (counts.get(name) ?? 0) + 1);
  const minCount = Math.max(MIN_REPEATS, slides.length * MIN_REPEATED_SHARE);
  return (name) => (counts.get(name) ?? 0) >= minCount;
}

/** Words of the report about a slide that is redesigned because its video plays in a place of the template. */
const VIDEO_REASON = 'its video plays in a place of the template';

function createParsedSlide(
  slide: PptxSlide,
  redesign: RedesignedSlide,
  sides: SlideDimensionsInEmu,
  warnings: DeckWarning[],
): ParsedSlide {
  const { picture, isPictureOnly } = redesign;
  warnings.push(...redesign.warnings, ...warningsOfLostBackground(slide));
  const { page, embeddedObjects } = slide;
  const { recording, warnings: recordingWarnings } = recordingOfPptxSlide(slide);
  const { video, warnings: videoWarnings } = videoAndWarningsOfPptxSlide(slide, redesign.content, sides);
  warnings.push(...recordingWarnings, ...videoWarnings);
  const { duration_seconds: _, ...contentWithoutDuration } = redesign.content;
  // PowerPoint shows the next slide only after the video, whatever duration the slide has.
  const content = video ? contentWithoutDuration : redesign.content;
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
    ...(video && video.place !== 'full' ? { reason: VIDEO_REASON } : {}),
    pictures: slide.pictures.length,
    clicks: slide.clickCount,
    ...(slide.advance_seconds === undefined ? {} : { advance_seconds: slide.advance_seconds }),
  };
}

/** Adds the warnings for the whole deck about its transitions and animations. */
function warnOfMotion(slides: readonly PptxSlide[], warnings: DeckWarning[]): void {
  warnOfTransitions(slides, warnings);
  const animatedCount = slides.filter(({ clicks }) => clicks.length > 0).length;
  if (animatedCount > 0)
    warnings.push({
      slide: null,
      code: 'animation_not_taken',
      message: `${animatedCount} of ${slides.length} slides have animations. Points that come in one by one do so in the video, too; every other animation is shown as it is at its end.`,
    });
}

/** Adds the warning for the whole deck about transitions that are shown approximately. It names no slide. */
function warnOfTransitions(slides: readonly PptxSlide[], warnings: DeckWarning[]): void {
  const approximateTransitions = slides.flatMap(({ transition }) => (transition?.resembles ? [transition] : []));
  if (approximateTransitions.length === 0) return;
  const typeByName = new Map(
    approximateTransitions.map(({ resembles = '', transition }) => [resembles, transition.type]),
  );
  const shownTransitions = [...typeByName]
    .map(([name, type]) => `${cutTextWithEllipsis(name, 30).text} as ${type}`)
    .slice(0, MAX_NAMED_TRANSITIONS);
  warnings.push({
    slide: null,
    code: 'setting_not_taken',
    message: `Transitions of ${countWithNoun(approximateTransitions.length, 'slide')} are shown by the nearest one: ${shownTransitions.join(', ')}.`,
  });
}

/** The highest number of kinds of transitions that a warning names. */
const MAX_NAMED_TRANSITIONS = 8;

function readSides(presentation: OfficeXmlElement): SlideDimensionsInEmu {
  const size = childElementAtPath(presentation, 'p:sldSz');
  const [width, height] = [numberInAttribute(size, 'cx') ?? 0, numberInAttribute(size, 'cy') ?? 0];
  return width > 0 && height > 0 ? { width, height } : DEFAULT_SIDES;
}

const CORE_PROPERTIES = 'docProps/core.xml';

/** The title in the properties of the file; null if it has none, or the title of a template. */
async function readTitle(office: OfficePackage): Promise<string | null> {
  if (!office.has(CORE_PROPERTIES)) return null;
  try {
    const core = await office.xml(CORE_PROPERTIES);
    const title = toOneLine(directTextOfElement(descendantsOf(core, 'dc:title')[0]));
    return title === '' || isGeneratedTitle(title) ? null : cutTextWithEllipsis(title, SLIDE_TEXT_LIMITS.title).text;
  } catch (error) {
    if (error instanceof DeckRefusal && error.code === 'import_invalid') return null;
    throw error;
  }
}

/** The language of texts that name none, BCP 47; null if the presentation names none. */
function readLanguage(presentation: OfficeXmlElement): string | null {
  const defaultProperties = descendantsOf(childElementAtPath(presentation, 'p:defaultTextStyle'), 'a:defRPr');
  return (
    defaultProperties.map(({ attributes }) => attributes.lang).find((lang) => lang !== undefined && lang !== '') ?? null
  );
}

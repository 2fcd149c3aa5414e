import { cutTextWithEllipsis } from '#engine/deck-reading/cut-text-with-ellipsis.ts';
import type { DeckSlideContent, MediaSource, ParsedDeck, ParsedSlide } from '#engine/deck-reading/deck.ts';
import { SLIDE_TEXT_LIMITS } from '#engine/deck-reading/deck-limits.ts';
import type { DeckWarning } from '#engine/deck-reading/deck-warning.ts';
import { detectTextLanguage, mayTextBeInLanguage } from '#engine/speech/detected-text-language.ts';
import { ASPECT_RATIO_NAMES, ASPECT_RATIOS, type AspectRatioName, type Resolution } from '#engine/video/format.ts';
import { findBuiltInTemplate, isCustomTemplateId } from '#features/templates/public.ts';
import {
  acceptedDeckSettings,
  createFirstSlideRevision,
  displayOfImage,
  estimateVideoSeconds,
  type LoadedTimeline,
  MAX_SLIDE_STATE_SECONDS,
  MAX_SLIDE_STATE_TEXT_CHARACTERS,
  type MeasuredImage,
  notesHash,
  type Slide,
  type SlideImage,
  type TimedSlideState,
  type UploadedAudio,
  undeclaredVariableNames,
} from '#features/timelines/public.ts';
import { languageTagSchema } from '#kernel/contract/language-tag.ts';
import { formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { createOpaqueToken } from '#kernel/shared/ids.ts';
import type { StoredPicture } from '#kernel/shared/stored-picture.ts';
import type { BrandInImportReport } from './brand-in-import-report.ts';
import { type Import, type ImportReport, MAX_REPORT_WARNINGS, type ReportedSlide } from './import.ts';
import { importedVideo } from './imported-video.ts';
import type { StoredDeckRecording, StoredDeckRecordings } from './store-recordings.ts';
import type { StoredDeckVideosBySlide } from './store-videos.ts';
import { toApiSlideInput } from './to-api-slide-input.ts';
import { selectReportWarnings } from './verdict.ts';

/** Resolution of a timeline if neither the request nor the deck names one. */
export const DEFAULT_IMPORT_RESOLUTION: Resolution = '1080p';
/** Id of the template of a timeline if neither the request nor the deck names one. */
export const DEFAULT_IMPORT_TEMPLATE = 'plain';

/** Report warning for an unknown template. */
export const unknownTemplateImportWarning = (templateId: string): DeckWarning => ({
  slide: null,
  code: 'setting_not_taken',
  message: `There is no template ${templateId}; ${DEFAULT_IMPORT_TEMPLATE} was taken.`,
});

/** The maximum relative difference between the ratio of a page and that of its format. */
const MAX_RATIO_DIFFERENCE = 0.04;

/** The format nearest to the ratio of a page; `landscape` if none is within 4 %. The space around such a page has the colour of its edges. */
export function nearestAspectRatio(sides: ParsedDeck['sides']): AspectRatioName {
  if (!sides) return 'landscape';
  const ratio = sides.width / sides.height;
  const difference = (format: AspectRatioName): number =>
    Math.abs(ratio / (ASPECT_RATIOS[format][0] / ASPECT_RATIOS[format][1]) - 1);
  const nearest = ASPECT_RATIO_NAMES.reduce((best, format) => (difference(format) < difference(best) ? format : best));
  return difference(nearest) <= MAX_RATIO_DIFFERENCE ? nearest : 'landscape';
}

/** Advice for a deck without notes. The reader of Markdown reports such a deck itself, with the syntax of its dialect. */
const NOTES_ADVICE = {
  pptx: 'Write the narration into the notes below the slides.',
  docx: 'Write the narration as plain paragraphs below the headings.',
  odp: 'Write the narration into the notes of the slides.',
  html: 'Write the narration into `<aside class="notes">` in each section.',
  pdf: 'A PDF has none: have the text of its pages said (`pdf_text: notes`), or write notes into the slides of the timeline.',
} as const;

/** The warning about a deck without notes and recordings. */
const silentDeckWarning = (kind: keyof typeof NOTES_ADVICE): DeckWarning => ({
  slide: null,
  code: 'deck_silent',
  message: `The video will be silent: no slide has speaker notes. ${NOTES_ADVICE[kind]}`,
});

/** The maximum number of names in braces that the report lists. */
const MAX_REPORTED_NAMES = 10;

/** Warnings about names in braces: an imported timeline has no variables. */
const undeclaredVariableWarnings = (
  texts: Parameters<typeof undeclaredVariableNames>[0],
  slides: readonly Slide[],
  deck: ParsedDeck,
): DeckWarning[] =>
  undeclaredVariableNames(texts, slides, [])
    .slice(0, MAX_REPORTED_NAMES)
    .map(({ name, position }) => ({
      slide: position === null ? null : (deck.slides[position]?.source_page ?? null),
      code: 'variable_unknown_in_text',
      message: `{{${name}}} is shown and spoken as it is written, until the timeline declares it in \`variables\`.`,
    }));

/** A warning, in a list, if the notes are in another language than the one in which they will be read; empty if not. */
function languageWarnings(slides: readonly Slide[], language: string): DeckWarning[] {
  const detectedLanguage = detectTextLanguage(
    slides.map(({ speaker_notes, audio }) => (audio ? '' : speaker_notes)).join('\n'),
  );
  if (!detectedLanguage?.isSure || mayTextBeInLanguage(detectedLanguage, language)) return [];
  const message = `The notes seem to be in the language "${detectedLanguage.language}", and a voice of "${language}" reads them. Choose the language of the import, or of the timeline.`;
  return [{ slide: null, code: 'language_mismatch', message }];
}

/** A stored picture of a deck. */
export type StoredDeckPicture = StoredPicture & MeasuredImage;

/** Stored pictures by their paths in the deck, by the index of their slide among the imported slides, from 0. */
export type StoredDeckPictures = ReadonlyMap<number, ReadonlyMap<string, StoredDeckPicture>>;

/** Files of a deck that an import stored, before its timeline is written. */
export interface StoredImportFiles {
  pictures: StoredDeckPictures;
  recordings: StoredDeckRecordings;
  /** Absent: none. */
  videos?: StoredDeckVideosBySlide | undefined;
  /** The template that was made from the brand of the deck. */
  brand?: BrandInImportReport | undefined;
}

/** The narration of a slide with a recording. */
function recordedAudio(slide: Slide, accountId: string, stored: StoredDeckRecording, now: Date): UploadedAudio {
  const timestamp = formatUtcTimestamp(now);
  return {
    account_id: accountId,
    timeline_id: slide.timeline_id,
    slide_id: slide.id,
    job: createOpaqueToken(now),
    status: 'ready',
    source: 'uploaded',
    format: 'wav',
    notes_hash: notesHash(slide.speaker_notes),
    ...stored,
    attempt: 0,
    enqueued_at: timestamp,
    created_at: timestamp,
  };
}

/** The language of the timeline, BCP 47: the one that the request names, else that of the deck, else English. */
export function languageOfImport({ options }: Pick<Import, 'options'>, deck: Pick<ParsedDeck, 'language'>): string {
  const deckLanguage = languageTagSchema.safeParse(deck.language ?? undefined);
  return options.language ?? (deckLanguage.success ? deckLanguage.data : 'en');
}

const storedPictureOf = (
  source: MediaSource,
  stored: ReturnType<StoredDeckPictures['get']>,
): StoredDeckPicture | undefined => (source.from === 'path' ? stored?.get(source.path) : undefined);

/** Fields of an image that shows the whole slide. In the layout `page` it is a picture of the slide itself. */
const wholeSlideFields = (layout: DeckSlideContent['layout']): Pick<SlideImage, 'kind' | 'is_whole_slide'> =>
  layout === 'page' ? { kind: 'page' } : { is_whole_slide: true };

function imageOf(
  { image, look, content }: ParsedSlide,
  stored: ReturnType<StoredDeckPictures['get']>,
): SlideImage | undefined {
  const picture = image && storedPictureOf(image.source, stored);
  if (!image || !picture) return undefined;
  return {
    ...picture,
    ...displayOfImage({ ...image, alt: cutTextWithEllipsis(image.alt, SLIDE_TEXT_LIMITS.alt).text }, picture),
    ...(look === 'original' ? wholeSlideFields(content.layout) : {}),
  };
}

/** The further pictures of a slide; undefined if it has none. */
function picturesOf({ images = [] }: ParsedSlide, stored: ReturnType<StoredDeckPictures['get']>): Slide['pictures'] {
  const pictures = images
    .flatMap((image) => {
      const picture = storedPictureOf(image.source, stored);
      return picture
        ? [
            {
              ...picture,
              ...displayOfImage({ ...image, alt: cutTextWithEllipsis(image.alt, SLIDE_TEXT_LIMITS.alt).text }, picture),
            },
          ]
        : [];
    })
    .map((image, index) => ({ of: 'images' as const, index, image }));
  return pictures.length > 0 ? pictures : undefined;
}

/** The states of a slide; undefined for a slide with one picture. */
function buildsOf(
  { builds }: ParsedSlide,
  stored: ReturnType<StoredDeckPictures['get']>,
): TimedSlideState[] | undefined {
  return builds?.flatMap(({ source, text, after }) => {
    const picture = storedPictureOf(source, stored);
    if (!picture) return [];
    const { is_figure: _, found_focus: __, ...image } = picture;
    return [
      {
        image,
        text: cutTextWithEllipsis(text, MAX_SLIDE_STATE_TEXT_CHARACTERS).text,
        ...(after === undefined ? {} : { after: Math.min(after, MAX_SLIDE_STATE_SECONDS) }),
      },
    ];
  });
}

/** A slide whose texts are not drawn on its picture if the picture has text, a chart or a user interface. */
const withTextNextToFigure = (slide: ParsedSlide, image: SlideImage | undefined): ParsedSlide =>
  slide.image?.isBehind && image?.is_figure ? { ...slide, content: { ...slide.content, layout: 'auto' } } : slide;

/** The title of the timeline of a deck. */
export const importedTitle = ({ options, name }: Import, deck: ParsedDeck): string => {
  const title = options.title ?? deck.title ?? name?.replace(/\.[^.]+$/, '') ?? deck.slides[0]?.content.title;
  return cutTextWithEllipsis(title || 'Imported deck', SLIDE_TEXT_LIMITS.title).text;
};

/** Settings of the timeline: those of the request, else those of the deck. A setting that the API would refuse is reported. */
function settingsOf(
  deckImport: Import,
  { settings, sides }: ParsedDeck,
  brand: BrandInImportReport | undefined,
  warn: (warning: DeckWarning) => void,
) {
  const refuse = (name: string, message: string): void =>
    warn({ slide: null, code: 'setting_not_taken', message: `${name}: ${message}` });
  const namedTemplateId = settings.template_id;
  // Whether the account has a custom template of this id is checked by the write that creates the timeline.
  const supportedTemplateId =
    namedTemplateId !== undefined && (isCustomTemplateId(namedTemplateId) || findBuiltInTemplate(namedTemplateId))
      ? namedTemplateId
      : undefined;
  if (namedTemplateId !== undefined && !supportedTemplateId && deckImport.options.template_id === undefined)
    warn(unknownTemplateImportWarning(namedTemplateId));
  return {
    lexicon: [],
    transition: { type: 'none' as const, duration_seconds: 0 },
    ...(deckImport.options.motion === undefined ? {} : { motion: deckImport.options.motion }),
    ...acceptedDeckSettings({ ...settings, template_id: undefined }, refuse),
    format: deckImport.options.format ?? settings.format ?? nearestAspectRatio(sides),
    resolution: deckImport.options.resolution ?? settings.resolution ?? DEFAULT_IMPORT_RESOLUTION,
    template_id: deckImport.options.template_id ?? supportedTemplateId ?? brand?.template_id ?? DEFAULT_IMPORT_TEMPLATE,
  };
}

/** The numbers of the pages that a slide shows, from 1. */
const pagesOf = ({ source_page, pages = 1 }: ParsedSlide): number[] =>
  Array.from({ length: pages }, (_, index) => source_page + index);

/** The recorded narration of a slide in the report; undefined if it has none. */
const narrationOf = (
  { recording }: ParsedSlide,
  stored: StoredDeckRecording | undefined,
): ReportedSlide['recording'] =>
  recording && stored
    ? { clips: recording.clips.length, seconds: Math.round(stored.duration_seconds * 10) / 10 }
    : undefined;

/**
 * The slides in the report. A slide that shows several pages has an entry for each page, and a page that became several slides has an
 * entry for each slide.
 */
function reportedSlides(
  { slides: deckSlides, pages }: ParsedDeck,
  slides: readonly Slide[],
  recordings: StoredDeckRecordings,
): ReportedSlide[] {
  const entriesByPage = Map.groupBy(
    deckSlides.flatMap((slide, index) =>
      pagesOf(slide).map((page) => ({
        page,
        slide,
        id: slides[index]?.id ?? null,
        recording: narrationOf(slide, recordings.get(index)),
      })),
    ),
    ({ page }) => page,
  );
  return Array.from({ length: pages }, (_, index) => index + 1).flatMap((source): ReportedSlide[] => {
    const leftOut = {
      source,
      slide_id: null,
      look: null,
      reason: null,
      pictures: 0,
      clicks: 0,
      states: 1,
      advance_seconds: null,
    };
    return (
      entriesByPage
        .get(source)
        ?.map(({ slide: { look, reason, pictures, clicks, builds, advance_seconds }, id, recording }) => ({
          source,
          slide_id: id,
          look,
          pictures,
          clicks,
          states: builds?.length ?? 1,
          reason: reason ?? null,
          advance_seconds: advance_seconds ?? null,
          ...(recording ? { recording } : {}),
        })) ?? [leftOut]
    );
  });
}

/** The number of the pictures of a deck's slide that the slide of the timeline shows. The still of a video counts as one. */
const countTakenPictures = (
  slide: Slide | undefined,
  { look, pictures }: Pick<ParsedSlide, 'look' | 'pictures'>,
): number => {
  if (slide?.video) return Math.min(1, pictures);
  if (!slide?.image) return 0;
  return look === 'original' ? pictures : 1 + (slide.pictures?.length ?? 0);
};

/**
 * The timeline that an import creates, and its report. Pure.
 * @param now time of creation
 */
export function planImport(
  deckImport: Import,
  deck: ParsedDeck,
  { pictures, recordings, videos, brand }: StoredImportFiles,
  now: Date,
): { loaded: LoadedTimeline; report: ImportReport } {
  const warnings: DeckWarning[] = [...deck.warnings];
  const slides: Slide[] = deck.slides.map((deckSlide, index) => {
    const storedPictures = pictures.get(index);
    const image = imageOf(deckSlide, storedPictures);
    const input = toApiSlideInput(withTextNextToFigure(deckSlide, image), (warning) => warnings.push(warning));
    const video = videos?.get(index);
    // The video needs no picture in its place.
    const pictureFields =
      deckSlide.video && video
        ? { video: importedVideo(deckSlide.video, video) }
        : {
            image,
            builds: buildsOf(deckSlide, storedPictures),
            pictures: picturesOf(deckSlide, storedPictures),
          };
    const slide = { ...createFirstSlideRevision(deckImport.timeline_id, input, now), ...pictureFields };
    const recording = recordings.get(index);
    return recording ? { ...slide, audio: recordedAudio(slide, deckImport.account_id, recording, now) } : slide;
  });
  if (deck.kind !== 'markdown' && slides.every(({ speaker_notes, audio }) => speaker_notes === '' && !audio))
    warnings.push(silentDeckWarning(deck.kind));
  const language = languageOfImport(deckImport, deck);
  warnings.push(...languageWarnings(slides, language));
  const slidesInReport = reportedSlides(deck, slides, recordings);
  const settings = settingsOf(deckImport, deck, brand, (warning) => warnings.push(warning));
  const title = importedTitle(deckImport, deck);
  warnings.push(
    ...undeclaredVariableWarnings({ title, footer: settings.footer, lexicon: settings.lexicon }, slides, deck),
  );
  return {
    loaded: {
      timeline: {
        id: deckImport.timeline_id,
        account_id: deckImport.account_id,
        ...settings,
        title,
        language,
        metadata: {},
        slides: slides.map(({ id, rev }) => ({ id, rev })),
        duration_seconds: estimateVideoSeconds(slides, settings),
        version: 1,
        created_at: formatUtcTimestamp(now),
        updated_at: formatUtcTimestamp(now),
      },
      slides,
    },
    report: {
      slides_imported: slides.length,
      slides_skipped: slidesInReport.filter(({ slide_id }) => slide_id === null).length,
      pictures_found: deck.slides.reduce((sum, { pictures }) => sum + pictures, 0),
      // A slide in its original look shows all its pictures; any other slide shows one of them, or several in a gallery.
      pictures_taken: deck.slides.reduce(
        (sum, { look, pictures }, index) => sum + countTakenPictures(slides[index], { look, pictures }),
        0,
      ),
      slides: slidesInReport,
      ...(brand ? { brand } : {}),
      warnings: selectReportWarnings(warnings, MAX_REPORT_WARNINGS),
    },
  };
}

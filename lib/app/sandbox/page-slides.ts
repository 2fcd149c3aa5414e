import type { ParsedDeck, ParsedSlide } from '#engine/deck-reading/deck.ts';
import type { DeckWarning } from '#engine/deck-reading/deck-warning.ts';
import type { DeckProcessTask } from './deck-process-task.ts';

/** Warnings that do not apply to a slide in its original look, because its picture shows the content that they report as lost. */
const CODES_VOID_WITH_ORIGINAL_LOOK: ReadonlySet<DeckWarning['code']> = new Set<DeckWarning['code']>([
  'picture_missing',
  'picture_linked',
  'picture_unreadable',
  'picture_not_used',
  'picture_too_large',
  'table_cut',
  'chart_not_taken',
  'diagram_not_taken',
  'ole_not_taken',
  'drawing_lost',
  'points_cut',
  'title_cut',
]);

/** Reports whether a slide is redesigned so that a template places its video: not if its original look was requested, or the video covers it. */
export const isRedesignedForVideo = ({ video }: ParsedSlide, { look }: Pick<DeckProcessTask, 'look'>): boolean =>
  video !== undefined && video.place !== 'full' && look !== 'original';

/** The warning about a video that is not played because its slide has its original look; none for a video that covers its slide. */
export const videoHiddenWarnings = ({ video, source_page: slide }: ParsedSlide): DeckWarning[] =>
  video && video.place !== 'full'
    ? [
        {
          slide,
          code: 'video_not_taken',
          message:
            'A video is not played, because the slide keeps its look; its still picture is shown instead. Leave out `look` to have a template place the video.',
        },
      ]
    : [];

/**
 * A slide in its original look: its picture is drawn, and its texts are kept for search and captions only.
 * @param path file name of its picture
 * @param reason why it has this look, as a clause for the report
 */
export function slideAsOriginalPicture({ video, ...slide }: ParsedSlide, path: string, reason: string): ParsedSlide {
  const { table: _, chart: __, code: ___, ...content } = slide.content;
  return {
    ...slide,
    ...(video?.place === 'full' ? { video } : {}),
    content: { ...content, layout: 'page', build: 'none' },
    image: { source: { from: 'path', path }, fit: 'contain', alt: slide.content.title },
    look: 'original',
    reason,
  };
}

/**
 * The warnings of a deck that apply when some of its slides have their original look.
 * @param isPage reports whether a slide, by its number from 1, has its original look
 */
export function warningsWithOriginalLook(deck: ParsedDeck, isPage: (slide: number) => boolean): DeckWarning[] {
  // The animation of slides in their original look is reported for each slide instead of the deck.
  const isAnimated = deck.slides.some(({ source_page, clicks }) => clicks > 0 && !isPage(source_page));
  return deck.warnings.filter(({ slide, code }) =>
    slide === null
      ? code !== 'animation_not_taken' || isAnimated
      : !isPage(slide) || !CODES_VOID_WITH_ORIGINAL_LOOK.has(code),
  );
}

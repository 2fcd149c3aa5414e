import type { ReadDeck, ReadSlide } from '#engine/deck-reading/deck.ts';
import type { DeckWarning } from '#engine/deck-reading/deck-warning.ts';

/** Warnings about what a picture of the slide shows all the same. */
const ONLY_REDESIGNED: ReadonlySet<DeckWarning['code']> = new Set([
  ...(['picture_missing', 'picture_linked', 'picture_unreadable', 'picture_not_used', 'picture_too_large'] as const),
  ...([
    'table_cut',
    'chart_not_taken',
    'diagram_not_taken',
    'ole_not_taken',
    'drawing_lost',
    'points_cut',
    'title_cut',
  ] as const),
]);

/** The fields of a slide that is a picture of itself: its words are kept, and not drawn. */
export function asPage(slide: ReadSlide, path: string, reason: string): ReadSlide {
  const { table: _, chart: __, code: ___, ...content } = slide.content;
  return {
    ...slide,
    content: { ...content, layout: 'page', build: 'none' },
    image: { source: { from: 'path', path }, fit: 'contain', alt: slide.content.title },
    look: 'original',
    reason,
  };
}

/** Warnings of a deck of which some slides are pictures of themselves: what these show all the same is not missing. */
export function warningsOfPages(deck: ReadDeck, isPage: (slide: number) => boolean): DeckWarning[] {
  // Each page says itself what its clicks do in the video.
  const isAnimated = deck.slides.some(({ source_page, clicks }) => clicks > 0 && !isPage(source_page));
  return deck.warnings.filter(({ slide, code }) =>
    slide === null ? code !== 'animation_not_taken' || isAnimated : !isPage(slide) || !ONLY_REDESIGNED.has(code),
  );
}

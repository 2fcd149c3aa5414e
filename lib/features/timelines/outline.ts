import { chooseLayout } from '#engine/video/drawing/layout/choose-layout.ts';
import { withoutInlineMarks } from '#engine/video/drawing/text/inline-markup.ts';
import { normalizeDrawableText } from '#engine/video/drawing/text/normalize-drawable-text.ts';
import { drawnContentOfSlide } from './shown-slide.ts';
import type { Slide } from './slide.ts';

/** The title of a part of a timeline. */
export interface TimelineSection {
  /** Position in the timeline, from 0. */
  position: number;
  /** The title without inline markup. */
  title: string;
}

/** The number of slides of a timeline and its titled sections, on which the pictures of some of its slides depend. */
export interface TimelineSectionOutline {
  /** Number of its slides. */
  count: number;
  sections: TimelineSection[];
}

const outlineBySlides = new WeakMap<readonly Slide[], TimelineSectionOutline>();

/** The sections of a timeline: its slides in the layout `section` that have a title. The result is cached for each list of slides. */
export function sectionOutlineOfSlides(slides: readonly Slide[]): TimelineSectionOutline {
  const cachedOutline = outlineBySlides.get(slides);
  if (cachedOutline) return cachedOutline;
  const sections = slides.flatMap((slide, position) => {
    const { title, markup } = slide;
    const text = normalizeDrawableText(withoutInlineMarks(title, markup));
    return text !== '' && isSection(slide, position, slides.length) ? [{ position, title: text }] : [];
  });
  const outline = { count: slides.length, sections };
  outlineBySlides.set(slides, outline);
  return outline;
}

/** Any size: whether a slide is a section does not depend on it. */
const WIDE_SIZE = { width: 16, height: 9 };

const isSection = (slide: Slide, position: number, count: number): boolean =>
  chooseLayout(
    { ...drawnContentOfSlide(slide), is_first: position === 0, is_last: isClosingSlidePosition(position, count) },
    WIDE_SIZE,
  ) === 'section';

/** The minimum number of slides of a timeline whose last one may be a closing page. */
const MIN_SLIDES_WITH_CLOSING = 4;

/** True for the last slide of a timeline that may have a closing page; otherwise absent. @param position position of the slide, from 0 */
export const isClosingSlidePosition = (position: number, count: number): true | undefined =>
  count >= MIN_SLIDES_WITH_CLOSING && position === count - 1 ? true : undefined;

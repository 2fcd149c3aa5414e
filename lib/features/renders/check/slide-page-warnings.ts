import type { DrawnLayout } from '#engine/video/drawing/layout/layout-facts.ts';
import { MIN_FONT_SIZE_SHARE_OF_HEIGHT } from '#engine/video/drawing/layout/slide-unit-in-pixels.ts';
import type { SlideMeasures } from '#engine/video/drawing/paint/measure-slide.ts';
import type { CheckWarningCode } from './timeline-check.ts';

/** The part of the text area below which a page is nearly empty. */
const MIN_COVERAGE = 0.2;
/** Layouts whose empty space is part of their composition, and those that show an image alone. */
const NOT_FILLED: readonly DrawnLayout[] = [
  'title',
  'section',
  'quote',
  'number',
  'statement',
  'closing',
  'page',
  'empty',
  'image_full',
];

/** Reports whether a page in this layout looks empty when its content covers only a little of it. */
export const doesLayoutLookEmptyIfSparse = (layout: DrawnLayout): boolean => !NOT_FILLED.includes(layout);

const percent = (part: number, digits = 0): string => `${(100 * part).toFixed(digits)} %`;

/** Warnings about the page of a slide as a whole: code and message. */
export function slidePageWarnings({
  page,
  layout,
}: Pick<SlideMeasures, 'page' | 'layout'>): [CheckWarningCode, string][] {
  if (!page) return [];
  const found: [CheckWarningCode, string][] = [];
  if (page.hasOverlap)
    found.push(['overlap', 'Text lies over other text. Shorten it, divide it among slides, or take another layout.']);
  if (page.isCovered)
    found.push([
      'presenter_covers_text',
      'The presenter is in front of text. Take another corner, a smaller size, or `side`.',
    ]);
  if (page.smallText !== undefined)
    found.push([
      'text_small',
      `The smallest text has ${percent(page.smallText, 1)} of the height of the picture; below ${percent(MIN_FONT_SIZE_SHARE_OF_HEIGHT, 1)}, it cannot be read on a phone. Shorten it, or divide it among slides.`,
    ]);
  if (page.coverage < MIN_COVERAGE && doesLayoutLookEmptyIfSparse(layout))
    found.push([
      'page_empty',
      `The content covers ${percent(page.coverage)} of the text area; below ${percent(MIN_COVERAGE)}, the page looks empty. Take a layout for few words, such as \`section\`, or add an image.`,
    ]);
  return found;
}

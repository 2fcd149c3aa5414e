import type { DrawnLayout } from '#engine/video/drawing/layout/layout-facts.ts';
import { MIN_FONT_SIZE_SHARE_OF_HEIGHT } from '#engine/video/drawing/layout/slide-unit-in-pixels.ts';
import type { SlideMeasures } from '#engine/video/drawing/paint/measure-slide-layout.ts';
import type { CheckWarningCode } from './timeline-check.ts';

/** The part of the text area below which a page is nearly empty. */
const MIN_COVERAGE = 0.2;
/** Layouts whose empty space is part of their composition, and those that show an image alone. */
const SPARSE_LAYOUTS: readonly DrawnLayout[] = [
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
export const doesLayoutLookEmptyIfSparse = (layout: DrawnLayout): boolean => !SPARSE_LAYOUTS.includes(layout);

const formatPercent = (part: number, digits = 0): string => `${(100 * part).toFixed(digits)} %`;

/** Warnings about the page of a slide as a whole: code and message. */
export function slidePageWarnings({
  page,
  layout,
}: Pick<SlideMeasures, 'page' | 'layout'>): [CheckWarningCode, string][] {
  if (!page) return [];
  const warnings: [CheckWarningCode, string][] = [];
  if (page.hasOverlap)
    warnings.push([
      'overlap',
      'Text lies over other text. Shorten it, divide it among slides, or take another layout.',
    ]);
  if (page.isCovered)
    warnings.push([
      'presenter_covers_text',
      'The presenter is in front of text. Take another corner, a smaller size, or `side`.',
    ]);
  if (page.smallText !== undefined)
    warnings.push([
      'text_small',
      `The smallest text has ${formatPercent(page.smallText, 1)} of the height of the picture; below ${formatPercent(MIN_FONT_SIZE_SHARE_OF_HEIGHT, 1)}, it cannot be read on a phone. Shorten it, or divide it among slides.`,
    ]);
  if (page.coverage < MIN_COVERAGE && doesLayoutLookEmptyIfSparse(layout))
    warnings.push([
      'page_empty',
      `The content covers ${formatPercent(page.coverage)} of the text area; below ${formatPercent(MIN_COVERAGE)}, the page looks empty. Take a layout for few words, such as \`section\`, or add an image.`,
    ]);
  return warnings;
}

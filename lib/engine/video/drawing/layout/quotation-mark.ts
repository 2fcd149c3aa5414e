import { findQuotationMarksOfLanguage } from '../text/quotation-marks.ts';
import type { TextDirection } from '../text/writing-system.ts';

/** The size and the place of a large quotation mark, which fills only a part of its line box. Lengths are fractions of the unit. */
export interface QuotationMarkGeometry {
  /** Size of type. */
  size: number;
  /** Height of the mark, with the space below it. */
  height: number;
  /** Distance by which its line box starts above the mark. */
  rise: number;
  /** Width of the blank part of its box before the mark, as a part of `size`. */
  blank: number;
}

/** “ and ” fill the upper part of their line box, « the middle, „ the lower part, and corners of East Asia the upper right one. */
const FORMS = {
  high: { size: 0.3, height: 0.135, rise: 0.055, blank: 0 },
  middle: { size: 0.25, height: 0.165, rise: 0.1, blank: 0 },
  low: { size: 0.3, height: 0.14, rise: 0.225, blank: 0 },
  corner: { size: 0.22, height: 0.175, rise: 0.02, blank: 0.5 },
} as const satisfies Record<string, QuotationMarkGeometry>;

/** The form of a quotation mark. */
export function quotationMarkFormOf(mark: string): QuotationMarkGeometry {
  if (/^[«»‹›]$/u.test(mark)) return FORMS.middle;
  if (/^[„‚]$/u.test(mark)) return FORMS.low;
  return /^[「『]$/u.test(mark) ? FORMS.corner : FORMS.high;
}

/** Languages that quote with corner brackets: Japanese, and Chinese in traditional characters. */
const LANGUAGES_WITH_CORNERS = /^(?:ja|zh-(?:tw|hk|mo|hant)|yue)(?:-|$)/iu;

/** The mark that opens a quotation in a language, on slides of a direction. */
export function openingQuotationMark(language: string, direction: TextDirection): string {
  if (LANGUAGES_WITH_CORNERS.test(language)) return '「';
  const openingMark = findQuotationMarksOfLanguage(language)?.double[0].trim() ?? '“';
  return openingMark === '“' && direction === 'rtl' ? '”' : openingMark;
}

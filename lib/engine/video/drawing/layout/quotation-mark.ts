import { quotationMarksOf } from '../text/quotation-marks.ts';
import type { TextDirection } from '../text/writing-system.ts';

/** The place of a large quotation mark, by the part of its line box that it fills. Lengths are fractions of the unit. */
export interface QuotationMarkForm {
  size: number;
  /** Height of the mark, with the space below it. */
  height: number;
  /** Distance by which its line box starts above it. */
  rise: number;
  /** Blank part of its box before it, as a part of the size. */
  blank: number;
}

/** “ and ” fill the upper part of their line box, « the middle, „ the lower part, and corners of East Asia the upper right one. */
const FORMS = {
  high: { size: 0.3, height: 0.135, rise: 0.055, blank: 0 },
  middle: { size: 0.25, height: 0.165, rise: 0.1, blank: 0 },
  low: { size: 0.3, height: 0.14, rise: 0.225, blank: 0 },
  corner: { size: 0.22, height: 0.175, rise: 0.02, blank: 0.5 },
} as const satisfies Record<string, QuotationMarkForm>;

/** The form of a quotation mark. */
export function quotationMarkFormOf(mark: string): QuotationMarkForm {
  if (/^[«»‹›]$/u.test(mark)) return FORMS.middle;
  if (/^[„‚]$/u.test(mark)) return FORMS.low;
  return /^[「『]$/u.test(mark) ? FORMS.corner : FORMS.high;
}

/** Languages with the corners of vertical writing; Chinese has them where it is written in traditional characters. */
const CORNERS = /^(?:ja|zh-(?:tw|hk|mo|hant)|yue)(?:-|$)/iu;

/** The mark that opens a quotation in a language, on slides of a direction. */
export function openingQuotationMark(language: string, direction: TextDirection): string {
  if (CORNERS.test(language)) return '「';
  const open = quotationMarksOf(language)?.double[0].trim() ?? '“';
  return open === '“' && direction === 'rtl' ? '”' : open;
}

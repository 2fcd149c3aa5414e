import type { TypeRole } from '../design.ts';
import type { TextBlock } from '../text/text-block.ts';
import type { Paragraph } from '../text/typesetting.ts';

/** Rules of a layout for the words of a slide. */
export interface TextRules {
  /** Type of the title. */
  role: TypeRole;
  /**
   * The part of the height that a heading may take when there is a body. Above a figure, a table or a chart the height is that of
   * heading and lines alone.
   */
  headingShare: number;
  /** Space between heading and body, as a fraction of the short side. */
  gap: number;
  /** True if the heading has the rule of the template, if that has one. */
  isRuled: boolean;
  /** The points: a list, lines in the type of subtitles or of lists, or lines of code. */
  points: 'list' | 'subtitles' | 'remarks' | 'code';
  /** The heading is set on one line; absent: it may take more. */
  isOneLine?: true;
  /** A quotation mark is above the heading, and a title may be missing: the only point is the heading then. */
  isQuotation?: true;
  /** Very few points are set larger, and higher on the slide. */
  enlargesFew?: true;
}

/** The text of a slide: a heading, the body under it, and for quotations the quotation mark above. */
export interface TextGroup {
  heading?: TextBlock | undefined;
  body?: TextBlock | undefined;
  mark?: Paragraph | undefined;
  rules: TextRules;
  centered: boolean;
}

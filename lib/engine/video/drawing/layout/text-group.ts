import type { TextRole } from '../design.ts';
import type { TextBlock } from '../text/text-block.ts';
import type { TypesetParagraph } from '../text/typesetting.ts';

/** Rules of a layout for the words of a slide. */
export interface LayoutTextRules {
  /** Type style of the title. */
  role: TextRole;
  /**
   * The part of the height that a heading may take when there is a body. With a figure, table or chart below, it is a part of the height of
   * the heading and the lines under it.
   */
  headingShare: number;
  /** Space between heading and body, as a fraction of the unit. */
  gap: number;
  /** True if the heading gets the rule of the template (if the template has one). */
  isRuled: boolean;
  /** `list`: the points are a list; `subtitles`, `remarks`: they are lines in the type of subtitles or of lists; `code`: lines of code. */
  points: 'list' | 'subtitles' | 'remarks' | 'code';
  /** True: the heading is set on one line; absent: it may take more. */
  isOneLine?: true;
  /** True: the number of the heading counts up to its value when the slide enters. */
  countsUp?: true;
  /** True: a quotation mark is above the heading. */
  isQuotation?: true;
  /** True: the heading is the main content. It may be set larger on more lines; on a slide without a title, the only point is the heading. */
  standsAlone?: true;
  /** True: bold and highlighted words of the heading have the accent of the scene. */
  accentsMarked?: true;
  /** True: a heading with few words is set larger, unless it would take more lines or too much of the height. */
  fillsPage?: true;
  /** True: very few points are set larger, and higher on the slide. */
  enlargesFew?: true;
}

/**
 * Texts of a slide that are fitted and placed together: a heading, the body under it, and for quotations the quotation mark above. Labels of
 * charts, for example, are not among them.
 */
export interface TextGroup {
  heading?: TextBlock | undefined;
  body?: TextBlock | undefined;
  quotationMark?: TypesetParagraph | undefined;
  rules: LayoutTextRules;
  isCentered: boolean;
}

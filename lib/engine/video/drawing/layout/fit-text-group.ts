import type { SceneDesign, SlideTemplate } from '../design.ts';
import { fitSlideBody, hasFewShortPoints, isListCramped } from '../text/fit-slide-body.ts';
import { fitTextBlock, isFittedBlockTextSmall } from '../text/fit-text-block.ts';
import type { MeasureNodes } from '../text/paragraph-node.ts';
import type { FittedTextBlock, TextBlock } from '../text/text-block.ts';
import { textOfRuns } from '../text/text-runs.ts';
import type { TypesetParagraph } from '../text/typesetting.ts';
import type { LayoutBox } from './boxes.ts';
import { type FittedHeadingAndBody, fitSingleComposition } from './fit-single-composition.ts';
import { maxHeadingHeight } from './max-heading-height.ts';
import { type QuotationMarkGeometry, quotationMarkFormOf } from './quotation-mark.ts';
import { type TextFitReport, textFitsOfBody, textFitsOfTitle } from './text-fit-report.ts';
import type { TextGroup } from './text-group.ts';

/** A group with its sizes, in pixels. */
export interface FittedTextGroup {
  heading?: FittedTextBlock | undefined;
  body?: FittedTextBlock | undefined;
  /** The large quotation mark; absent: none. */
  mark?: FittedTextBlock | undefined;
  /** Height of the rule with its space, above or below the heading; at most one of the two is not 0. */
  ruleAbove: number;
  ruleBelow: number;
  /** Height of the quotation mark, and the distance by which its line box starts above it. */
  markHeight: number;
  markRise: number;
  /** Width of the blank part of its box before the quotation mark, which extends beyond the edge of the text. */
  markBlank: number;
  /** Space between heading and body. */
  gap: number;
  /** Height of the whole group. */
  height: number;
  /** True if text was left out. */
  cut: boolean;
}

/** Space between rule and heading, a fraction of the unit. */
export const HEADING_RULE_SPACE = 0.034;

/**
 * Fractions to which the height of a heading above a cramped list is reduced, unless its type would become small. `fewerLines` is attempted
 * first: with it, a heading usually takes fewer lines. `forShrunk` is only attempted if the list would be shrunk, because the sizes of
 * headings should not differ from slide to slide.
 */
const CRAMPED_HEADING_SHARE = { fewerLines: 0.7, forShrunk: 0.82 };

/** The width of a room, in units, below which headings usually have several lines, and keep their size unless text would be cut. */
const MIN_WIDTH_FOR_LARGER_BODY = 0.7;
/** The space between heading and body if text would be cut, as a part of the usual space. */
const TIGHT_GAP_SHARE = 0.5;

/** Text fits of the heading and the body of a group. */
export const textFitsOfTextGroup = ({ heading, body }: FittedTextGroup, unit: number): TextFitReport[] => [
  ...textFitsOfTitle(heading, unit),
  ...textFitsOfBody(body ? [body] : [], unit),
];

/** The form of a typeset quotation mark. */
const markFormOf = (mark: TypesetParagraph): QuotationMarkGeometry => quotationMarkFormOf(textOfRuns(mark.runs));

/** The quotation mark as a fitted block, in the size of its form. */
function fitMark(mark: TypesetParagraph, width: number, unit: number, centered: boolean): FittedTextBlock {
  const block: TextBlock = {
    paragraphs: [mark],
    gap: 0,
    direction: mark.direction,
    balanced: false,
    centered,
    role: 'lines',
  };
  const size = markFormOf(mark).size * unit;
  const height = size * mark.leading;
  return { block, size, width, heights: [height], height, padding: 0, uncutHeight: height, cut: false };
}

/** The room of one group, with the functions that fit its texts into it. */
interface GroupFitting {
  /** Pixels for heading and body. */
  room: number;
  unit: number;
  fitHeading(height: number): Promise<FittedTextBlock>;
  /** Fits the body into the room that a heading leaves. */
  fitBodyUnder(heading: FittedTextBlock | undefined): Promise<FittedTextBlock | undefined>;
}

/** A smaller heading above a body that was cut, if the whole body fits then. */
async function withRoomForBody(
  heading: FittedTextBlock,
  body: FittedTextBlock,
  { room, fitHeading, fitBodyUnder }: GroupFitting,
): Promise<FittedHeadingAndBody> {
  const smallerHeading = await fitHeading(room - body.uncutHeight);
  return smallerHeading.cut ? { heading, body } : { heading: smallerHeading, body: await fitBodyUnder(smallerHeading) };
}

/**
 * A lower heading above a cramped body, if the body becomes larger by that (`CRAMPED_HEADING_SHARE`); otherwise both as they are.
 */
async function withLargerBody(
  heading: FittedTextBlock,
  body: FittedTextBlock,
  { unit, fitHeading, fitBodyUnder }: GroupFitting,
): Promise<FittedHeadingAndBody> {
  const { fewerLines, forShrunk } = CRAMPED_HEADING_SHARE;
  const isBodyShrunk = textFitsOfBody([body], unit).some(({ shrunk }) => shrunk);
  for (const share of isBodyShrunk ? [fewerLines, forShrunk] : [fewerLines]) {
    const lowerHeading = await fitHeading(heading.height * share);
    if (lowerHeading.cut || isFittedBlockTextSmall(lowerHeading, unit)) continue;
    const largerBody = await fitBodyUnder(lowerHeading);
    if (largerBody && largerBody.size > body.size) return { heading: lowerHeading, body: largerBody };
  }
  return { heading, body };
}

/** Pixels for the rule of a template and its space, above or below the heading; at most one of the two is not 0. */
function ruleHeights(
  { heading, rules }: TextGroup,
  { rule }: Pick<SlideTemplate, 'rule'>,
  scene: Pick<SceneDesign, 'rule'>,
  unit: number,
): Pick<FittedTextGroup, 'ruleAbove' | 'ruleBelow'> {
  const height = heading && rules.isRuled ? Math.round((rule.thickness + HEADING_RULE_SPACE) * unit) : 0;
  return { ruleAbove: scene.rule === 'above' ? height : 0, ruleBelow: scene.rule === 'below' ? height : 0 };
}

/**
 * Fits heading and body into one box: the heading first, within its share, then the body into the rest. A heading is made smaller if
 * the body is then not cut.
 * @param draft true: text that does not fit is not shortened, only reported as cut
 */
export async function fitTextGroup(
  group: TextGroup,
  { width, height }: Pick<LayoutBox, 'width' | 'height'>,
  unit: number,
  template: Pick<SlideTemplate, 'rule'>,
  scene: Pick<SceneDesign, 'rule'>,
  measure: MeasureNodes,
  draft = false,
): Promise<FittedTextGroup> {
  const { heading, body, quotationMark: mark, rules, isCentered } = group;
  const { ruleAbove, ruleBelow } = ruleHeights(group, template, scene, unit);
  const markForm = mark && markFormOf(mark);
  const markHeight = Math.round((markForm?.height ?? 0) * unit);
  const usualGap = heading && body ? Math.round(rules.gap * unit) : 0;
  const textHeight = height - ruleAbove - ruleBelow - markHeight;
  const usualFit = await fitText(group, textHeight - usualGap, width, unit, measure, draft);
  const isTight = !draft && usualGap > 0 && (usualFit.body?.cut === true || usualFit.heading?.cut === true);
  const gap = isTight ? Math.round(usualGap * TIGHT_GAP_SHARE) : usualGap;
  const room = textHeight - gap;
  const fittedText = isTight ? await fitText(group, room, width, unit, measure, draft) : usualFit;
  return {
    ...fittedText,
    mark: mark && fitMark(mark, width, unit, isCentered),
    ruleAbove,
    ruleBelow,
    markHeight,
    markRise: Math.round((markForm?.rise ?? 0) * unit),
    markBlank: Math.round((markForm?.blank ?? 0) * (markForm?.size ?? 0) * unit),
    gap,
    height: height - room + (fittedText.heading?.height ?? 0) + (fittedText.body?.height ?? 0),
    cut: fittedText.heading?.cut === true || fittedText.body?.cut === true,
  };
}

/** Fits heading and body of a group into a room. @param room pixels of height */
async function fitText(
  group: TextGroup,
  room: number,
  width: number,
  unit: number,
  measure: MeasureNodes,
  draft: boolean,
): Promise<FittedHeadingAndBody> {
  const { heading, body, rules } = group;
  const fitBodyUnder = async (headingAbove: FittedTextBlock | undefined) =>
    body &&
    fitSlideBody(
      body,
      { width, height: room - (headingAbove?.height ?? 0), unit, draft, below: headingAbove?.size },
      measure,
    );
  if (!heading) return { heading, body: await fitBodyUnder(undefined) };
  // A heading above very few points, which are set larger, is larger as well.
  const emphasis = rules.enlargesFew && body && hasFewShortPoints(body) ? 'few' : undefined;
  const fitHeading = (height: number) => fitTextBlock(heading, { width, height, unit, draft, emphasis }, measure);
  const fitting: GroupFitting = { room, unit, fitHeading, fitBodyUnder };
  const fittedHeading = await fitHeading(maxHeadingHeight(heading, body, rules.headingShare, room, unit));
  const fittedBody = await fitBodyUnder(fittedHeading);
  if (fittedBody?.cut) return withRoomForBody(fittedHeading, fittedBody, fitting);
  if (fittedBody && isListCramped(fittedBody, unit) && width >= MIN_WIDTH_FOR_LARGER_BODY * unit)
    return withLargerBody(fittedHeading, fittedBody, fitting);
  const headingAndBody = { heading: fittedHeading, body: fittedBody };
  return rules.fillsPage
    ? fitSingleComposition(headingAndBody, group, { width, height: room, unit }, measure)
    : headingAndBody;
}

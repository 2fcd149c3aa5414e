import type { Node } from '@takumi-rs/core';
import { fitTextBlock } from '../text/fit-text-block.ts';
import type { MeasureNodes } from '../text/paragraph-node.ts';
import type { TextBlock } from '../text/text-block.ts';
import { boxNode, type LayoutBox } from './boxes.ts';
import { fitTextGroup, textFitsOfTextGroup } from './fit-text-group.ts';
import { placeTextBlock, placeTextGroup, type TextPlacingContext, topOfAlignedText } from './place-text.ts';
import type { SlideRegions } from './regions.ts';
import { markNodesAsMorphPart } from './slide-parts.ts';
import type { SlideToArrange } from './slide-to-arrange.ts';
import { type TextFitReport, textFitsOfTitle } from './text-fit-report.ts';
import type { TextGroup } from './text-group.ts';

/** A fitted heading: the regions of its slide, the room below it, and whether its text is cut or much smaller than usual. */
export interface FittedHeading {
  regions: SlideRegions;
  /** Room for the content of the slide, in pixels. */
  room: LayoutBox;
  /** True if text of the heading, or of the lines under it, was left out. */
  cut: boolean;
  fits: TextFitReport[];
  /** True if the heading has no fixed place: it may be lower, above the content of the slide. */
  isFree: boolean;
  /** The nodes of the heading, and of the lines under it. @param down pixels by which they are moved down */
  place(context: TextPlacingContext, down?: number): Node[];
}

/** The part of the height that a heading may take without lines under it. */
const HEADING_PART = 0.3;
/** The part of the height that a heading and the lines under it may take together. */
const HEADING_WITH_LINES_PART = 0.46;
/** Space between the heading and the content below it, as a part of the unit. */
const GAP_BELOW_HEADING = 0.05;

/** Fits a heading into the band that the template has behind headings; undefined if the regions have no band. */
async function fitIntoBand(
  heading: TextBlock,
  regions: SlideRegions,
  unit: number,
  measure: MeasureNodes,
): Promise<FittedHeading | undefined> {
  const { heading: headingRegion, header: bandBox, text } = regions;
  if (!headingRegion || !bandBox) return undefined;
  const { box, verticalAlign } = headingRegion;
  const fittedHeading = await fitTextBlock(heading, { width: box.width, height: box.height, unit }, measure);
  return {
    regions,
    room: text,
    cut: fittedHeading.cut,
    fits: textFitsOfTitle(fittedHeading, unit),
    isFree: false,
    // The heading stays in its band: `isFree` is false, so nothing moves it down.
    place({ scene: { palette }, template: { arrangement } }) {
      const band = arrangement.kind === 'header' ? arrangement : undefined;
      const color = band?.text ?? palette.heading ?? palette.text;
      return [
        ...(band ? [boxNode(bandBox, { backgroundColor: band.background })] : []),
        ...markNodesAsMorphPart(
          'heading',
          placeTextBlock(fittedHeading, box.x, topOfAlignedText(box, verticalAlign, fittedHeading.height), {
            text: color,
            accent: palette.accent,
          }),
        ),
      ];
    },
  };
}

/**
 * Fits the heading of a slide, and the lines under it, at the top; the rest of the text's room is left for other content. In a
 * template with a band, a heading without lines goes into the band.
 * @param group by default the text of the slide
 */
export async function fitSlideHeading(slide: SlideToArrange, group: TextGroup = slide.group): Promise<FittedHeading> {
  const { unit, template, scene, measure } = slide;
  if (template.arrangement.kind === 'header' && group.heading && !group.body) {
    const headingInBand = await fitIntoBand(group.heading, slide.regionsFor('header'), unit, measure);
    if (headingInBand) return headingInBand;
  }
  const regions = slide.regionsFor('stacked');
  const { text } = regions;
  if (!group.heading && !group.body)
    return { regions, room: text, cut: false, fits: [], isFree: false, place: () => [] };
  const height = Math.round(text.height * (group.body ? HEADING_WITH_LINES_PART : HEADING_PART));
  const fittedGroup = await fitTextGroup(group, { width: text.width, height }, unit, template, scene, measure);
  const y = text.y + fittedGroup.height + Math.round(GAP_BELOW_HEADING * unit);
  const room = { ...text, y, height: text.y + text.height - y };
  const fits = textFitsOfTextGroup(fittedGroup, unit);
  const place = (context: TextPlacingContext, down = 0): Node[] =>
    placeTextGroup(fittedGroup, text, text.y + down, context);
  return { regions, room, cut: fittedGroup.cut, fits, isFree: true, place };
}

import type { Node } from '@takumi-rs/core';
import type { MorphableChart } from '../chart/morphable-chart.ts';
import type { SceneDesign } from '../design.ts';
import type { CountUpFigure, EnteringPartIndexRange, GraphicEntrance } from '../part-entrance.ts';
import { hasParagraphCountUpNumber, paragraphWhileCountingUp } from '../text/counting.ts';
import { fitSlideBody, hasFewShortPoints } from '../text/fit-slide-body.ts';
import { fitTextBlock } from '../text/fit-text-block.ts';
import type { MeasureNodes } from '../text/paragraph-node.ts';
import type { FittedTextBlock } from '../text/text-block.ts';
import { boxNode } from './boxes.ts';
import { type FittedTextGroup, fitTextGroup, textFitsOfTextGroup } from './fit-text-group.ts';
import type { PastedPicture } from './pasted-picture.ts';
import {
  headingTopInTextGroup,
  placeFittedTextBlock,
  placeTextBlock,
  placeTextGroup,
  type TextPlacingContext,
  topOfAlignedText,
} from './place-text.ts';
import { IMAGE_SHARES_OF_SLIDE, LAST_IMAGE_SHARE_OF_SLIDE, type SlideRegions } from './regions.ts';
import { markNodesAsMorphPart } from './slide-parts.ts';
import type { SlideToArrange } from './slide-to-arrange.ts';
import { type TextFitReport, textFitsOfBody, textFitsOfTitle } from './text-fit-report.ts';
import type { TextGroup } from './text-group.ts';

/** The text of a slide with its sizes and places. */
export interface ArrangedText {
  regions: SlideRegions;
  /** Top of the text, in pixels. */
  top: number;
  /** Height of the text, in pixels. */
  height: number;
  /** True if words are left out. */
  cut: boolean;
  /** The type sizes of the texts. */
  fits: TextFitReport[];
  /** The points, if they are one block. */
  body?: FittedTextBlock | undefined;
  /** Returns the nodes of the text, in the colours of scene and template. */
  place(context: TextPlacingContext): Node[];
  /** Returns pictures over all nodes; absent: none. @param revealed the number of parts that are visible */
  pictures?(revealed: number): PastedPicture[];
  /** The entrance of parts that the layout moves itself, in pixels of the slide; absent: they appear without movement. */
  entrance?: ((parts: EnteringPartIndexRange) => GraphicEntrance) | undefined;
  /** A chart whose marks can turn into those of another one; absent: the slide has none. */
  chart?: MorphableChart | undefined;
}

/**
 * Fits heading and body into separate boxes; undefined if one of them is missing, or the regions have no box for the heading.
 * @param draft true: text that does not fit is not shortened, only reported as cut
 */
async function fitSeparately(
  { heading, body }: TextGroup,
  regions: SlideRegions,
  unit: number,
  measure: MeasureNodes,
  draft: boolean,
): Promise<ArrangedText | undefined> {
  if (!heading || !body || !regions.heading) return undefined;
  const { box, verticalAlign } = regions.heading;
  const fittedHeading: FittedTextBlock = await fitTextBlock(
    heading,
    { width: box.width, height: box.height, unit, draft },
    measure,
  );
  const { text, header } = regions;
  const fittedBody = await fitSlideBody(
    body,
    { width: text.width, height: text.height, unit, draft, below: fittedHeading.size },
    measure,
  );
  // Heading and body that are side by side start at the same height; in a band, the heading has its own place.
  const isSideBySide = !header && regions.verticalAlign === 'optical';
  const alignedHeight = isSideBySide ? Math.max(fittedHeading.height, fittedBody.height) : fittedBody.height;
  const top = topOfAlignedText(text, regions.verticalAlign, alignedHeight);
  return {
    regions,
    top,
    height: fittedBody.height,
    cut: fittedHeading.cut || fittedBody.cut,
    fits: [...textFitsOfTitle(fittedHeading, unit), ...textFitsOfBody([fittedBody], unit)],
    body: fittedBody,
    place(context) {
      const { scene, template } = context;
      const { palette } = scene;
      const { arrangement } = template;
      const band = arrangement.kind === 'header' ? arrangement : undefined;
      const color = band?.text ?? palette.heading ?? palette.text;
      const y = isSideBySide ? top : topOfAlignedText(box, verticalAlign, fittedHeading.height);
      return [
        ...(header && band ? [boxNode(header, { backgroundColor: band.background })] : []),
        ...markNodesAsMorphPart(
          'heading',
          placeTextBlock(fittedHeading, box.x, y, { text: color, accent: palette.accent }),
        ),
        ...placeFittedTextBlock(fittedBody, text.x, top, context),
      ];
    },
  };
}

/** The heading of a group as a figure that counts to its value; undefined if the layout or the heading does not count. */
function countingHeading(
  fitted: FittedTextGroup,
  { rules: { countsUp } }: Pick<TextGroup, 'rules'>,
  { palette }: SceneDesign,
  { x, y }: { x: number; y: number },
): CountUpFigure | undefined {
  const { heading } = fitted;
  const [paragraph, ...others] = heading?.block.paragraphs ?? [];
  if (!countsUp || !heading || !paragraph || others.length > 0 || !hasParagraphCountUpNumber(paragraph))
    return undefined;
  const { width, height, block } = heading;
  const colors = { text: palette.heading ?? palette.text, accent: palette.accent };
  const node = (progress: number): Node => {
    const counted = { ...heading, block: { ...block, paragraphs: [paragraphWhileCountingUp(paragraph, progress)] } };
    return boxNode({ x: 0, y: 0, width, height }, {}, placeTextBlock(counted, 0, 0, colors));
  };
  return { box: { x, y: y + headingTopInTextGroup(fitted), width, height }, node };
}

/** The entrance of a slide whose heading is a figure: it counts if it can, and everything else is visible from the start. */
const figureEntrance =
  (figure: CountUpFigure | undefined): NonNullable<ArrangedText['entrance']> =>
  ({ to }) => ({ steps: [], layers: [to], hidesFigures: true, figures: figure ? [figure] : [] });

/** Text that was fitted as one group, in its place. */
function placeFittedGroup(
  regions: SlideRegions,
  fitted: FittedTextGroup,
  { unit, group, scene }: SlideToArrange,
): ArrangedText {
  const { height, cut } = fitted;
  const top = topOfAlignedText(regions.text, regions.verticalAlign, height);
  const figure = countingHeading(fitted, group, scene, { x: regions.text.x, y: top });
  return {
    regions,
    top,
    height,
    cut,
    fits: textFitsOfTextGroup(fitted, unit),
    body: fitted.body,
    ...(group.rules.countsUp ? { entrance: figureEntrance(figure) } : {}),
    // A heading that counts is drawn separately while it counts.
    place: (context) =>
      placeTextGroup(
        fitted,
        regions.text,
        top,
        context,
        figure && context.figures === 'hidden' ? 'without heading' : 'whole',
      ),
  };
}

/** The regions, with very few points or a paragraph alone a little above the middle if the layout enlarges them. */
function raisedIfSparse(regions: SlideRegions, { body, rules }: TextGroup): SlideRegions {
  const isSparse = body && (hasFewShortPoints(body) || body.paragraphs.length === 1);
  const isRaised = rules.enlargesFew && regions.verticalAlign === 'top' && isSparse;
  return isRaised ? { ...regions, verticalAlign: 'optical' } : regions;
}

/** Fits heading and body as one group. @param share of the slide that its image takes (`IMAGE_SHARES_OF_SLIDE`); 0 without an image */
async function arrangeStacked(slide: SlideToArrange, share: number, draft: boolean): Promise<ArrangedText> {
  const { group, unit, template, scene, measure } = slide;
  const regions = raisedIfSparse(slide.regionsFor('stacked', share), group);
  return placeFittedGroup(
    regions,
    await fitTextGroup(group, regions.text, unit, template, scene, measure, draft),
    slide,
  );
}

/** Fits the text as the template arranges it; if that would cut text, with heading and body one above the other. */
export async function arrangeText(slide: SlideToArrange): Promise<ArrangedText> {
  const { group, unit, measure } = slide;
  const { kind } = slide.template.arrangement;
  if (kind !== 'stacked') {
    const regions = raisedIfSparse(slide.regionsFor(kind), group);
    const separate = await fitSeparately(group, regions, unit, measure, kind !== 'header');
    if (separate && (!separate.cut || kind === 'header')) return separate;
  }
  return arrangeStacked(slide, 0, false);
}

/** Fits the text next to the image of the slide, if its regions have room for one, or else alone. */
export const arrangeWithOrWithoutImage = (slide: SlideToArrange): Promise<ArrangedText> =>
  slide.regionsFor('stacked').image ? arrangeTextWithImage(slide) : arrangeStacked(slide, 0, false);

/** Fits the text next to an image, which is made smaller while text would be cut, or much smaller than usual. */
export async function arrangeTextWithImage(slide: SlideToArrange): Promise<ArrangedText> {
  let bestWhole: ArrangedText | undefined;
  for (const share of IMAGE_SHARES_OF_SLIDE) {
    const attempt = await arrangeStacked(slide, share, true);
    if (attempt.cut) continue;
    if (!attempt.body || !attempt.fits.some(({ shrunk }) => shrunk)) return attempt;
    if (attempt.body.size > (bestWhole?.body?.size ?? 0)) bestWhole = attempt;
  }
  return bestWhole ?? arrangeStacked(slide, LAST_IMAGE_SHARE_OF_SLIDE, false);
}

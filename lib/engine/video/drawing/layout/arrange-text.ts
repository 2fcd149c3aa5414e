import type { Node } from '@takumi-rs/core';
import type { Size } from '../../format.ts';
import type { Scene, Template } from '../design.ts';
import { fitBlock } from '../text/fit-block.ts';
import { fitBody, isSparse } from '../text/fit-body.ts';
import type { Measure } from '../text/paragraph-node.ts';
import type { FittedBlock } from '../text/text-block.ts';
import { boxNode } from './boxes.ts';
import { type FittedGroup, fitGroup, fitsOfGroup, type TextGroup } from './fit-group.ts';
import { type PlacingContext, placeBlock, placeBody, placeGroup, topOf } from './place-text.ts';
import { IMAGE_SHARES, type RegionChoice, type Regions, regionsFor } from './regions.ts';
import { fitsOfBody, fitsOfTitle, type TextFit } from './text-fit.ts';

/** Text with its sizes, and the regions that it fits in. */
export interface ArrangedText {
  regions: Regions;
  /** Where the text begins, and how high it is, in pixels. */
  top: number;
  height: number;
  cut: boolean;
  fits: TextFit[];
  /** The points, where they are one block. */
  body?: FittedBlock | undefined;
  place(around: PlacingContext): Node[];
}

async function fitApart(
  { heading, body }: TextGroup,
  regions: Regions,
  short: number,
  measure: Measure,
  draft: boolean,
): Promise<ArrangedText | undefined> {
  if (!heading || !body || !regions.heading) return undefined;
  const { box, verticalAlign } = regions.heading;
  const above: FittedBlock = await fitBlock(heading, { width: box.width, height: box.height, short, draft }, measure);
  const { text, header } = regions;
  const below = await fitBody(body, { width: text.width, height: text.height, short, draft }, measure);
  // What stands side by side begins at one height, in a band the heading has its place.
  const sideBySide = !header && regions.verticalAlign === 'optical';
  const taller = sideBySide ? Math.max(above.height, below.height) : below.height;
  const top = topOf(text, regions.verticalAlign, taller);
  return {
    regions,
    top,
    height: below.height,
    cut: above.cut || below.cut,
    fits: [...fitsOfTitle(above, short), ...fitsOfBody([below], short)],
    body: below,
    place(around) {
      const { scene, template } = around;
      const { palette } = scene;
      const { arrangement } = template;
      const band = arrangement.kind === 'header' ? arrangement : undefined;
      const color = band?.text ?? palette.heading ?? palette.text;
      const y = sideBySide ? top : topOf(box, verticalAlign, above.height);
      return [
        ...(header && band ? [boxNode(header, { backgroundColor: band.background })] : []),
        ...placeBlock(above, box.x, y, { text: color, accent: palette.accent }),
        ...placeBody(below, text.x, top, around),
      ];
    },
  };
}

function arranged(regions: Regions, fitted: FittedGroup, short: number): ArrangedText {
  const { height, cut } = fitted;
  const top = topOf(regions.text, regions.verticalAlign, height);
  return {
    regions,
    top,
    height,
    cut,
    fits: fitsOfGroup(fitted, short),
    body: fitted.body,
    place: (around) => placeGroup(fitted, regions.text, top, around),
  };
}

/**
 * Fits the text the way the template arranges it; where that would cut text, heading and body one above the other, and
 * beside a smaller image.
 */
export async function arrangeText(
  group: TextGroup,
  choice: Omit<RegionChoice, 'share' | 'arrangement'>,
  size: Size,
  scene: Scene,
  measure: Measure,
): Promise<ArrangedText> {
  const { layout, template } = choice;
  const short = Math.min(size.width, size.height);
  const lifted = (regions: Regions): Regions =>
    layout === 'bullets' && regions.verticalAlign === 'top' && group.body && isSparse(group.body)
      ? { ...regions, verticalAlign: 'optical' }
      : regions;
  const own: Template['arrangement']['kind'] = template.arrangement.kind;
  if (own !== 'stacked') {
    const regions = lifted(regionsFor({ ...choice, arrangement: own, share: 0 }, size));
    const apart = await fitApart(group, regions, short, measure, own !== 'header');
    if (apart && (!apart.cut || own === 'header')) return apart;
  }
  const beside = layout === 'image_left' || layout === 'image_right' || layout === 'image_top';
  const stackedAt = async (share: number, draft: boolean): Promise<ArrangedText> => {
    const regions = lifted(regionsFor({ ...choice, arrangement: 'stacked', share }, size));
    const fitted = await fitGroup(group, regions.text, short, template, scene, measure, draft);
    return arranged(regions, fitted, short);
  };
  if (!beside) return stackedAt(0, false);
  const [smallest, ...larger] = IMAGE_SHARES.toReversed();
  for (const share of larger.toReversed()) {
    const tried = await stackedAt(share, true);
    if (!tried.cut) return tried;
  }
  return stackedAt(smallest ?? 0, false);
}

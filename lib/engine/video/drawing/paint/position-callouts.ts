import type { Node } from '@takumi-rs/core';
import type { PictureDimensions } from '../../format.ts';
import type { DrawableCallout } from '../callouts/callout.ts';
import { type CalloutImage, calloutAreaInPixels } from '../callouts/callout-area-in-pixels.ts';
import { type CalloutLabel, composeCalloutLabel } from '../callouts/callout-label.ts';
import { calloutNodes } from '../callouts/callout-nodes.ts';
import type { SlideTemplate } from '../design.ts';
import type { DrawableSlide } from '../drawable-slide.ts';
import { boxNode, type LayoutBox } from '../layout/boxes.ts';
import type { SlideComposition } from './compose-slide.ts';
import type { DrawingDeps } from './drawing-deps.ts';
import { textLineBoxesOfNodes } from './page-faults.ts';

/** Callouts in their places on a slide, in pixels. */
export interface PositionedCallouts {
  /** Areas that are made unreadable. */
  covered: LayoutBox[];
  /** Areas around which the slide is dimmed. */
  lit: LayoutBox[];
  /** Lines and labels. */
  nodes: Node[];
  /** CSS families in use. */
  families: string[];
  /** Names of emoji pictures in use. */
  emoji: string[];
}

/**
 * The image that the areas of callouts relate to, with its place: the image of the slide, or the one on the screen of a device. Undefined if
 * the layout shows neither.
 */
export function findImageUnderCallouts(
  { image }: Pick<DrawableSlide, 'image'>,
  { image: place, pictures }: Pick<SlideComposition, 'image' | 'pictures'>,
): CalloutImage | undefined {
  if (image && place) return { image, box: place.imageBox };
  const pictureOnScreen = pictures.find(({ screen }) => screen !== undefined);
  return pictureOnScreen
    ? { image: { ...pictureOnScreen.image, fit: 'contain' }, box: pictureOnScreen.box }
    : undefined;
}

/** The lines of text of a slide, which labels leave visible where there is room. */
async function textLinesOf(
  { nodes, families }: Pick<SlideComposition, 'nodes' | 'families'>,
  size: PictureDimensions,
  { measureIn }: DrawingDeps,
): Promise<LayoutBox[]> {
  const slideNode = boxNode({ x: 0, y: 0, ...size }, {}, nodes);
  const [measuredSlide] = await measureIn(families)([slideNode], size.width);
  return textLineBoxesOfNodes(nodes, measuredSlide?.children ?? []);
}

/** Places callouts. Those whose area is cropped away are left out. */
export async function positionCallouts(
  callouts: readonly DrawableCallout[],
  slide: DrawableSlide,
  composition: SlideComposition,
  { size, template }: { size: PictureDimensions; template: SlideTemplate },
  deps: DrawingDeps,
): Promise<PositionedCallouts> {
  const { scene, direction } = composition;
  const calloutImage = findImageUnderCallouts(slide, composition);
  const positioned: PositionedCallouts = { covered: [], lit: [], nodes: [], families: [], emoji: [] };
  const labels: CalloutLabel[] = [];
  const lines = callouts.some(({ text }) => text) ? await textLinesOf(composition, size, deps) : [];
  for (const callout of callouts) {
    const area = calloutAreaInPixels(callout.area, size, calloutImage);
    if (!area) continue;
    const color = callout.color ?? scene.palette.accent;
    if (callout.kind === 'blur') positioned.covered.push(area);
    if (callout.kind === 'spotlight') positioned.lit.push(area);
    positioned.nodes.push(...calloutNodes(callout, area, color, size));
    const labelBoxes = labels.map(({ box }) => box);
    const surroundings = { slide: size, template, language: slide.language, direction, labels: labelBoxes, lines };
    const label = await composeCalloutLabel(callout, area, color, surroundings, deps);
    if (!label) continue;
    labels.push(label);
    positioned.families.push(...label.paragraph.families);
    positioned.emoji.push(...label.paragraph.runs.flatMap((run) => ('emoji' in run ? [run.emoji] : [])));
  }
  return {
    ...positioned,
    nodes: [...positioned.nodes, ...labels.flatMap(({ nodes }) => nodes)],
    families: [...new Set(positioned.families)],
    emoji: [...new Set(positioned.emoji)],
  };
}

import type { Node } from '@takumi-rs/core';
import type { PictureDimensions } from '../../format.ts';
import type { DrawableCallout } from '../callouts/callout.ts';
import { type CalloutImage, calloutAreaInPixels } from '../callouts/callout-area-in-pixels.ts';
import { type CalloutLabel, calloutLabel } from '../callouts/callout-label.ts';
import { calloutNodes } from '../callouts/callout-nodes.ts';
import type { SlideTemplate } from '../design.ts';
import type { DrawableSlide } from '../drawable-slide.ts';
import type { LayoutBox } from '../layout/boxes.ts';
import type { SlideComposition } from './compose-slide.ts';
import type { DrawingDeps } from './drawing-deps.ts';

/** Callouts with their places on a slide, in pixels. */
export interface PositionedCallouts {
  /** Areas that are made unreadable. */
  covered: LayoutBox[];
  /** Areas around which the slide is dimmed. */
  lit: LayoutBox[];
  /** Lines and labels. */
  nodes: Node[];
  families: string[];
  /** Names of emoji pictures in use. */
  emoji: string[];
}

/** The only image of a slide, with its place: the areas of callouts relate to it; undefined if the slide shows no image, or several. */
export function calloutImageOf(
  { image }: Pick<DrawableSlide, 'image'>,
  { image: place, pictures }: Pick<SlideComposition, 'image' | 'pictures'>,
): CalloutImage | undefined {
  if (image && place) return { image, box: place.imageBox };
  const onScreen = pictures.find(({ screen }) => screen !== undefined);
  return onScreen ? { image: { ...onScreen.image, fit: 'contain' }, box: onScreen.box } : undefined;
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
  const called = calloutImageOf(slide, composition);
  const placed: PositionedCallouts = { covered: [], lit: [], nodes: [], families: [], emoji: [] };
  const labels: CalloutLabel[] = [];
  for (const callout of callouts) {
    const area = calloutAreaInPixels(callout.area, size, called);
    if (!area) continue;
    const color = callout.color ?? scene.palette.accent;
    if (callout.kind === 'blur') placed.covered.push(area);
    if (callout.kind === 'spotlight') placed.lit.push(area);
    placed.nodes.push(...calloutNodes(callout, area, color, size));
    const places = labels.map(({ box }) => box);
    const around = { slide: size, template, language: slide.language, direction, labels: places };
    const label = await calloutLabel(callout, area, color, around, deps);
    if (!label) continue;
    labels.push(label);
    placed.families.push(...label.paragraph.families);
    placed.emoji.push(...label.paragraph.runs.flatMap((run) => ('emoji' in run ? [run.emoji] : [])));
  }
  return {
    ...placed,
    nodes: [...placed.nodes, ...labels.flatMap(({ nodes }) => nodes)],
    families: [...new Set(placed.families)],
    emoji: [...new Set(placed.emoji)],
  };
}

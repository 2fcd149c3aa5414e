import type { Node } from '@takumi-rs/core';
import type { Size } from '../../format.ts';
import type { Scene, Template } from '../design.ts';
import type { DrawableSlide, PaintOptions } from '../drawable-slide.ts';
import { arrangeText } from '../layout/arrange-text.ts';
import { chooseLayout } from '../layout/choose-layout.ts';
import { type DrawnLayout, SCENE_OF_LAYOUT, showsFolio } from '../layout/drawn-layout.ts';
import { type ImagePlacement, imagePlacement } from '../layout/image-placement.ts';
import { captionArea } from '../layout/margins.ts';
import { captionPadding } from '../layout/regions.ts';
import { setSlideText, textGroupOf } from '../layout/slide-text.ts';
import type { Direction } from '../text/writing-system.ts';
import { captionBoxNode, folioNode, imageFrameNodes, scrimNode } from './decoration.ts';
import type { DrawingDeps } from './drawing-deps.ts';

/** A slide as layers: background of the scene, image, and a tree of text and ornament for the layout engine. */
export interface Composition {
  layout: DrawnLayout;
  scene: Scene;
  direction: Direction;
  image?: ImagePlacement | undefined;
  /** Without background. */
  nodes: Node[];
  /** CSS families in use. */
  families: string[];
  /** Names of emoji pictures in use. */
  emoji: string[];
}

/** Lays out a slide; the pixels of its image are not read. */
export async function composeSlide(
  slide: DrawableSlide,
  size: Size,
  template: Template,
  { typesetter, measureIn }: DrawingDeps,
  { revealed = Number.POSITIVE_INFINITY, captioned = false }: PaintOptions = {},
): Promise<Composition> {
  const short = Math.min(size.width, size.height);
  const layout = chooseLayout(slide, size);
  const scene = template.scenes[SCENE_OF_LAYOUT[layout]];
  const { palette } = scene;
  const text = await setSlideText(slide, layout, template, typesetter);
  const { direction } = text;
  const paragraphs = [text.folio, ...text.body, ...text.numbers, text.heading, text.mark].filter(
    (each) => each !== undefined,
  );
  const families = [...new Set(paragraphs.flatMap((paragraph) => paragraph.families))];
  const group = textGroupOf(text, layout, template, short);
  const reserved = captioned ? captionArea(size).reserved : 0;
  const choice = { layout, direction, template, reserved };
  const arranged = await arrangeText(group, choice, size, scene, measureIn(families));
  const { regions, top, height } = arranged;

  const nodes: Node[] = [];
  const image =
    slide.image && regions.image && imagePlacement(regions.image, slide.image, layout, size, template.image);
  if (layout === 'image_full' && image && height > 0) {
    const padding = captionPadding(short);
    const radius = Math.round(template.panelRadius * short);
    if (template.caption === 'scrim') nodes.push(scrimNode(size, top));
    else nodes.push(captionBoxNode(regions.text, top, height, padding, palette.panel, radius));
  } else if (image) nodes.push(...imageFrameNodes(image.panel, template.image, short));
  nodes.push(...arranged.place({ short, template, scene, direction, revealed }));
  if (text.folio && showsFolio(layout)) {
    nodes.push(folioNode(text.folio, regions.folio, short, palette.muted, template.folio.align, direction));
  }
  const emoji = paragraphs.flatMap(({ runs }) => runs.flatMap((run) => ('emoji' in run ? [run.emoji] : [])));
  return { layout, scene, direction, image, nodes, families, emoji: [...new Set(emoji)] };
}

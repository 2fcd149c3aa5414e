import type { Node } from '@takumi-rs/core';
import type { Size } from '../format.ts';
import { arrangeText } from './arrange-text.ts';
import { captionPlace } from './caption-place.ts';
import { captionBox, folio, imageFrame, scrim } from './decoration.ts';
import type { Scene, Template } from './design.ts';
import type { DrawableImage, DrawableSlide } from './drawable-slide.ts';
import { containedBox, evenBox, type ImagePlace } from './image-place.ts';
import { type DrawnLayout, layoutOf, showsFolio } from './layout.ts';
import type { Measure } from './measure.ts';
import type { Box } from './node-tree.ts';
import { captionPadding } from './regions.ts';
import { SCENE_KIND } from './scene.ts';
import { groupOf, setText } from './slide-text.ts';
import type { Typesetter } from './typesetting.ts';
import type { Direction } from './writing-system.ts';

/** A slide as layers: background of the scene, image, and a tree of text and ornament for the layout engine. */
export interface Composition {
  layout: DrawnLayout;
  scene: Scene;
  direction: Direction;
  image?: ImagePlace | undefined;
  /** Without background. */
  nodes: Node[];
  /** CSS families in use. */
  families: string[];
  /** Names of emoji pictures in use. */
  emoji: string[];
}

export interface Deps {
  typesetter: Typesetter;
  /** Measures text in the given families. */
  measureIn: (families: readonly string[]) => Measure;
}

export interface PaintOptions {
  /**
   * Of `bullet_points` only so many, from the first, are visible, with their markers; everything stands where it stands in
   * the full picture. Absent: all.
   */
  revealed?: number | undefined;
  /** No text of the slide stands where captions will. */
  captioned?: boolean | undefined;
}

function imagePlace(
  region: Box,
  image: DrawableImage,
  layout: DrawnLayout,
  size: Size,
  { radius, inset: outer }: Template['image'],
): ImagePlace {
  const panel = evenBox(region, size);
  const rounded = layout === 'image_full' ? 0 : Math.round(radius * Math.min(size.width, size.height));
  if (image.fit === 'cover') return { panel, room: panel, radius: rounded };
  // An image that has space around its panel needs less within it.
  const part = outer > 0 ? 0.015 : 0.0275;
  const inset = layout === 'image_full' ? 0 : 2 * Math.round(Math.min(size.width, size.height) * part);
  const { x, y, width, height } = panel;
  const within = { x: x + inset, y: y + inset, width: width - 2 * inset, height: height - 2 * inset };
  return { panel, room: containedBox(image, within), radius: rounded };
}

/** Decides everything about a slide's picture; the image itself is not looked at. */
export async function composeSlide(
  slide: DrawableSlide,
  size: Size,
  template: Template,
  { typesetter, measureIn }: Deps,
  { revealed = Number.POSITIVE_INFINITY, captioned = false }: PaintOptions = {},
): Promise<Composition> {
  const short = Math.min(size.width, size.height);
  const layout = layoutOf(slide, size);
  const scene = template.scenes[SCENE_KIND[layout]];
  const { palette } = scene;
  const text = await setText(slide, layout, template, typesetter);
  const { direction } = text;
  const paragraphs = [text.folio, ...text.body, ...text.numbers, text.heading, text.mark].filter(
    (each) => each !== undefined,
  );
  const families = [...new Set(paragraphs.flatMap((paragraph) => paragraph.families))];
  const group = groupOf(text, layout, template, short);
  const reserved = captioned ? captionPlace(size).reserved : 0;
  const choice = { layout, direction, template, reserved };
  const arranged = await arrangeText(group, choice, size, scene, measureIn(families));
  const { regions, top, height } = arranged;

  const nodes: Node[] = [];
  const image = slide.image && regions.image && imagePlace(regions.image, slide.image, layout, size, template.image);
  if (layout === 'image_full' && image && height > 0) {
    const padding = captionPadding(short);
    const radius = Math.round(template.panelRadius * short);
    if (template.caption === 'scrim') nodes.push(scrim(size, top));
    else nodes.push(captionBox(regions.text, top, height, padding, palette.panel, radius));
  } else if (image) nodes.push(...imageFrame(image.panel, template.image, short));
  nodes.push(...arranged.place({ short, template, scene, direction, revealed }));
  if (showsFolio(layout)) {
    nodes.push(folio(text.folio, regions.folio, short, palette.muted, template.folio.align, direction));
  }
  const emoji = paragraphs.flatMap(({ pieces }) => pieces.flatMap((piece) => ('emoji' in piece ? [piece.emoji] : [])));
  return { layout, scene, direction, image, nodes, families, emoji: [...new Set(emoji)] };
}

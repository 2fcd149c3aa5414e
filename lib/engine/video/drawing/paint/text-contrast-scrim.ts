import type { Node } from '@takumi-rs/core';
import type { PictureDimensions } from '../../format.ts';
import type { RawPicture } from '../../picture.ts';
import { contrastRatio, rgbOfHex } from '../contrast.ts';
import type { LayoutBox } from '../layout/boxes.ts';
import { hexOfRgb } from '../mix-colors.ts';

/** A scrim (a shade) over an image, as weak as the contrast of the text on it allows. */
export interface TextContrastScrim {
  /** The colour of the shade, `#rrggbb`. */
  color: string;
  /** Colours of the text, `#rrggbb`. */
  inks: readonly string[];
  /** The box of the text with space around it: there the shade is whole. */
  area: LayoutBox;
  /** The edge of the slide to which the shade extends: outside the area it fades out. */
  edge: 'left' | 'right' | 'top' | 'bottom';
  /** The length over which it fades out, in pixels. */
  fade: number;
}

/** Least contrast of text (WCAG 2.2 AA), with a reserve for the rounding of colours. */
const READABLE = 4.6;
/** Steps of the strength of a shade. */
const STEPS = 64;
/** The bits of a channel that are compared: colours that differ only in other bits count as one. */
const KEPT_BITS = 0xf8;

/** Colours of text in nodes, each once. */
export function textColorsOfNodes(nodes: readonly Node[]): string[] {
  const found = new Set<string>();
  const collect = (node: Node): void => {
    const { color } = ('style' in node ? (node.style ?? {}) : {}) as { color?: unknown };
    if (typeof color === 'string' && /^#[\da-f]{6}$/iu.test(color)) found.add(color);
    for (const child of 'children' in node ? (node.children ?? []) : []) collect(child);
  };
  for (const node of nodes) collect(node);
  return [...found];
}

/**
 * The colours of a part of a picture, as 0xRRGGBB, each once. Similar colours count as one: the lightest of them under a dark shade, the
 * darkest under a light one, so that no pixel has less contrast than its colour here.
 */
export function colorsOfPictureArea(
  { rgba, width, height }: RawPicture,
  area: LayoutBox,
  isDark: boolean,
): Set<number> {
  const found = new Set<number>();
  const rest = isDark ? 0xff - KEPT_BITS : 0;
  const [left, top] = [Math.max(0, area.x), Math.max(0, area.y)];
  const [right, bottom] = [Math.min(width, area.x + area.width), Math.min(height, area.y + area.height)];
  for (let y = top; y < bottom; y++) {
    for (let at = (y * width + left) * 4; at < (y * width + right) * 4; at += 4) {
      const [red = 0, green = 0, blue = 0] = [rgba[at], rgba[at + 1], rgba[at + 2]].map(
        (value = 0) => (value & KEPT_BITS) | rest,
      );
      found.add((red << 16) | (green << 8) | blue);
    }
  }
  return found;
}

/** Reports whether a shade of this colour darkens what is below it. */
export const isDarkScrimColor = (color: string): boolean =>
  contrastRatio(color, '#ffffff') > contrastRatio(color, '#000000');

/** The strength of a shade, 0–1: the weakest with which all inks are readable on all colours. */
export function scrimStrength(
  { color, inks }: Pick<TextContrastScrim, 'color' | 'inks'>,
  colors: Iterable<number>,
): number {
  // An ink that the whole shade does not make readable is the template's, and checked there.
  const able = inks.filter((ink) => contrastRatio(ink, color) >= READABLE);
  const shade = rgbOfHex(color);
  const below = [...colors].map((value) => [(value >> 16) & 255, (value >> 8) & 255, value & 255]);
  const isEnough = (strength: number): boolean =>
    below.every((rgb) => {
      const shaded = hexOfRgb(rgb.map((value, i) => value * (1 - strength) + (shade[i] ?? 0) * strength));
      return able.every((ink) => contrastRatio(ink, shaded) >= READABLE);
    });
  let [weak, strong] = [0, STEPS];
  while (weak < strong) {
    const middle = Math.floor((weak + strong) / 2);
    if (isEnough(middle / STEPS)) strong = middle;
    else weak = middle + 1;
  }
  return strong / STEPS;
}

/** The part of the shade at a distance outside the area of the text, 0–1. */
function faded(distance: number, fade: number): number {
  const part = Math.min(1, Math.max(0, 1 - distance / fade));
  return part * part * (3 - 2 * part);
}

const isOfRows = ({ edge }: TextContrastScrim): boolean => edge === 'top' || edge === 'bottom';

/** The part of the shade in each column, or in each row for a shade at the top or the bottom; 0–1. */
function profileOf(scrim: TextContrastScrim, { width, height }: PictureDimensions): Float64Array {
  const { area, edge, fade } = scrim;
  const parts = new Float64Array(isOfRows(scrim) ? height : width);
  const [start, end] = isOfRows(scrim) ? [area.y, area.y + area.height] : [area.x, area.x + area.width];
  const isAtStart = edge === 'left' || edge === 'top';
  for (const at of parts.keys()) parts[at] = faded(isAtStart ? at - end : start - at, fade);
  return parts;
}

/** Draws a shade below a layer with transparency (not premultiplied). Changes the layer. @param strength 0–1 */
export function underlayScrim(layer: RawPicture, scrim: TextContrastScrim, strength: number): void {
  const { width, height, rgba } = layer;
  const shade = rgbOfHex(scrim.color);
  const profile = profileOf(scrim, layer);
  const byRow = isOfRows(scrim);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const below = strength * (profile[byRow ? y : x] ?? 0);
      const at = (y * width + x) * 4;
      const own = (rgba[at + 3] ?? 0) / 255;
      if (below === 0 || own === 1) continue;
      const alpha = own + below * (1 - own);
      for (let i = 0; i < 3; i++)
        rgba[at + i] = Math.round(((rgba[at + i] ?? 0) * own + (shade[i] ?? 0) * below * (1 - own)) / alpha);
      rgba[at + 3] = Math.round(alpha * 255);
    }
  }
}

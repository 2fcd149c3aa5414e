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
  /** The box of the text with space around it, in which the shade has its whole strength. */
  area: LayoutBox;
  /** The edge of the slide to which the shade extends: outside the area it fades out. */
  edge: 'left' | 'right' | 'top' | 'bottom';
  /** The length over which it fades out, in pixels. */
  fade: number;
}

/** Minimum contrast ratio of text (4.5 by WCAG 2.2 AA), with a reserve for the rounding of colours. */
const MIN_TEXT_CONTRAST = 4.6;
/** The number of steps of the strength of a shade. */
const STRENGTH_STEPS = 64;
/** The bits of a channel that are compared: colours that differ only in other bits count as one. */
const COMPARED_BITS = 0xf8;

/** Colours of text in nodes, each once. */
export function textColorsOfNodes(nodes: readonly Node[]): string[] {
  const textColors = new Set<string>();
  const collectColors = (node: Node): void => {
    const { color } = ('style' in node ? (node.style ?? {}) : {}) as { color?: unknown };
    if (typeof color === 'string' && /^#[\da-f]{6}$/iu.test(color)) textColors.add(color);
    for (const child of 'children' in node ? (node.children ?? []) : []) collectColors(child);
  };
  for (const node of nodes) collectColors(node);
  return [...textColors];
}

/**
 * The colours of a part of a picture, as 0xRRGGBB, each once. Similar colours count as one: the lightest of them under a dark shade, the
 * darkest under a light one, so that no pixel has less contrast than its colour here.
 * @param isScrimDark true for a dark shade
 */
export function colorsOfPictureArea(
  { rgba, width, height }: RawPicture,
  area: LayoutBox,
  isScrimDark: boolean,
): Set<number> {
  const areaColors = new Set<number>();
  const lowBits = isScrimDark ? 0xff - COMPARED_BITS : 0;
  const [left, top] = [Math.max(0, area.x), Math.max(0, area.y)];
  const [right, bottom] = [Math.min(width, area.x + area.width), Math.min(height, area.y + area.height)];
  for (let y = top; y < bottom; y++) {
    for (let offset = (y * width + left) * 4; offset < (y * width + right) * 4; offset += 4) {
      const [red = 0, green = 0, blue = 0] = [rgba[offset], rgba[offset + 1], rgba[offset + 2]].map(
        (value = 0) => (value & COMPARED_BITS) | lowBits,
      );
      areaColors.add((red << 16) | (green << 8) | blue);
    }
  }
  return areaColors;
}

/** Reports whether a shade of a colour darkens an image: it is nearer to black than to white. */
export const isDarkScrimColor = (color: string): boolean =>
  contrastRatio(color, '#ffffff') > contrastRatio(color, '#000000');

/** The strength of a shade, 0–1: the weakest with which all inks are readable on all colours. */
export function scrimStrength(
  { color, inks }: Pick<TextContrastScrim, 'color' | 'inks'>,
  colors: Iterable<number>,
): number {
  // Inks that are not readable on the colour of the shade itself are ignored: they are an error of the template, which is checked elsewhere.
  const readableInks = inks.filter((ink) => contrastRatio(ink, color) >= MIN_TEXT_CONTRAST);
  const shadeRgb = rgbOfHex(color);
  const imageRgbs = [...colors].map((value) => [(value >> 16) & 255, (value >> 8) & 255, value & 255]);
  const isEnough = (strength: number): boolean =>
    imageRgbs.every((rgb) => {
      const shaded = hexOfRgb(rgb.map((value, i) => value * (1 - strength) + (shadeRgb[i] ?? 0) * strength));
      return readableInks.every((ink) => contrastRatio(ink, shaded) >= MIN_TEXT_CONTRAST);
    });
  let [lowStep, highStep] = [0, STRENGTH_STEPS];
  while (lowStep < highStep) {
    const middleStep = Math.floor((lowStep + highStep) / 2);
    if (isEnough(middleStep / STRENGTH_STEPS)) highStep = middleStep;
    else lowStep = middleStep + 1;
  }
  return highStep / STRENGTH_STEPS;
}

/** The part of the shade at a distance outside the area of the text, 0–1: it falls smoothly over the length `fade`. */
function shadePartAt(distance: number, fade: number): number {
  const linearPart = Math.min(1, Math.max(0, 1 - distance / fade));
  return linearPart * linearPart * (3 - 2 * linearPart);
}

/** Reports whether a shade fades from row to row. */
const fadesByRow = ({ edge }: TextContrastScrim): boolean => edge === 'top' || edge === 'bottom';

/** The part of the shade in each column, or in each row for a shade at the top or the bottom; 0–1. */
function profileOf(scrim: TextContrastScrim, { width, height }: PictureDimensions): Float64Array {
  const { area, edge, fade } = scrim;
  const parts = new Float64Array(fadesByRow(scrim) ? height : width);
  const [start, end] = fadesByRow(scrim) ? [area.y, area.y + area.height] : [area.x, area.x + area.width];
  const isAtStart = edge === 'left' || edge === 'top';
  for (const position of parts.keys())
    parts[position] = shadePartAt(isAtStart ? position - end : start - position, fade);
  return parts;
}

/** Draws a shade below a layer with transparency (not premultiplied). Changes the layer. @param strength 0–1 */
export function drawScrimBelowLayer(layer: RawPicture, scrim: TextContrastScrim, strength: number): void {
  const { width, height, rgba } = layer;
  const shadeRgb = rgbOfHex(scrim.color);
  const profile = profileOf(scrim, layer);
  const isByRow = fadesByRow(scrim);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const shadeAlpha = strength * (profile[isByRow ? y : x] ?? 0);
      const offset = (y * width + x) * 4;
      const layerAlpha = (rgba[offset + 3] ?? 0) / 255;
      if (shadeAlpha === 0 || layerAlpha === 1) continue;
      const alpha = layerAlpha + shadeAlpha * (1 - layerAlpha);
      for (let i = 0; i < 3; i++)
        rgba[offset + i] = Math.round(
          ((rgba[offset + i] ?? 0) * layerAlpha + (shadeRgb[i] ?? 0) * shadeAlpha * (1 - layerAlpha)) / alpha,
        );
      rgba[offset + 3] = Math.round(alpha * 255);
    }
  }
}

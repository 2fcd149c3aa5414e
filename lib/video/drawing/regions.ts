import type { Size } from '../../timelines/format.ts';
import type { DrawnLayout } from './layout.ts';
import type { Box } from './node-tree.ts';
import type { Direction } from './script.ts';

/** Where the parts of a slide go, in pixels. */
export interface Regions {
  text: Box;
  /** How the text stands within its box. */
  stand: 'top' | 'middle' | 'bottom';
  image?: Box | undefined;
  /** The page number. */
  folio?: Box | undefined;
}

/** Shares of the slide that an image may take beside text, the preferred one first. */
export const IMAGE_SHARES = [0.46, 0.38, 0.3] as const;

interface Margins {
  x: number;
  top: number;
  bottom: number;
}

function marginsOf({ width, height }: Size): Margins {
  const short = Math.min(width, height);
  const tall = height / width > 1.5;
  const x = Math.round(short * (width > height ? 0.108 : 0.088));
  // Players lay their buttons over the ends of tall videos.
  return { x, top: Math.round(short * (tall ? 0.19 : 0.1)), bottom: Math.round(short * (tall ? 0.24 : 0.125)) };
}

function within(outer: Box, { x, top, bottom }: Margins): Box {
  return {
    x: outer.x + x,
    y: outer.y + top,
    width: outer.width - 2 * x,
    height: outer.height - top - bottom,
  };
}

function folioBox(outer: Box, { x, bottom }: Margins, short: number): Box {
  const height = Math.round(short * 0.03);
  return {
    x: outer.x + x,
    y: Math.round(outer.y + outer.height - bottom * 0.5 - height * 0.5),
    width: outer.width - 2 * x,
    height,
  };
}

/** `share` is the part of the slide's width (or height, where the image stands on top) that an image beside text takes. */
export function regionsFor(layout: DrawnLayout, size: Size, direction: Direction, share: number): Regions {
  const { width, height } = size;
  const short = Math.min(width, height);
  const margins = marginsOf(size);
  const whole: Box = { x: 0, y: 0, width, height };
  const inner = within(whole, margins);
  const folio = folioBox(whole, margins, short);
  const tall = height > width * 1.1;
  const narrowed = (part: number): Box => {
    const used = Math.round(inner.width * (width > height ? part : 1));
    return { ...inner, width: used, x: direction === 'rtl' ? inner.x + inner.width - used : inner.x };
  };
  switch (layout) {
    case 'image_left':
    case 'image_right': {
      const panel = Math.round(width * share);
      const left = (layout === 'image_left') === (direction === 'ltr');
      const column = { ...whole, x: left ? panel : 0, width: width - panel };
      const gutter = { ...margins, x: Math.round(short * 0.088) };
      return {
        text: within(column, gutter),
        stand: 'middle',
        image: { ...whole, x: left ? 0 : width - panel, width: panel },
        folio: folioBox(column, gutter, short),
      };
    }
    case 'image_top': {
      const panel = Math.round(height * share);
      const below = { ...whole, y: panel, height: height - panel };
      const top = Math.round(short * 0.07);
      return {
        text: within(below, { ...margins, top }),
        stand: tall ? 'middle' : 'top',
        image: { ...whole, height: panel },
        folio,
      };
    }
    case 'image_full':
      return { text: narrowed(0.86), stand: 'bottom', image: whole };
    case 'title':
      return { text: narrowed(0.88), stand: 'middle' };
    case 'section':
      return { text: narrowed(0.86), stand: 'middle', folio };
    case 'quote':
      return { text: narrowed(0.9), stand: 'middle', folio };
    case 'bullets':
      return { text: inner, stand: tall ? 'middle' : 'top', folio };
    case 'empty':
      return { text: inner, stand: 'middle', folio };
  }
}

import type { Node } from '@takumi-rs/core';
import type { PictureDimensions } from '../../format.ts';
import { contrastRatio } from '../contrast.ts';
import type { SlideKindPalette } from '../design.ts';
import { mixColorsIfHex } from '../items/item-colors.ts';
import type { DeviceKind } from '../rich-slide-content.ts';
import { boxNode, type LayoutBox } from './boxes.ts';
import { clampToRange, largestContainedBox, nearestEvenPixels } from './image-placement.ts';
import type { RoundedPictureCorners } from './pasted-picture.ts';

/** Lengths of a frame, as multiples of the width of its screen (of its short side for a phone). */
interface FrameShape {
  /** The border around the screen. */
  bezel: number;
  /** The part above the screen, bezel included. */
  bar: number;
  /** The part below the screen, bezel included. */
  foot: number;
  /** The length by which the foot is wider than the screen on each side. */
  footOverhang: number;
  /** Radius of the corners of the frame. */
  radius: number;
  /** The range of the ratio (width : height) of a screen; an image outside it is shown whole on the screen with the nearest ratio. */
  minRatio: number;
  maxRatio: number;
}

/** The lengths of the frame of each device. */
const FRAME_SHAPES: Readonly<Record<DeviceKind, FrameShape>> = {
  browser: {
    bezel: 0.004,
    bar: 0.052,
    foot: 0.004,
    footOverhang: 0.004,
    radius: 0.016,
    minRatio: 0.6,
    maxRatio: 2.4,
  },
  laptop: { bezel: 0.02, bar: 0.02, foot: 0.056, footOverhang: 0.09, radius: 0.02, minRatio: 1.25, maxRatio: 1.9 },
  phone: {
    bezel: 0.045,
    bar: 0.045,
    foot: 0.045,
    footOverhang: 0.045,
    radius: 0.13,
    minRatio: 0.45,
    maxRatio: 9 / 16,
  },
};

/** The ratio of width to height below which an image is tall, and fills most of a phone's screen. */
const MAX_TALL_RATIO = 0.75;

/** The kind of device that shows an image of this size, if none was asked for: a phone for a tall one. */
export const defaultDeviceForImage = ({ width, height }: PictureDimensions): DeviceKind =>
  width / height < MAX_TALL_RATIO ? 'phone' : 'browser';

/** The frame of a device with its screen; pixels. */
export interface DeviceFrame {
  kind: DeviceKind;
  /** The whole device. */
  outer: LayoutBox;
  screen: LayoutBox;
  /** The whole image, in the middle of the screen. */
  image: LayoutBox;
  /** Radius of the corners of the screen, and which of them are round. */
  radius: number;
  corners: RoundedPictureCorners;
  /** True if a phone is turned by 90°. */
  isTurned: boolean;
}

/**
 * The largest frame whose screen shows the whole image, in the middle of the room.
 * @param maxEnlargement the largest factor by which the image is enlarged: pixels of the slide per pixel of the image
 */
export function deviceFrame(
  kind: DeviceKind,
  image: PictureDimensions,
  room: LayoutBox,
  maxEnlargement: number,
): DeviceFrame {
  const shape = FRAME_SHAPES[kind];
  const imageRatio = image.width / image.height;
  const isTurned = kind === 'phone' && imageRatio > 1;
  const ratio = isTurned
    ? 1 / clampToRange(1 / imageRatio, shape.minRatio, shape.maxRatio)
    : clampToRange(imageRatio, shape.minRatio, shape.maxRatio);
  // A frame around a screen whose width (for a phone, short side) is 1.
  const screen = isTurned ? { width: ratio, height: 1 } : { width: 1, height: 1 / ratio };
  const frameSize = {
    width: screen.width + 2 * shape.footOverhang,
    height: screen.height + shape.bar + shape.foot,
  };
  const maxScale = (maxEnlargement * (imageRatio > ratio ? image.width : image.height * ratio)) / screen.width;
  const scale = Math.min(room.width / frameSize.width, room.height / frameSize.height, Math.max(maxScale, 2));
  const [width, height] = [nearestEvenPixels(screen.width * scale), nearestEvenPixels(screen.height * scale)];
  const outer = {
    width: Math.min(room.width, Math.round(width + 2 * shape.footOverhang * scale)),
    height: Math.min(room.height, Math.round(height + (shape.bar + shape.foot) * scale)),
  };
  const x = room.x + Math.round((room.width - outer.width) / 2);
  const y = room.y + Math.round((room.height - outer.height) / 2);
  const screenBox = {
    x: nearestEvenPixels(x + shape.footOverhang * scale),
    y: nearestEvenPixels(y + shape.bar * scale),
    width,
    height,
  };
  return {
    kind,
    isTurned,
    screen: screenBox,
    outer: { x, y, ...outer },
    image: largestContainedBox(image, screenBox),
    radius: Math.round(Math.max(0, shape.radius - shape.bezel) * scale),
    corners: kind === 'browser' ? 'bottom' : 'all',
  };
}

/** Colours of frames: the body of a device, the bar of a browser, small parts on both, and the address field of a browser. */
function frameColorsOf({ text, background, panel }: SlideKindPalette) {
  const isDark = contrastRatio(background, '#ffffff') > contrastRatio(background, '#000000');
  const body = isDark ? mixColorsIfHex(text, panel, 0.3) : mixColorsIfHex(text, background, 0.86);
  const bar = mixColorsIfHex(text, background, isDark ? 0.24 : 0.13);
  return {
    body,
    bar,
    onBody: mixColorsIfHex(background, body, 0.3),
    onBar: mixColorsIfHex(text, bar, 0.3),
    field: mixColorsIfHex(background, bar, 0.7),
  };
}

/** The nodes of a frame, over which the screen and its image are drawn. */
export function deviceNodes(frame: DeviceFrame, palette: SlideKindPalette): Node[] {
  const { kind, screen, outer } = frame;
  const colors = frameColorsOf(palette);
  const scale = frame.isTurned ? screen.height : screen.width;
  const { bezel, radius } = FRAME_SHAPES[kind];
  const bezelWidth = Math.max(1, Math.round(bezel * scale));
  const cornerRadius = Math.round(radius * scale);
  if (kind === 'browser') {
    const body = boxNode(outer, { backgroundColor: colors.bar, borderRadius: cornerRadius });
    return [body, ...barNodes(frame, colors)];
  }
  const lid = {
    x: screen.x - bezelWidth,
    y: screen.y - bezelWidth,
    width: screen.width + 2 * bezelWidth,
    height: screen.height + 2 * bezelWidth,
  };
  const body = boxNode(lid, { backgroundColor: colors.body, borderRadius: cornerRadius });
  if (kind === 'phone') return [body];
  return [body, ...baseNodes(frame, lid, colors)];
}

/** The result of `frameColorsOf`. */
type FrameColors = ReturnType<typeof frameColorsOf>;

/** The dots and the address field of a browser. */
function barNodes({ screen, outer }: DeviceFrame, { onBar, field }: FrameColors): Node[] {
  const height = screen.y - outer.y;
  const dot = Math.max(2, Math.round(0.26 * height));
  const top = outer.y + Math.round((height - dot) / 2);
  const dots = [0, 1, 2].map((i) => {
    const x = outer.x + Math.round(0.5 * height + i * 1.8 * dot);
    return boxNode({ x, y: top, width: dot, height: dot }, { backgroundColor: onBar, borderRadius: dot / 2 });
  });
  const fieldHeight = Math.round(0.54 * height);
  const x = outer.x + Math.round(0.5 * height + 7 * dot);
  const width = outer.x + outer.width - Math.round(0.5 * height) - x;
  const fieldBox = { x, y: outer.y + Math.round((height - fieldHeight) / 2), width, height: fieldHeight };
  return [...dots, boxNode(fieldBox, { backgroundColor: field, borderRadius: fieldHeight / 2 })];
}

/** The base of a laptop, with the notch by which it is opened. */
function baseNodes({ outer, screen }: DeviceFrame, lid: LayoutBox, { body, onBody }: FrameColors): Node[] {
  const y = lid.y + lid.height;
  const height = Math.max(2, outer.y + outer.height - y);
  const base = { x: outer.x, y, width: outer.width, height };
  const notch = {
    x: outer.x + Math.round(0.43 * outer.width),
    y,
    width: Math.round(0.14 * outer.width),
    height: Math.max(1, Math.round(0.32 * height)),
  };
  const bottomRadii = (radius: number): string => `0 0 ${radius}px ${radius}px`;
  const baseRadius = Math.round(Math.min(height, 0.03 * screen.width));
  return [
    boxNode(base, { backgroundColor: mixColorsIfHex(onBody, body, 0.35), borderRadius: bottomRadii(baseRadius) }),
    boxNode(notch, { backgroundColor: body, borderRadius: bottomRadii(notch.height) }),
  ];
}

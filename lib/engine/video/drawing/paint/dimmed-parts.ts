import type { RawPicture } from '../../picture.ts';
import { linearLightOfSrgb, MIN_CONTRAST_RATIOS } from '../contrast.ts';

/** The pictures of a slide from which a picture with parts that are dimmed is made. All have the same size. */
export interface DimmingSourcePictures {
  /** Without the parts. */
  ground: RawPicture;
  /** With the parts that are dimmed. */
  earlier: RawPicture;
  /** With these, and those in their full colours. */
  whole: RawPicture;
}

/** Shares of its colours that a part may keep; the smallest share with which it stays readable is used. */
const SHARES = [0.55, 0.65, 0.75, 0.85] as const;
/** The contrast to the ground that a text keeps if it has it. */
const READABLE = MIN_CONTRAST_RATIOS.text;

/** The linear light of each value of a channel. */
const LIGHT = Float64Array.from({ length: 256 }, (_, value) => linearLightOfSrgb(value / 255));

const luminanceOf = (color: number): number =>
  0.2126 * (LIGHT[color & 255] ?? 0) +
  0.7152 * (LIGHT[(color >> 8) & 255] ?? 0) +
  0.0722 * (LIGHT[(color >> 16) & 255] ?? 0);

const contrastOf = (one: number, other: number): number => {
  const [a, b] = [luminanceOf(one), luminanceOf(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
};

/** A colour mixed with that of the ground; red is in the lowest byte. */
function mixed(color: number, ground: number, share: number): number {
  const channel = (shift: number): number => {
    const below = (ground >> shift) & 255;
    return Math.round(below + (((color >> shift) & 255) - below) * share) << shift;
  };
  return channel(0) | channel(8) | channel(16);
}

/** A dimmed colour that is still readable. */
function dimmed(color: number, ground: number): number {
  const least = Math.min(READABLE, contrastOf(color, ground));
  const [weakest] = SHARES;
  if (least < READABLE) return mixed(color, ground, weakest);
  const share = SHARES.find((each) => contrastOf(mixed(color, ground, each), ground) >= READABLE);
  return share === undefined ? color : mixed(color, ground, share);
}

const colorsOf = ({ rgba }: RawPicture): Uint32Array => new Uint32Array(rgba.buffer, rgba.byteOffset, rgba.length / 4);
const RGB = 0xffffff;
const OPAQUE = 0xff000000;

/** Dims the earlier parts of a slide, in place, in the picture with all of its visible parts. Pictures are opaque. */
export function dimEarlierParts({ ground, earlier, whole }: DimmingSourcePictures): void {
  const [below, before, now] = [colorsOf(ground), colorsOf(earlier), colorsOf(whole)];
  const known = new Map<number, number>();
  for (let at = 0; at < now.length; at++) {
    const color = before[at] ?? 0;
    const under = below[at] ?? 0;
    if (color === under || color !== now[at]) continue;
    const pair = (color & RGB) * 2 ** 24 + (under & RGB);
    let result = known.get(pair);
    if (result === undefined) {
      result = dimmed(color & RGB, under & RGB);
      known.set(pair, result);
    }
    now[at] = (result | OPAQUE) >>> 0;
  }
}

import type { RawPicture } from '../../picture.ts';
import { linearLightOfSrgb, MIN_CONTRAST_RATIOS } from '../contrast.ts';

/** The pictures of a slide from which a picture with parts that are dimmed is made. All have the same size. */
export interface DimmingSourcePictures {
  /** The slide without the parts. */
  ground: RawPicture;
  /** The slide with the parts that are dimmed, in their full colours. */
  earlier: RawPicture;
  /** The slide with these and the other visible parts, all in their full colours. It is changed. */
  whole: RawPicture;
}

/** Shares of the colour of a part in its dimmed colour; the smallest share with which the part stays readable is used. */
const SHARES = [0.55, 0.65, 0.75, 0.85] as const;
/** The contrast ratio to the background that a text keeps if it has it in its full colour. */
const READABLE_CONTRAST = MIN_CONTRAST_RATIOS.text;

/** The linear light of each value of a channel. */
const LINEAR_LIGHT = Float64Array.from({ length: 256 }, (_, value) => linearLightOfSrgb(value / 255));

/** The relative luminance (WCAG) of a colour with red in the lowest byte. */
const luminanceOf = (color: number): number =>
  0.2126 * (LINEAR_LIGHT[color & 255] ?? 0) +
  0.7152 * (LINEAR_LIGHT[(color >> 8) & 255] ?? 0) +
  0.0722 * (LINEAR_LIGHT[(color >> 16) & 255] ?? 0);

/** The contrast ratio (WCAG) of two colours. */
const contrastOf = (firstColor: number, secondColor: number): number => {
  const [firstLuminance, secondLuminance] = [luminanceOf(firstColor), luminanceOf(secondColor)];
  return (Math.max(firstLuminance, secondLuminance) + 0.05) / (Math.min(firstLuminance, secondLuminance) + 0.05);
};

/** A colour mixed with that of the background; red is in the lowest byte. @param share of the colour, 0–1 */
function mixWithBackground(color: number, ground: number, share: number): number {
  const channel = (shift: number): number => {
    const backgroundChannel = (ground >> shift) & 255;
    return Math.round(backgroundChannel + (((color >> shift) & 255) - backgroundChannel) * share) << shift;
  };
  return channel(0) | channel(8) | channel(16);
}

/** A dimmed colour: as readable as READABLE asks for, if the colour is. */
function dimColor(color: number, ground: number): number {
  const minContrast = Math.min(READABLE_CONTRAST, contrastOf(color, ground));
  const [smallestShare] = SHARES;
  if (minContrast < READABLE_CONTRAST) return mixWithBackground(color, ground, smallestShare);
  const share = SHARES.find(
    (candidate) => contrastOf(mixWithBackground(color, ground, candidate), ground) >= READABLE_CONTRAST,
  );
  return share === undefined ? color : mixWithBackground(color, ground, share);
}

/** The pixels of a picture as words 0xAABBGGRR. */
const pixelsOf = ({ rgba }: RawPicture): Uint32Array => new Uint32Array(rgba.buffer, rgba.byteOffset, rgba.length / 4);
/** Masks of the colour and of the full alpha of a pixel. */
const RGB = 0xffffff;
const OPAQUE = 0xff000000;

/** Dims the earlier parts of a slide in the picture `whole`, and changes it. Pictures are opaque. */
export function dimEarlierParts({ ground, earlier, whole }: DimmingSourcePictures): void {
  const [groundPixels, earlierPixels, wholePixels] = [pixelsOf(ground), pixelsOf(earlier), pixelsOf(whole)];
  const dimmedByPair = new Map<number, number>();
  for (let index = 0; index < wholePixels.length; index++) {
    const color = earlierPixels[index] ?? 0;
    const groundColor = groundPixels[index] ?? 0;
    if (color === groundColor || color !== wholePixels[index]) continue;
    const pair = (color & RGB) * 2 ** 24 + (groundColor & RGB);
    let dimmedColor = dimmedByPair.get(pair);
    if (dimmedColor === undefined) {
      dimmedColor = dimColor(color & RGB, groundColor & RGB);
      dimmedByPair.set(pair, dimmedColor);
    }
    wholePixels[index] = (dimmedColor | OPAQUE) >>> 0;
  }
}

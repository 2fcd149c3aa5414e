import type { PictureDimensions } from '#engine/video/format.ts';

/** Size of the sample image, in pixels; it fills previews of every format without enlargement. */
export const SAMPLE_IMAGE_SIZE: PictureDimensions = { width: 864, height: 648 };

/** SHA-256 (hex) of the pixels of the sample image, so that the keys of previews can be computed without drawing it. */
export const SAMPLE_IMAGE_SHA256 = 'f8c1cd5a947257fb45ddd452cc90eb2fe005442202c42dd75fcd92e7f03adb59';

type Color = readonly [red: number, green: number, blue: number];

const SKY: readonly [Color, Color] = [
  [92, 122, 158],
  [247, 205, 172],
];
const SUN: Color = [255, 240, 214];
const SUN_POSITION = { x: 0.62, y: 0.44, radius: 0.075 };
/** Hills, from the farthest to the nearest: height of the crest and of its waves as shares of the picture, and frequency of the waves. */
const HILLS: readonly { crest: number; waves: number; frequency: number; phase: number; color: Color }[] = [
  { crest: 0.56, waves: 0.05, frequency: 1.3, phase: 0.6, color: [178, 160, 170] },
  { crest: 0.65, waves: 0.045, frequency: 1.9, phase: 2.4, color: [122, 124, 148] },
  { crest: 0.74, waves: 0.05, frequency: 1.5, phase: 4.3, color: [74, 90, 118] },
  { crest: 0.86, waves: 0.04, frequency: 2.2, phase: 1.2, color: [38, 54, 80] },
];

const mix = (from: Color, to: Color, share: number): Color => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
  from[2] + (to[2] - from[2]) * share,
];
const clamp = (value: number): number => Math.min(1, Math.max(0, value));

/** The height of a hill at `x`. A crest is the sum of two waves of different length, so that it does not look like a sine. */
const crestOf = ({ crest, waves, frequency, phase }: (typeof HILLS)[number], x: number): number =>
  crest +
  waves * Math.sin(2 * Math.PI * frequency * x + phase) +
  waves * 0.35 * Math.sin(2 * Math.PI * frequency * 2.7 * x + 2 * phase);

/** The colour of the sky at a pixel: a vertical gradient, brighter towards the sun. */
function skyColorAt(x: number, y: number, { width, height }: PictureDimensions): Color {
  const gradientColor = mix(SKY[0], SKY[1], clamp(y / (0.62 * height)));
  const distance = Math.hypot(x - SUN_POSITION.x * width, y - SUN_POSITION.y * height);
  const glow = 0.55 * clamp(1 - distance / (0.6 * height)) ** 2;
  return mix(gradientColor, SUN, Math.max(glow, clamp(SUN_POSITION.radius * height - distance)));
}

/** The colour of a hill, which is paler farther below its crest, like mist in a valley. */
const hillColorAt = (index: number, pixelsBelowCrest: number, height: number): Color =>
  mix(HILLS[index]?.color ?? SUN, SKY[1], 0.35 * clamp(pixelsBelowCrest / (0.2 * height)) * (1 - index / HILLS.length));

/**
 * The pixels of the sample image in previews of templates: computed hills at dusk, so that no photograph is needed. 8-bit RGB, row by row;
 * edges are anti-aliased.
 */
export function pixelsOfSampleImage(size: PictureDimensions = SAMPLE_IMAGE_SIZE): Uint8Array {
  const { width, height } = size;
  const pixels = new Uint8Array(width * height * 3);
  for (let x = 0; x < width; x++) {
    const crests = HILLS.map((hill) => crestOf(hill, x / width) * height);
    for (let y = 0; y < height; y++) {
      // Only the colour of the nearest hill at this pixel is computed.
      const nearestHill = crests.findLastIndex((crest) => y >= crest);
      let color =
        nearestHill < 0 ? skyColorAt(x, y, size) : hillColorAt(nearestHill, y - (crests[nearestHill] ?? 0), height);
      for (let i = nearestHill + 1; i < crests.length; i++) {
        const share = clamp(y - (crests[i] ?? height) + 1);
        if (share > 0) color = mix(color, hillColorAt(i, 0, height), share);
      }
      const offset = (y * width + x) * 3;
      pixels[offset] = Math.round(color[0]);
      pixels[offset + 1] = Math.round(color[1]);
      pixels[offset + 2] = Math.round(color[2]);
    }
  }
  return pixels;
}

/** Names of formats and their aspect ratios (width : height), in the order in which they are offered. */
export const ASPECT_RATIOS = {
  landscape: [16, 9],
  classic: [4, 3],
  portrait: [9, 16],
  square: [1, 1],
  feed: [4, 5],
} as const;
/** A picture format of the API. */
export type AspectRatioName = keyof typeof ASPECT_RATIOS;

/** The names of all aspect ratios, in the order of `ASPECT_RATIOS`. */
export const ASPECT_RATIO_NAMES = Object.keys(ASPECT_RATIOS) as [AspectRatioName, ...AspectRatioName[]];

/** Names of resolutions and the length of the short side in pixels. */
export const RESOLUTIONS = { '480p': 480, '720p': 720, '1080p': 1080, '1440p': 1440, '2160p': 2160 } as const;
/** A resolution of the API. */
export type Resolution = keyof typeof RESOLUTIONS;

/** All resolutions. */
export const RESOLUTION_NAMES = Object.keys(RESOLUTIONS) as [Resolution, ...Resolution[]];

/** A picture size in pixels; both sides are even, as 4:2:0 video needs. */
export interface PictureDimensions {
  width: number;
  height: number;
}

const roundToEven = (pixels: number): number => 2 * Math.round(pixels / 2);

/**
 * The size of a picture: the resolution gives the short side, the format the aspect ratio; the long side is rounded to an even number.
 */
export function pictureDimensionsOfFormat(format: AspectRatioName, resolution: Resolution): PictureDimensions {
  const [widthRatio, heightRatio] = ASPECT_RATIOS[format];
  const shortSide = RESOLUTIONS[resolution];
  return widthRatio >= heightRatio
    ? { width: roundToEven((shortSide * widthRatio) / heightRatio), height: shortSide }
    : { width: shortSide, height: roundToEven((shortSide * heightRatio) / widthRatio) };
}

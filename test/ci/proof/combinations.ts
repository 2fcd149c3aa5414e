import {
  ASPECT_RATIO_NAMES,
  type AspectRatioName,
  type PictureDimensions,
  pictureDimensionsOfFormat,
  RESOLUTION_NAMES,
  type Resolution,
} from '#engine/video/format.ts';
import { FRAME_RATES, type FrameRate } from '#engine/video/settings.ts';

/** What a client can ask for: a format, a resolution and a frame rate. */
export interface Combination {
  /** Such as "landscape-1080p-30". */
  name: string;
  format: AspectRatioName;
  resolution: Resolution;
  fps: FrameRate;
  size: PictureDimensions;
}

const combination = (format: AspectRatioName, resolution: Resolution, fps: FrameRate): Combination => ({
  ...{ name: `${format}-${resolution}-${fps}`, format, resolution, fps },
  size: pictureDimensionsOfFormat(format, resolution),
});

/** Every combination that is offered. Those of one picture size follow one another, small pictures first. */
export const COMBINATIONS: readonly Combination[] = RESOLUTION_NAMES.flatMap((resolution) =>
  ASPECT_RATIO_NAMES.flatMap((format) => FRAME_RATES.map((fps) => combination(format, resolution, fps))),
);

/**
 * Each format, resolution and frame rate at least once; the cropped ones of 1080p, and the largest picture, among them. The larger the
 * picture, the fewer its frames: a frame of 2160p takes twenty times as long as one of 480p.
 */
export const SAMPLE_COMBINATIONS: readonly Combination[] = [
  combination('portrait', '480p', 24),
  combination('classic', '480p', 50),
  combination('square', '720p', 25),
  combination('landscape', '1080p', 30),
  combination('feed', '1080p', 60),
  combination('feed', '1440p', 24),
  combination('landscape', '2160p', 24),
];

/** Those whose names start with one of these, such as "landscape" or "landscape-1080p"; all, when there are none. */
export const combinationsNamed = (
  combinations: readonly Combination[],
  beginnings: readonly string[],
): readonly Combination[] =>
  beginnings.length === 0
    ? combinations
    : combinations.filter(({ name }) => beginnings.some((beginning) => `${name}-`.startsWith(`${beginning}-`)));

import type { Quality } from '../settings.ts';

export type { FrameRate, Quality } from '../settings.ts';

/** Lower is better. Only the slices depend on it, never the parameter sets (see `stitchable` below). */
const CRF: Readonly<Record<Quality, number>> = { draft: 24, standard: 18, high: 14 };

// A standing picture needs no look-ahead, and B frames, several references, weights and scene cuts would each break a
// condition under which a skipped frame may be synthesized. `stitchable` keeps crf out of the PPS, so that segments of
// any quality join. One preset for everything: presets leak into the parameter sets.
const X264 = [
  'bframes=0',
  'ref=1',
  'scenecut=0',
  'open-gop=0',
  'weightp=0',
  'mbtree=0',
  'rc-lookahead=0',
  'sync-lookahead=0',
  'stitchable=1',
];
// For pictures that are all intra, the slower presets only cost: 60 slides at 1080p took 2.3 s with medium and 1.6 s with
// veryfast, at the same size (7.3 and 7.2 MB) and likeness (worst SSIM .9983 and .9981).
const PRESET = 'veryfast';
const THREADS = 2;

// Longer than any GOP that is planned: IDR pictures come where they are forced, nowhere else.
const KEYINT = 'keyint=1000000';

/** The options before a pipe of raw RGBA pictures. `framerate` may be a fraction such as "30/60". */
export const rawPictureInput = (size: { width: number; height: number }, framerate: string): string[] => [
  ...['-f', 'rawvideo', '-pixel_format', 'rgba'],
  ...['-video_size', `${size.width}x${size.height}`, '-framerate', framerate],
];

/** sRGB to the limited range of BT.709 in 4:2:0, and square pixels. */
export const TO_VIDEO_COLOURS = 'scale=out_color_matrix=bt709:out_range=tv,format=yuv420p,setsar=1';

const COLOUR_TAGS = [
  ...['-color_range', 'tv', '-colorspace', 'bt709'],
  ...['-color_primaries', 'bt709', '-color_trc', 'bt709'],
];

export interface X264Settings {
  quality: Quality;
  /** What ffmpeg's `-force_key_frames` takes: an expression, or times in seconds. */
  keyframes: string;
  /** The filter chain; it must end in the video colours. */
  filters?: string;
  /** More of `-x264-params`, after ours. */
  extraX264?: readonly string[] | undefined;
}

/** The output options for an Annex B stream by x264. No `-level`: x264 chooses the one that size and rate need. */
export const x264Output = ({
  quality,
  keyframes,
  filters = TO_VIDEO_COLOURS,
  extraX264 = [],
}: X264Settings): string[] => [
  ...['-vf', filters, ...COLOUR_TAGS, '-c:v', 'libx264', '-preset', PRESET, '-crf', String(CRF[quality])],
  ...['-threads', String(THREADS), '-x264-params', [...X264, KEYINT, ...extraX264].join(':')],
  ...['-forced-idr', '1', '-force_key_frames', keyframes, '-f', 'h264'],
];

/** Every frame is an IDR picture. */
export const EVERY_FRAME = 'expr:1';

/** Every `count`th frame is an IDR picture, the first included. */
export const everyNthFrame = (count: number): string => `expr:not(mod(n,${count}))`;

/** These frames (0-based) are IDR pictures. Half a frame early, so that no rounding makes it the next frame. */
export const atFrames = (frames: readonly number[], fps: number): string =>
  frames.map((frame) => Math.max(0, (frame - 0.5) / fps).toFixed(6)).join(',');

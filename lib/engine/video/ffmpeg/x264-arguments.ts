import { MAX_FOOTAGE_BYTES_PER_SECOND } from '../footage/footage.ts';
import type { VideoQuality } from '../settings.ts';
import { COLOR_TAG_OUTPUT_OPTIONS, DECLARE_SQUARE_PIXELS_FILTER } from './picture-arguments.ts';

// x264's rate factor, which is its quantizer with `qcomp=1` (see below); lower is better. Only slices depend on it,
// never parameter sets. Worst luma SSIM of 60 slides at 1080p to the input of x264: .9961, .9983, .9991.
// A constant quantizer without adaptive quantization (`-qp`) took as much CPU, and fine lines on gradients suffered: at the same
// size, .9948 instead of .9978 for the worst of 24 slides in all templates.
const STILL_CRF: Readonly<Record<VideoQuality, number>> = { draft: 27, standard: 22, high: 17 };

// Moving stretches are short and make up most of a file. Their last frames are finer, so that the picture does not change visibly when the
// hold starts. Three 15-frame crossfades between slides at 1080p: bytes in all, worst SSIM, worst SSIM of a last frame.
// 23 throughout: 1.56 MB, .9944, .9948. 25, and 20 at the end: 1.43 MB, .9927, .9966, a step of .002 to the still.
// Worst SSIM in draft .9899, in high .9967, with steps of .002 and .001.
const MOVE_CRF: Readonly<Record<VideoQuality, { all: number; end: number }>> = {
  draft: { all: 28, end: 22 },
  standard: { all: 25, end: 20 },
  high: { all: 19, end: 15 },
};
/** The number of frames at the end of a moving stretch that are encoded finer. */
const END_FRAMES = 2;

// Two rounds of sub-pixel search, by SATD: at the same SSIM 4 % fewer bytes in fades and 8 % in slides than the preset's one by SAD, for a
// tenth more time. `trellis=1` saved another 4 %, for a sixth more time; hexagonal search gave nothing.
const SEARCH_BETWEEN_PIXELS = 'subme=2';
// Where nothing moves by parts of a pixel, no search between pixels: 30 to 45 % less time. Bytes at 1080p: push -17 %, blur -3 %, iris and wipe +3 %, columns
// of a chart +9 %; worst SSIM of a frame the same to .0002. A zoom would take 21 % more bytes.
const SEARCH_WHOLE_PIXELS = 'subme=0';

// A still needs no look-ahead. B frames, several references, weights and scene cuts would each break a condition under
// which skipped frames may be synthesized (guards 2 and 3). `stitchable` keeps crf out of the PPS, so that clips of any
// quality join. `qcomp=1`: the quantizer of a picture does not depend on earlier pictures. One preset for everything:
// presets change the parameter sets.
const JOINABLE_PARAMETERS = [
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
const CLIP_PARAMETERS = [...JOINABLE_PARAMETERS, 'qcomp=1'];
// For intra pictures, slower presets only cost time: 60 slides at 1080p took 1.45 s of CPU with veryfast and 1.12 s with superfast, of
// which 0.5 s for reading and converting, with a worst SSIM of .9981 and .9982 (2.9 and 3.3 MB). 60 pictures that are already converted
// take 0.36 s. Leaving out deblocking or psychovisual weights, or `subme=0`, saves nothing of that; leaving out the 8x8 transform saves 4
// %; one thread takes a tenth more (medians of five runs).
const PRESET = 'superfast';
const THREADS = 2;

// Frames from one IDR picture to the next: more than any planned GOP, so that there are no IDR pictures except forced ones.
const NO_PLANNED_KEY_FRAMES = 'keyint=1000000';

/** Inputs to the options of an H.264 stream. */
export interface X264Settings {
  quality: VideoQuality;
  /** The number of frames of a moving stretch; absent: the stream has stills. */
  moving?: number | undefined;
  /** True for a moving stretch in which nothing moves by parts of a pixel. */
  movesByPixels?: boolean | undefined;
  /** The value of ffmpeg's `-force_key_frames`: an expression, or times in seconds. */
  keyframes: string;
  /** The filter chain. It gets pictures in the colours of the video, and must not change these. */
  filters?: string;
}

/** The output options of an Annex B stream by x264. Without `-level`, x264 chooses the one that size and rate need. */
export const x264OutputOptions = ({
  quality,
  moving,
  movesByPixels,
  keyframes,
  filters = DECLARE_SQUARE_PIXELS_FILTER,
}: X264Settings): string[] => [
  ...[
    '-vf',
    filters,
    ...COLOR_TAG_OUTPUT_OPTIONS,
    '-c:v',
    'libx264',
    '-preset',
    PRESET,
    '-crf',
    rateFactor(quality, moving),
  ],
  ...['-threads', String(THREADS), '-x264-params', x264Parameters(quality, moving, movesByPixels)],
  ...['-forced-idr', '1', '-force_key_frames', keyframes, '-f', 'h264'],
];

// The buffer (12 Mbit) is that of level 3: a larger one would raise the level that x264 states for small pictures, and their parameter sets would differ from
// those of renders.
const MAX_MEGABITS = (8 * MAX_FOOTAGE_BYTES_PER_SECOND) / 1e6;
const FOOTAGE_RATE_OPTIONS = ['-crf', '19', '-maxrate', `${MAX_MEGABITS}M`, '-bufsize', '12M'];

/**
 * The output options of the pictures of footage: Annex B, a key frame every `group` frames, no reordered frames. Parameter sets are those of
 * the clips of a render of the same size and rate, so that groups of frames can be joined with these.
 */
export const x264FootageOutputOptions = (filters: string, group: number): string[] => [
  ...['-vf', filters, ...COLOR_TAG_OUTPUT_OPTIONS, '-c:v', 'libx264', '-preset', PRESET, ...FOOTAGE_RATE_OPTIONS],
  ...['-g', String(group), '-keyint_min', String(group), '-x264-params', JOINABLE_PARAMETERS.join(':')],
  ...['-pix_fmt', 'yuv420p', '-f', 'h264'],
];

const rateFactor = (quality: VideoQuality, moving: number | undefined): string =>
  String(moving === undefined ? STILL_CRF[quality] : MOVE_CRF[quality].all);

function x264Parameters(quality: VideoQuality, moving: number | undefined, movesByPixels = false): string {
  const movingParameters =
    moving === undefined
      ? []
      : [movesByPixels ? SEARCH_WHOLE_PIXELS : SEARCH_BETWEEN_PIXELS, endZone(MOVE_CRF[quality].end, moving)];
  return [...CLIP_PARAMETERS, NO_PLANNED_KEY_FRAMES, ...movingParameters].join(':');
}

const endZone = (quantizer: number, frames: number): string =>
  `zones=${Math.max(0, frames - END_FRAMES)},${frames - 1},q=${quantizer}`;

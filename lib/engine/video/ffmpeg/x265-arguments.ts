import type { VideoQuality } from '../settings.ts';
import { COLOR_TAG_OUTPUT_OPTIONS } from './picture-arguments.ts';

// Constant quantizers (3 lower in key frames): with a rate factor, the quantizer of a picture depends on earlier pictures, but the content
// address of a clip covers only its own pictures. 12 slides at 1080p, worst luma SSIM to the input of x265 and bytes per slide: .9959 and
// 51 KB at 32, .9981 and 72 KB at 26, .9990 and 96 KB at 20. At 480p the fine grid of a template fell to .9887 with 26, and to .9918 with
// 25, for 4 % more bytes.
const STILL_QP: Readonly<Record<VideoQuality, number>> = { draft: 32, standard: 25, high: 20 };

// The picture must not change visibly when a moving stretch ends and a hold starts: the last frames are nearly as fine as the still. A
// 15-frame crossfade between slides at 1080p, worst SSIM of all and of the last frame: 27 throughout: 447 KB, .9890,
// .9910. 26, and 21 at the end: 521 KB, .9906, .9951, a step of .004 to the still.
const MOVE_QP: Readonly<Record<VideoQuality, { all: number; end: number }>> = {
  draft: { all: 31, end: 25 },
  standard: { all: 26, end: 21 },
  high: { all: 21, end: 17 },
};
/** The number of frames at the end of a moving stretch that are encoded finer. */
const END_FRAMES = 2;

// Luma samples of the largest picture of level 4.1 (ITU-T H.265, table A.8); above it, coding tree blocks are at least
// 32 wide (A.4.1), and x265 refuses others. This choice by size alone applies at every offered rate: 1080 x 1920 at 60 is
// within that level.
const MAX_LUMA_SAMPLES_OF_LEVEL_4 = 2_228_224;

// Small coding blocks cost most of the time, and large ones most of the bytes. Deeply split transforms inside blocks of 16 avoid both. 12
// slides at 1080p, at the same SSIM: this took 1.3 s of CPU and 80 KB per slide; ultrafast unchanged, 1.9 s and 132 KB; with blocks down to
// 8, 5.0 s and 58 KB.
const SLIDE_PARAMETERS = ['tu-intra-depth=3', 'psy-rd=0'];
const codingTreeBlock = ({ width, height }: Size): string =>
  width * height > MAX_LUMA_SAMPLES_OF_LEVEL_4 ? 'ctu=32' : 'ctu=16';

// Frames refer to the frame before, and only forced frames are key frames. Without `wpp` a frame is one substream, as
// copy frames are; two frames are encoded at a time. Parameter sets do not depend on quality, and precede every key
// frame.
const BASE_PARAMETERS = [
  ...['log-level=error', 'info=0', 'repeat-headers=1', 'aud=0', 'hrd=0'],
  ...['keyint=1000000', 'min-keyint=1', 'scenecut=0', 'open-gop=0', 'bframes=0', 'ref=1', 'weightp=0'],
  ...['rc-lookahead=0', 'wpp=0', 'frame-threads=2', 'pools=2'],
];

interface Size {
  width: number;
  height: number;
}

/** Inputs to the options of an H.265 stream. */
export interface X265Settings {
  /** The size of the pictures in pixels. */
  size: Size;
  quality: VideoQuality;
  /** The number of frames of a moving stretch; absent: the stream has stills. */
  moving?: number | undefined;
  /** The value of ffmpeg's `-force_key_frames`. */
  keyframes: string;
  /** The filter chain; it must end in the video colours. */
  filters: string;
}

/** The output options of an Annex B stream of H.265. */
export const x265OutputOptions = ({ size, quality, moving, keyframes, filters }: X265Settings): string[] => [
  ...['-vf', filters, ...COLOR_TAG_OUTPUT_OPTIONS, '-c:v', 'libx265', '-preset', 'ultrafast'],
  ...[
    '-x265-params',
    [...BASE_PARAMETERS, codingTreeBlock(size), ...SLIDE_PARAMETERS, ...quantizers(quality, moving)].join(':'),
  ],
  ...['-forced-idr', '1', '-force_key_frames', keyframes, '-f', 'hevc'],
];

function quantizers(quality: VideoQuality, moving: number | undefined): string[] {
  if (moving === undefined) return [`qp=${STILL_QP[quality]}`];
  const { all, end } = MOVE_QP[quality];
  return [`qp=${all}`, `zones=${Math.max(0, moving - END_FRAMES)},${moving - 1},q=${end}`];
}

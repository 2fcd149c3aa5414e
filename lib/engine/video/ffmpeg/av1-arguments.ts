import type { VideoQuality } from '../settings.ts';
import { COLOR_TAG_OUTPUT_OPTIONS } from './picture-arguments.ts';

/** ffmpeg's names of usable AV1 encoders. */
export type Av1EncoderName = 'libsvtav1' | 'libaom-av1';

// Constant quality; lower is better. 12 slides at 1080p by SVT-AV1 (a GOP of 2 s each), worst luma SSIM to its input and bytes per slide:
// .9982 and 51 KB at 46, .9987 and 71 KB at 36, .9993 and 120 KB at 22.
const STILL_CRF: Readonly<Record<VideoQuality, number>> = { draft: 46, standard: 36, high: 22 };

// A 15-frame crossfade between slides at 1080p, bytes, worst SSIM of all and of the last frame: 911 KB, .9871, .9962 at
// 28 with preset 12 (0.80 s of CPU); 584 KB, .9952, .9968 at 28 with preset 10 (0.92 s).
const MOVE_CRF: Readonly<Record<VideoQuality, number>> = { draft: 36, standard: 28, high: 20 };

// 12 key frames at 1080p, crf 30: 1.1 s with preset 12, 1.4 s with 10, 3.9 s with 8, at 67, 60 and 54 KB per slide.
const SVT_PRESET = { still: '12', move: '10' } as const;

/** Inputs to the options of an AV1 stream. */
export interface Av1Settings {
  encoder: Av1EncoderName;
  quality: VideoQuality;
  /** The number of frames of a moving stretch; absent: the stream has stills. */
  moving?: number | undefined;
  /** Frames from one key frame to the next. SVT-AV1 1.4 ignores forced key frames. */
  keyframeEvery: number;
  /** The filter chain; it must end in the video colours. */
  filters: string;
}

/** The output options of AV1 in IVF. Each packet is one frame, shown at once. */
export const av1OutputOptions = ({ encoder, quality, moving, keyframeEvery, filters }: Av1Settings): string[] => [
  ...['-vf', filters, ...COLOR_TAG_OUTPUT_OPTIONS],
  ...['-c:v', encoder, ...(encoder === 'libsvtav1' ? svtOptions(moving) : AOM_OPTIONS)],
  ...['-crf', String((moving === undefined ? STILL_CRF : MOVE_CRF)[quality]), '-g', String(keyframeEvery), '-f', 'ivf'],
];

/** `pred-struct=1`: frames refer to earlier ones only. */
const svtOptions = (moving: number | undefined): string[] => [
  ...['-preset', moving === undefined ? SVT_PRESET.still : SVT_PRESET.move],
  ...['-svtav1-params', 'pred-struct=1:scd=0:enable-tf=0'],
];

/** Versions of libaom that are too slow (2 frames in 8 s) do not know `-usage`, and fail. */
const AOM_OPTIONS = [
  ...['-usage', 'realtime', '-cpu-used', '8', '-row-mt', '1', '-threads', '2'],
  ...['-lag-in-frames', '0', '-b:v', '0'],
];

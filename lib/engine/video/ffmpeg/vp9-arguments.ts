import type { VideoQuality } from '../settings.ts';
import { COLOR_TAG_OUTPUT_OPTIONS } from './picture-arguments.ts';

// Constant quality; lower is better. 12 slides at 1080p, worst luma SSIM to the input of libvpx and bytes per slide: .9979 and 51 KB at 46,
// .9987 and 69 KB at 36, .9993 and 100 KB at 22.
const STILL_CRF: Readonly<Record<VideoQuality, number>> = { draft: 46, standard: 36, high: 22 };

// A 15-frame crossfade between slides at 1080p, bytes, worst SSIM of all and of the last frame: 410 KB, .9876, .9907 at
// 38 with 7; 564 KB, .9943, .9964 at 30 with 5, a step of .002 to the still; that took 0.68 s of CPU instead of 0.39 s.
const MOVE_CRF: Readonly<Record<VideoQuality, number>> = { draft: 36, standard: 30, high: 22 };
const MOVE_CPU_USED = '5';

// 12 key frames at 1080p: 0.4 s of CPU with 6, 7 and 8 (8 makes a fifth more bytes); 3 s with 4, for 3 % fewer bytes.
const STILL_CPU_USED = '7';

/** Inputs to the options of a VP9 stream. */
export interface Vp9Settings {
  quality: VideoQuality;
  /** The number of frames of a moving stretch; absent: the stream has stills. */
  moving?: number | undefined;
  /** The value of ffmpeg's `-force_key_frames`. */
  keyframes: string;
  /** The filter chain; it must end in the video colours. */
  filters: string;
}

/**
 * The output options of VP9 (profile 0) in IVF. Without look-ahead and alternate references, each packet is one frame
 * that is shown at once.
 */
export const vp9OutputOptions = ({ quality, moving, keyframes, filters }: Vp9Settings): string[] => [
  ...['-vf', filters, ...COLOR_TAG_OUTPUT_OPTIONS, '-c:v', 'libvpx-vp9', '-deadline', 'realtime'],
  ...['-cpu-used', moving === undefined ? STILL_CPU_USED : MOVE_CPU_USED, '-b:v', '0'],
  ...['-crf', String((moving === undefined ? STILL_CRF : MOVE_CRF)[quality])],
  ...['-row-mt', '1', '-tile-columns', '2', '-threads', '2', '-lag-in-frames', '0', '-auto-alt-ref', '0'],
  ...['-g', '1000000', '-force_key_frames', keyframes, '-f', 'ivf'],
];

import type { Quality } from '../settings.ts';
import type { Content } from './content.ts';
import { COLOUR_TAGS } from './x264-arguments.ts';

// Constant quality; lower is better. 12 slides at 1080p, worst luma SSIM to what libvpx was given and bytes a slide: .9951
// and 69 KB at 36, .9964 and 78 KB at 32, .9979 and 103 KB at 20.
const CRF: Readonly<Record<Content, Readonly<Record<Quality, number>>>> = {
  still: { draft: 42, standard: 32, high: 20 },
  move: { draft: 42, standard: 34, high: 22 },
};

// 12 key frames at 1080p: 0.4 s of CPU with 7, as with 6 and 8, of which 8 makes a fifth more bytes; 3 s with 4, for 3 % fewer.
const CPU_USED = '7';

export interface Vp9Settings {
  quality: Quality;
  content: Content;
  /** What ffmpeg's `-force_key_frames` takes. */
  keyframes: string;
  /** The filter chain; it must end in the video colours. */
  filters: string;
}

/**
 * The output options for VP9 (profile 0) in IVF. Without look-ahead and alternate references each packet is one frame that
 * is shown at once.
 */
export const vp9Output = ({ quality, content, keyframes, filters }: Vp9Settings): string[] => [
  ...['-vf', filters, ...COLOUR_TAGS, '-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', CPU_USED],
  ...['-row-mt', '1', '-tile-columns', '2', '-threads', '2', '-b:v', '0', '-crf', String(CRF[content][quality])],
  ...['-lag-in-frames', '0', '-auto-alt-ref', '0', '-g', '1000000', '-force_key_frames', keyframes, '-f', 'ivf'],
];

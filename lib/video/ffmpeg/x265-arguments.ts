import type { Quality } from '../settings.ts';
import type { Content } from './content.ts';
import { COLOUR_TAGS } from './x264-arguments.ts';

// Constant quantizers (that of a key frame is 3 lower): with a rate factor, how fine a picture is coded depends on those
// before it, and a clip is kept under what it shows. 12 slides at 1080p, worst luma SSIM to what x265 was given and bytes a
// slide: .9876 and 51 KB at 32, .9924 and 65 KB at 28, .9941 and 72 KB at 26, .9970 and 96 KB at 20.
const QP: Readonly<Record<Content, Readonly<Record<Quality, number>>>> = {
  still: { draft: 31, standard: 26, high: 20 },
  move: { draft: 31, standard: 27, high: 21 },
};

// Small coding blocks cost most of the time and large ones most of the bytes, and transforms that split deep inside blocks
// of 16 do without either. 12 slides at 1080p, at the same SSIM: this took 1.3 s of CPU and 80 KB a slide; ultrafast as it
// is, 1.9 s and 132 KB; with blocks down to 8, 5.0 s and 58 KB.
const FOR_SLIDES = ['ctu=16', 'tu-intra-depth=3', 'psy-rd=0'];

// Frames refer to the one before, and key frames come where they are forced, nowhere else. Without `wpp` a frame is one
// stretch of data, as copied frames are written; two frames are then encoded at a time. Parameter sets are the same for
// whatever quality, and stand before every key frame.
const X265 = [
  ...['log-level=error', 'info=0', 'repeat-headers=1', 'aud=0', 'hrd=0'],
  ...['keyint=1000000', 'min-keyint=1', 'scenecut=0', 'open-gop=0', 'bframes=0', 'ref=1', 'weightp=0'],
  ...['rc-lookahead=0', 'wpp=0', 'frame-threads=2', 'pools=2'],
];

export interface X265Settings {
  quality: Quality;
  content: Content;
  /** What ffmpeg's `-force_key_frames` takes. */
  keyframes: string;
  /** The filter chain; it must end in the video colours. */
  filters: string;
}

/** The output options for an Annex B stream of H.265. */
export const x265Output = ({ quality, content, keyframes, filters }: X265Settings): string[] => [
  ...['-vf', filters, ...COLOUR_TAGS, '-c:v', 'libx265', '-preset', 'ultrafast'],
  ...['-x265-params', [...X265, ...FOR_SLIDES, `qp=${QP[content][quality]}`].join(':')],
  ...['-forced-idr', '1', '-force_key_frames', keyframes, '-f', 'hevc'],
];

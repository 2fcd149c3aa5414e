import type { Quality } from '../settings.ts';
import { COLOUR_TAGS } from './x264-arguments.ts';

export type Av1Encoder = 'libsvtav1' | 'libaom-av1';

// Constant quality; lower is better. 12 slides at 1080p by SVT-AV1, worst luma SSIM to what it was given and bytes a slide:
// .9884 and 48 KB at 40, .9945 and 67 KB at 30.
const CRF: Readonly<Record<Quality, number>> = { draft: 40, standard: 30, high: 20 };

export interface Av1Settings {
  encoder: Av1Encoder;
  quality: Quality;
  /** Every how many frames there is a key frame; SVT-AV1 1.4 takes no notice of those that are forced. */
  keyframeEvery: number;
  /** The filter chain; it must end in the video colours. */
  filters: string;
}

/** The output options for AV1 in IVF: a frame in each packet, shown at once. */
export const av1Output = ({ encoder, quality, keyframeEvery, filters }: Av1Settings): string[] => [
  ...['-vf', filters, ...COLOUR_TAGS, '-c:v', encoder, ...BY_ENCODER[encoder]],
  ...['-crf', String(CRF[quality]), '-g', String(keyframeEvery), '-f', 'ivf'],
];

// `pred-struct=1`: frames refer to earlier ones only. 12 key frames at 1080p: 1.1 s with preset 12, 1.4 s with 10, 3.9 s
// with 8, at sizes of 67, 60 and 54 KB a slide.
const BY_ENCODER: Readonly<Record<Av1Encoder, readonly string[]>> = {
  libsvtav1: ['-preset', '12', '-svtav1-params', 'pred-struct=1:scd=0:enable-tf=0'],
  // `-usage` came with the versions of libaom that are fast enough: older ones (2 frames in 8 s) fail on it.
  'libaom-av1': [
    ...['-usage', 'realtime', '-cpu-used', '8', '-row-mt', '1', '-threads', '2'],
    ...['-lag-in-frames', '0', '-b:v', '0'],
  ],
};

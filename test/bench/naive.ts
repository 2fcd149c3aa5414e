import { join } from 'node:path';
import { runFfmpeg } from '../../lib/video/ffmpeg/run.ts';
import { TO_VIDEO_COLOURS } from '../../lib/video/ffmpeg/x264-arguments.ts';
import type { Measurement } from './row.ts';

export const NAIVE = 'naive';

/** What everybody writes first: one ffmpeg run over the pictures, x264 veryfast, with the narration as AAC. */
export const naive: Measurement = {
  name: NAIVE,
  async run({ folder, fps, secondsPerSlide, pngPattern, wavFile, runtime }) {
    const video = join(folder, 'naive.mp4');
    const pictures = { at: pngPattern, options: ['-framerate', `1/${secondsPerSlide}`] };
    const options = [
      ...['-map', '0:v', '-map', '1:a', '-vf', TO_VIDEO_COLOURS, '-r', String(fps)],
      ...['-c:v', 'libx264', '-preset', 'veryfast', '-c:a', 'aac', '-movflags', '+faststart', '-f', 'mp4'],
    ];
    await runFfmpeg({ inputs: [pictures, { at: wavFile, options: [] }], output: { at: video, options } }, runtime);
    return { video };
  },
};

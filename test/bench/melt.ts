import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { framesOf } from './frames.ts';
import { NAIVE } from './naive.ts';
import { type Bench, type BenchContext, pictureAt } from './row.ts';
import { timed } from './timed.ts';

const run = promisify(execFile);

/** The arguments for MLT's command: one picture after another, the narration on a second track. */
function meltArguments(
  { deck, fps, secondsPerSlide }: BenchContext,
  pattern: string,
  wav: string,
  video: string,
): string[] {
  const last = String(fps * secondsPerSlide - 1);
  const total = String(fps * secondsPerSlide * deck.slides.length - 1);
  const pictures = deck.slides.flatMap((_, index) => {
    const file = pictureAt(pattern, index);
    return [file, 'in=0', `out=${last}`];
  });
  return [
    ...['-silent', '-profile', 'atsc_1080p_30', ...pictures, '-audio-track', wav, 'in=0', `out=${total}`],
    ...['-consumer', `avformat:${video}`, 'vcodec=libx264', 'preset=veryfast', 'acodec=aac', 'real_time=-2'],
  ];
}

const isInstalled = (): Promise<boolean> =>
  run('melt', ['-version']).then(
    () => true,
    () => false,
  );

/** A video editor's renderer, over the same pictures and sound; left out where it is not installed. */
export const meltBench: Bench = {
  name: 'melt',
  async *rows(context) {
    if (!(await isInstalled())) return;
    const [pattern, wav] = await Promise.all([context.pngs(), context.wav()]);
    const video = join(context.folder, 'melt.mp4');
    const { seconds, cpuSeconds } = await timed(() => run('melt', meltArguments(context, pattern, wav, video)));
    yield {
      id: 'melt',
      name: 'melt, x264 veryfast, with AAC',
      against: [NAIVE],
      seconds,
      cpuSeconds,
      frames: await framesOf(video),
    };
    await rm(video);
  },
};

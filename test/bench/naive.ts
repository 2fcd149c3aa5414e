import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runFfmpeg } from '#engine/video/ffmpeg/run.ts';
import { TO_VIDEO_COLOURS } from '#test/support/video/swscale.ts';
import { describeVideo } from './likeness.ts';
import type { Bench, BenchContext } from './row.ts';
import { timed } from './timed.ts';

export const NAIVE = 'naive';

const VERYFAST = ['-c:v', 'libx264', '-preset', 'veryfast'];
/** The last picture would stand for a frame less than its time: the pictures start again, and the frames are counted. */
const LOOPED = ['-loop', '1'];
const MP4 = ['-movflags', '+faststart', '-f', 'mp4'];

/** What everybody writes first: one ffmpeg run over the pictures, x264 veryfast, with the narration as AAC. */
async function encodeAll(context: BenchContext, video: string): Promise<void> {
  const { deck, fps, secondsPerSlide, runtime } = context;
  const pictures = { at: await context.pngs(), options: [...LOOPED, '-framerate', `1/${secondsPerSlide}`] };
  const sound = { at: await context.wav(), options: [] };
  const options = ['-map', '0:v', '-map', '1:a', '-vf', TO_VIDEO_COLOURS, '-r', String(fps), ...VERYFAST];
  const frames = ['-frames:v', String(deck.slides.length * secondsPerSlide * fps)];
  const output = { at: video, options: [...options, ...frames, '-c:a', 'aac', ...MP4] };
  await runFfmpeg({ inputs: [pictures, sound], output }, runtime);
}

const GOP_SECONDS = 2;

/**
 * The fastest that ffmpeg does alone: each slide is encoded as one GOP of two seconds, and the GOPs are joined by stream
 * copy, each as often as its slide needs. Without B frames, so that copies of a GOP join without a gap.
 */
async function encodeOnce(context: BenchContext, video: string): Promise<void> {
  const { deck, fps, secondsPerSlide, runtime, folder } = context;
  if (secondsPerSlide % GOP_SECONDS !== 0) throw new RangeError(`slides must last a multiple of ${GOP_SECONDS} s`);
  const pictures = { at: await context.pngs(), options: [...LOOPED, '-framerate', `1/${GOP_SECONDS}`] };
  const gops = [
    ...['-vf', TO_VIDEO_COLOURS, '-r', String(fps), ...VERYFAST, '-bf', '0', '-g', String(GOP_SECONDS * fps)],
    ...['-frames:v', String(deck.slides.length * GOP_SECONDS * fps), '-sc_threshold', '0'],
    ...['-f', 'segment', '-segment_time', String(GOP_SECONDS), '-segment_format', 'mpegts'],
  ];
  await runFfmpeg({ inputs: [pictures], output: { at: join(folder, 'gop-%03d.ts'), options: gops } }, runtime);
  const list = join(folder, 'gops.txt');
  const lines = deck.slides.flatMap((_, index) => {
    const line = `file 'gop-${String(index).padStart(3, '0')}.ts'\nduration ${GOP_SECONDS}\n`;
    return Array<string>(secondsPerSlide / GOP_SECONDS).fill(line);
  });
  await writeFile(list, lines.join(''));
  const repeated = { at: list, options: ['-f', 'concat', '-safe', '0'] };
  const sound = { at: await context.wav(), options: [] };
  const options = ['-map', '0:v', '-map', '1:a', '-c:v', 'copy', '-c:a', 'aac', ...MP4];
  await runFfmpeg({ inputs: [repeated, sound], output: { at: video, options } }, runtime);
}

/** ffmpeg alone, over the same pictures and a narration of the same length. */
export const naiveBench: Bench = {
  name: 'naive',
  async *rows(context) {
    await Promise.all([context.pngs(), context.wav()]);
    const ways = [
      { id: NAIVE, name: 'naive: one ffmpeg run, x264 veryfast, with AAC', make: encodeAll, against: [] },
      {
        id: 'ffmpeg',
        name: 'ffmpeg alone at its fastest: a GOP of 2 s a slide, copied',
        make: encodeOnce,
        against: [NAIVE],
      },
    ];
    for (const { id, name, make, against } of ways) {
      const video = join(context.folder, `${id}.mp4`);
      const { seconds, cpuSeconds } = await timed(() => make(context, video));
      yield { id, name, against, seconds, cpuSeconds, ...(await describeVideo(video, context.deck, context)) };
      await rm(video);
    }
  },
};

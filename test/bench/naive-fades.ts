import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runFfmpeg } from '#engine/video/ffmpeg/run.ts';
import { TO_VIDEO_COLOURS } from '#test/support/video/swscale.ts';
import { framesOf } from './frames.ts';
import { type BenchContext, pictureAt, type Row } from './row.ts';
import { timed } from './timed.ts';

export const FADE_SECONDS = 0.5;

/** Rows of this file. */
export const NAIVE_FADES = ['naive-xfade', 'naive-overlay'] as const;

interface Plan {
  slides: number;
  seconds: number;
}

/** A chain of `xfade`s: each slide comes in over the one before, within its own time. */
export function xfadeChain({ slides, seconds }: Plan): string {
  const fades = Array.from({ length: slides - 1 }, (_, i) => {
    const from = i === 0 ? '0:v' : `f${i}`;
    return `[${from}][${i + 1}:v]xfade=transition=fade:duration=${FADE_SECONDS}:offset=${(i + 1) * seconds}[f${i + 1}]`;
  });
  return [...fades, `[f${slides - 1}]${TO_VIDEO_COLOURS}[out]`].join(';');
}

/** The same without `xfade`: each slide is laid over what is there, and is transparent at first. */
export function overlayChain({ slides, seconds }: Plan): string {
  const steps = Array.from({ length: slides - 1 }, (_, i) => {
    const [slide, begins] = [i + 1, (i + 1) * seconds];
    const below = i === 0 ? '0:v' : `o${i}`;
    return [
      `[${slide}:v]format=yuva420p,fade=in:st=0:d=${FADE_SECONDS}:alpha=1,setpts=PTS-STARTPTS+${begins}/TB[s${slide}]`,
      `[${below}][s${slide}]overlay=eof_action=pass:enable=gte(t\\,${begins})[o${slide}]`,
    ].join(';');
  });
  return [...steps, `[o${slides - 1}]${TO_VIDEO_COLOURS}[out]`].join(';');
}

/** Whether this ffmpeg can fade from one to the other: it is tried on two tiny pictures. */
async function hasXfade(ffmpegPath: string, folder: string): Promise<boolean> {
  const input = { at: 'color=size=64x64:duration=1', options: ['-f', 'lavfi'] };
  const options = ['-filter_complex', '[0:v][1:v]xfade=duration=0.5:offset=0.5', '-f', 'rawvideo'];
  const file = join(folder, 'xfade.raw');
  const job = { inputs: [input, input], output: { at: file, options } };
  return runFfmpeg(job, { ffmpegPath })
    .then(() => true)
    .catch(() => false)
    .finally(() => rm(file, { force: true }));
}

/** The ffmpeg to ask for `xfade`: the one that is named, or the system's. The given one is too old for it. */
const otherFfmpeg = (): string => process.env.FFMPEG_PATH ?? '/usr/bin/ffmpeg';

/** Slides that are measured; the time of the whole deck is taken from theirs. */
const PART = 10;
const QUICK_PART = 3;

/**
 * The chains of filters that everybody writes for a deck with fades, x264 veryfast and AAC. They are slow, so a part of the
 * deck is measured. That favours them: every frame passes a filter for each slide that is still to come.
 */
export async function* naiveFades(context: BenchContext): AsyncGenerator<Row> {
  const { deck, fps, secondsPerSlide, folder, runtime, quick } = context;
  const slides = Math.min(deck.slides.length, quick ? QUICK_PART : PART);
  const plan = { slides, seconds: secondsPerSlide };
  const [pattern, wav] = await Promise.all([context.pngs(), context.wav()]);
  const other = otherFfmpeg();
  const chains = [
    ...((await hasXfade(other, folder))
      ? [
          {
            id: 'naive-xfade',
            name: `fades by an xfade chain (${other})`,
            filter: xfadeChain(plan),
            runtime: { ffmpegPath: other },
          },
        ]
      : []),
    { id: 'naive-overlay', name: 'fades by an overlay chain (the given ffmpeg)', filter: overlayChain(plan), runtime },
  ];
  const total = slides * secondsPerSlide;
  for (const { id, name, filter, runtime: by } of chains) {
    const pictures = Array.from({ length: slides }, (_, index) => {
      // In the overlay chain the first slide carries the clock of all.
      const shown =
        id === 'naive-overlay' && index === 0 ? total : secondsPerSlide + (index < slides - 1 ? FADE_SECONDS : 0);
      const options = ['-loop', '1', '-framerate', String(fps), '-t', String(shown)];
      return { at: pictureAt(pattern, index), options };
    });
    const sound = { at: wav, options: ['-t', String(total)] };
    const output = [
      ...['-filter_complex', filter, '-map', '[out]', '-map', `${slides}:a`, '-c:v', 'libx264', '-preset', 'veryfast'],
      ...['-c:a', 'aac', '-movflags', '+faststart', '-f', 'mp4'],
    ];
    const video = join(folder, `${id}.mp4`);
    const job = { inputs: [...pictures, sound], output: { at: video, options: output } };
    const { seconds, cpuSeconds } = await timed(() => runFfmpeg(job, by));
    const frames = await framesOf(video);
    if (frames !== total * fps) throw new Error(`the chain made ${frames} frames and should have made ${total * fps}`);
    await rm(video);
    const scale = deck.slides.length / slides;
    const note = `${slides} slides took ${seconds.toFixed(1)} s: times ${scale}`;
    yield {
      id,
      name,
      seconds: seconds * scale,
      cpuSeconds: cpuSeconds === undefined ? undefined : cpuSeconds * scale,
      note,
    };
  }
}

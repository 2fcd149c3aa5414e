import { execFile } from 'node:child_process';
import { link, mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { framesOf } from './frames.ts';
import { NAIVE } from './naive.ts';
import { remotionDeck } from './remotion-deck.ts';
import { type Bench, pictureAt } from './row.ts';
import { timed } from './timed.ts';

const run = promisify(execFile);

const VERSION = '4.0.529';
const PACKAGES = [`@remotion/cli@${VERSION}`, `remotion@${VERSION}`, 'react@19', 'react-dom@19'];

/** Frames of each slide in the two renders that are measured, and the number of slides. */
const SHORT = 5;
const LONG = 25;
const SLIDES = 6;

/**
 * A browser photographs every frame. Slow, so two short renders are measured: their difference is what a frame costs, and
 * the start is what the rest of the shorter one took. Installed by npm into a temporary folder.
 */
export const remotionBench: Bench = {
  name: 'remotion',
  async *rows(context) {
    const { deck, fps, secondsPerSlide } = context;
    const [pattern, wav] = await Promise.all([context.pngs(), context.wav()]);
    const folder = join(context.folder, 'remotion');
    const slides = Math.min(SLIDES, deck.slides.length);
    await mkdir(join(folder, 'public'), { recursive: true });
    const pictures = deck.slides.slice(0, slides).map((_, index) => pictureAt(pattern, index));
    for (const file of [...pictures, wav]) await link(file, join(folder, 'public', basename(file)));
    await writeFile(join(folder, 'package.json'), '{"private":true}');
    await writeFile(join(folder, 'deck.cjs'), remotionDeck({ ...deck.size, fps }));
    await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...PACKAGES], { cwd: folder });
    const render = async (frames: number): Promise<number> => {
      const video = join(folder, `${frames}.mp4`);
      const options = [
        ...['render', 'deck.cjs', 'deck', video, `--props=${JSON.stringify({ slides, frames })}`],
        ...['--x264-preset=veryfast', '--log=error'],
        `--browser-executable=${process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'}`,
      ];
      const command = join(folder, 'node_modules/.bin/remotion');
      const { seconds } = await timed(() => run(command, options, { cwd: folder }));
      const made = await framesOf(video);
      if (made !== slides * frames) throw new Error(`${made} frames were made of ${slides * frames}`);
      return seconds;
    };
    // Not measured: the first one fills caches of the bundler.
    await render(1);
    const short = await render(SHORT);
    const long = await render(LONG);
    const measured = slides * (LONG - SHORT);
    const perFrame = (long - short) / measured;
    const frames = fps * secondsPerSlide * deck.slides.length;
    yield {
      id: 'remotion',
      name: `Remotion ${VERSION}, x264 veryfast, with AAC`,
      against: [NAIVE],
      // Without processor time: the browser is killed at the end, and its time is not added to that of its parent.
      seconds: short + perFrame * (frames - slides * SHORT),
      note: `${(1 / perFrame).toFixed(1)} frames/s over ${measured} frames, scaled to the deck`,
    };
    await rm(folder, { recursive: true });
  },
};

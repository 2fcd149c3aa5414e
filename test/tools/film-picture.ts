import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { path as ffmpeg } from '@ffmpeg-installer/ffmpeg';
import sharp from 'sharp';
import { parseOptionsOrExit } from '#cli/command-line.ts';
import { TEXT_OPTION } from '#test/support/command-options.ts';

const run = promisify(execFile);
const COLUMNS = 3;
const TILE_WIDTH = 320;
const GAP = 8;
/** A frame is taken this long before its chapter ends: every point has appeared, the next transition has not started. Seconds. */
const BEFORE_END = 0.6;

/** The times, in seconds, at which the chapters of a video end. */
async function chapterEnds(film: string): Promise<number[]> {
  const { stdout } = await run(ffmpeg, ['-v', 'error', '-i', film, '-f', 'ffmetadata', '-']);
  return [...stdout.matchAll(/TIMEBASE=(\d+)\/(\d+)\nSTART=\d+\nEND=(\d+)/g)].map(
    ([, numerator, denominator, end]) => (Number(end) * Number(numerator)) / Number(denominator),
  );
}

async function frameAt(film: string, seconds: number): Promise<Buffer> {
  const position = ['-ss', String(seconds), '-i', film, '-frames:v', '1'];
  const { stdout } = await run(ffmpeg, ['-v', 'error', ...position, '-c:v', 'png', '-f', 'image2pipe', '-'], {
    encoding: 'buffer',
    maxBuffer: 64 * 2 ** 20,
  });
  return sharp(stdout).resize({ width: TILE_WIDTH }).png().toBuffer();
}

/** Writes one frame of each chapter of a finished video, in rows, as one WebP file. @throws Error for a video without chapters */
async function writeFilmPicture(film: string, file: string): Promise<void> {
  const ends = await chapterEnds(film);
  const tiles: Buffer[] = [];
  for (const end of ends) tiles.push(await frameAt(film, Math.max(0, end - BEFORE_END)));
  const { height } = await sharp(tiles[0]).metadata();
  if (tiles.length === 0 || height === undefined) throw new Error(`${film} has no chapters`);
  const rows = Math.ceil(tiles.length / COLUMNS);
  const canvas = { width: COLUMNS * (TILE_WIDTH + GAP) - GAP, height: rows * (height + GAP) - GAP };
  await mkdir(dirname(file), { recursive: true });
  await sharp({ create: { ...canvas, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .composite(
      tiles.map((input, index) => ({
        input,
        left: (index % COLUMNS) * (TILE_WIDTH + GAP),
        top: Math.floor(index / COLUMNS) * (height + GAP),
      })),
    )
    .webp({ quality: 80 })
    .toFile(file);
}

/** Writes the GIF of a video's extras as an animated WebP file, which is a quarter of its size. */
async function writeMovingPicture(gif: string, file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await sharp(gif, { animated: true }).webp({ quality: 60 }).toFile(file);
}

const { film, gif, out } = parseOptionsOrExit(
  `npm run film-picture [-- options]: a frame of each chapter of a film, in rows, as one WebP file
  --film FILE  (out/demo.mp4)
  --gif FILE   of the extras of a film: an animated WebP file of it instead
  --out FILE   (lib/front/docs/pictures/demo.webp)`,
  {
    film: { ...TEXT_OPTION, default: 'out/demo.mp4' },
    gif: TEXT_OPTION,
    out: { ...TEXT_OPTION, default: 'lib/front/docs/pictures/demo.webp' },
  },
);
await (gif === undefined ? writeFilmPicture(film, out) : writeMovingPicture(gif, out));

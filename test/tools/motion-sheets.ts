/**
 * `npm run motion-sheets`: makes videos with many kinds of motion, through the API of a service that it starts, and draws twelve frames of
 * each motion for looking at: out/motion-sheets/<template>-<format>-<number>.png. The list of motions in each sheet is printed.
 */
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Option } from 'commander';
import { createStyledCommand, runCliProgram } from '#cli/program.ts';
import type { AspectRatioName, PictureDimensions } from '#engine/video/format.ts';
import type { RawPicture } from '#engine/video/picture.ts';
import { type Client, download, ended, startService } from '#test/support/service/start-service.ts';
import { uploadFile } from '#test/support/service/upload-file.ts';
import { framesOfVideo } from '#test/support/video/frames-of-video.ts';
import { colour, MP4, madeByFfmpeg } from '#test/support/video/make-clip.ts';
import { makePresenter } from '#test/support/video/make-presenter.ts';
import type { MotionSlide } from './motion-slide.ts';
import { type MotionUploads, motionSlides } from './motion-slides.ts';
import { writeSheet } from './sheet.ts';

const PROJECT = join(import.meta.dirname, '../..');
const FPS = 30;
/** Frames of a motion. */
const FRAMES = 12;
/** The formats with the width of a frame on a sheet, frames side by side, and motions of a sheet. */
const FORMATS = {
  landscape: { size: { width: 256, height: 144 }, columns: 6, motions: 4 },
  portrait: { size: { width: 126, height: 224 }, columns: 12, motions: 4 },
  square: { size: { width: 200, height: 200 }, columns: 6, motions: 3 },
} as const satisfies Partial<Record<AspectRatioName, { size: PictureDimensions; columns: number; motions: number }>>;
type Format = keyof typeof FORMATS;
const FORMAT_NAMES = Object.keys(FORMATS) as Format[];

/** The frames of a part of a video. */
async function framesOf(
  file: string,
  { from, seconds }: { from: number; seconds: number },
  size: PictureDimensions,
): Promise<RawPicture[]> {
  const frames = await framesOfVideo(file, {
    ...{ size, filters: `scale=${size.width}:${size.height}:flags=area`, pixels: 'rgba' },
    ...{ from: Math.max(0, from - 0.2 / FPS), most: Math.round(seconds * FPS) },
  });
  return frames.map((rgba) => ({ ...size, rgba }));
}

/** The sum of the differences of two pictures: of one colour, in turn, of every third pixel. */
function differenceOf(one: RawPicture, other: RawPicture): number {
  let sum = 0;
  for (let third = 0; 12 * third < one.rgba.length; third++) {
    const at = 12 * third + (third % 3);
    sum += Math.abs((one.rgba[at] ?? 0) - (other.rgba[at] ?? 0));
  }
  return sum;
}

/** The first and the last frame of a part, and frames between which as much changes; at most twelve. Slow motion, as of a ground, counts little next to fast one. */
function movingFrames(frames: readonly RawPicture[]): RawPicture[] {
  let sum = 0;
  const changed = frames.map((frame, i) => {
    sum += differenceOf(frames[i - 1] ?? frame, frame);
    return sum;
  });
  const places = Array.from({ length: FRAMES }, (_, i) =>
    changed.findIndex((value) => value >= (i * sum) / (FRAMES - 1)),
  );
  return [...new Set(places)].flatMap((place) => frames[place] ?? []);
}

const blank = ({ width, height }: PictureDimensions): RawPicture => ({
  ...{ width, height },
  rgba: new Uint8Array(width * height * 4).fill(90),
});

async function uploads(client: Client): Promise<MotionUploads> {
  const photo = await readFile(join(PROJECT, 'test/fixtures/deck/lighthouse.jpg'));
  const { file } = await makePresenter('The harbour opens at dawn. Boats leave then.', 1);
  const clip = await madeByFfmpeg(
    [...colour('black', 4, '640x360'), '-vf', 'fade=t=out:st=1:d=2:color=white', ...MP4],
    'mp4',
  );
  return {
    photo: await uploadFile(client, '/uploads', 'image/jpeg', photo),
    presenter: await uploadFile(client, '/uploads', 'video/mp4', file),
    clip: await uploadFile(client, '/uploads', 'video/mp4', clip),
  };
}

interface Options {
  out: string;
  template: string;
  format?: Format;
  only?: string;
}

/** Makes the video of a template and a format, and its sheets. */
async function sheetsOf(
  client: Client,
  slides: readonly MotionSlide[],
  template_id: string,
  format: Format,
  out: string,
) {
  const timeline = {
    title: 'Motion',
    template_id,
    format,
    resolution: '480p',
    slides: slides.map(({ slide }) => slide),
  };
  const { id } = await client.ok<{ id: string }>('POST', '/renders', { timeline });
  const { status, output, error } = await ended(client, id, 900);
  if (status !== 'completed') throw new Error(`the render ${status}: ${JSON.stringify(error)}`);
  const file = await download(output.url, join(out, `${template_id}-${format}.mp4`));
  const { size, columns, motions } = FORMATS[format];
  let from = 0;
  for (let first = 0; first < slides.length; first += motions) {
    const sheet: RawPicture[] = [];
    const names: string[] = [];
    for (const { name, slide } of slides.slice(first, first + motions)) {
      const shown = movingFrames(await framesOf(file, { from, seconds: slide.duration_seconds }, size));
      sheet.push(...shown, ...Array.from({ length: FRAMES - shown.length }, () => blank(size)));
      names.push(`${name}${shown.length === 1 ? ' (nothing moves)' : ''}`);
      from += slide.duration_seconds;
    }
    const path = join(out, `${template_id}-${format}-${String(first / motions + 1).padStart(2, '0')}.png`);
    await writeSheet(path, sheet, columns);
    process.stdout.write(`${path}: ${names.join(', ')}\n`);
  }
}

const program = createStyledCommand(
  'npm run motion-sheets --',
  'Make videos with many kinds of motion, and sheets of twelve frames of each.',
)
  .option('--out <folder>', 'where the sheets go', join(PROJECT, 'out/motion-sheets'))
  .option('--template <ids>', 'templates, separated by commas', 'aurora,playful')
  .addOption(new Option('--format <name>', 'only this format').choices(FORMAT_NAMES))
  .option('--only <text>', 'only motions whose names have this text')
  .action(async ({ out, template, format, only = '' }: Options) => {
    await mkdir(out, { recursive: true });
    const service = await startService();
    try {
      const client = await service.account('max');
      const slides = motionSlides(await uploads(client)).filter(({ name }) => name.includes(only));
      for (const id of template.split(','))
        for (const each of format === undefined ? FORMAT_NAMES : [format])
          await sheetsOf(client, slides, id, each, out);
    } finally {
      await service.stop();
    }
  });

await runCliProgram(program);

/**
 * `npm run proof`: makes a short video (standing slides, a fade) in every format, resolution and frame rate that is offered,
 * as the service makes it, and proves of each: as many frames as planned, all as long, key frames where they were planned,
 * ffmpeg's decoder without a complaint, every frame of a standing slide the same and like the slide that was drawn.
 *
 * For `--second-decoder` see second-decoder.ts, for the videos of `--keep` browser.ts. Ends with 1 on any fault, also when ffmpeg
 * does not encode a codec that was asked for.
 */
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { path as bundledFfmpeg } from '@ffmpeg-installer/ffmpeg';
import { z } from 'zod';
import { parseOptionsOrExit } from '#cli/command-line.ts';
import { VIDEO_CODEC_IDS } from '#engine/video/codecs/codec-facts.ts';
import { findAvailableCodecs } from '#engine/video/codecs/find-available-codecs.ts';
import { createSlideAndCaptionPainter } from '#engine/video/drawing/paint/slide-and-caption-painter.ts';
import type { RawPicture } from '#engine/video/picture.ts';
import type { VideoSettings } from '#engine/video/settings.ts';
import { lumaOf, type Plane } from '#test/bench/ssim.ts';
import { TEXT_OPTION } from '#test/support/command-options.ts';
import { COMBINATIONS, type Combination, combinationsNamed, SAMPLE_COMBINATIONS } from './proof/combinations.ts';
import { faultsOf } from './proof/faults.ts';
import { type Film, type FilmShot, makeFilm } from './proof/film.ts';
import { observeFilm } from './proof/observe-film.ts';
import { drawSlides } from './proof/slides.ts';
import { openH264Hashes } from './second-decoder.ts';

const USAGE = `npm run proof [-- options]: makes a short film in every format, resolution and rate, and proves each
  --sample           a few combinations that have everything once
  --only NAME        those whose names begin so, such as landscape-1080p-30; may be given more than once
  --codec LIST       of ${VIDEO_CODEC_IDS.join(',')} (h264)
  --second-decoder   OpenH264 decodes the H.264 films too, and every picture is compared
  --keep FOLDER      copy the films there
FFMPEG_PATH names another ffmpeg.`;

const options = parseOptionsOrExit(USAGE, {
  codec: { ...TEXT_OPTION, default: 'h264' },
  sample: { type: 'boolean', default: false },
  only: { ...TEXT_OPTION, multiple: true, default: [] },
  'second-decoder': { type: 'boolean', default: false },
  keep: TEXT_OPTION,
});
const runtime = { ffmpegPath: process.env.FFMPEG_PATH ?? bundledFfmpeg };

/**
 * One frame; fewer than a GOP; a fade of half a second, of which browser.ts looks for a frame; and so long that a key frame
 * is repeated.
 */
const shotsAt = (fps: number): FilmShot[] => [
  { picture: 0, frames: 1 },
  { picture: 1, frames: 7 },
  { fade: [1, 2], frames: Math.floor(fps / 2) },
  { picture: 2, frames: 5 * fps + 3 },
];

/** Drawn slides of one size; the combinations that have it follow one another. */
class Slides {
  readonly #painter = createSlideAndCaptionPainter();
  #size = '';
  #drawn: { pictures: RawPicture[]; luma: Plane[] } = { pictures: [], luma: [] };

  async of({ size }: Combination): Promise<{ pictures: RawPicture[]; luma: Plane[] }> {
    if (this.#size === JSON.stringify(size)) return this.#drawn;
    this.#drawn = { pictures: [], luma: [] };
    const pictures = await drawSlides(await this.#painter, { size });
    this.#drawn = { pictures, luma: pictures.map(lumaOf) };
    this.#size = JSON.stringify(size);
    return this.#drawn;
  }
}

const slides = new Slides();

const keptAs = (folder: string, { name }: Combination, { settings, file }: Film): string =>
  join(folder, `${name}-${settings.codec}${extname(file)}`);

/** @returns what the line says of a video that is right. @throws Error that says what is wrong */
async function prove(combination: Combination, settings: VideoSettings, folder: string): Promise<string> {
  const { pictures, luma } = await slides.of(combination);
  const film = await makeFilm({ settings, pictures, shots: shotsAt(settings.fps), folder }, runtime);
  const observation = await observeFilm(film, luma, runtime);
  const faults = faultsOf(film, observation);
  let decoders = '';
  if (options['second-decoder'] && settings.codec === 'h264') {
    const others = await openH264Hashes(film.file, settings);
    const different = observation.hashes.findIndex((hash, frame) => hash !== others[frame]);
    if (others.length !== observation.hashes.length) faults.push(`OpenH264 decodes ${others.length} frames`);
    else if (different >= 0) faults.push(`OpenH264 decodes another picture at frame ${different}`);
    decoders = ', the same in OpenH264';
  }
  if (options.keep !== undefined) await copyFile(film.file, keptAs(options.keep, combination, film));
  if (faults.length > 0) throw new Error(faults.join('; '));
  const worst = Math.min(...observation.ssims.flatMap((value) => value ?? []));
  const standing = film.isCopied ? 'standing frames identical' : 'standing frames alike';
  const frames = `${film.frames} frames, key frames at ${observation.index.keyframes.join(' ')}`;
  return `${frames}, ${standing}, SSIM >= ${(Math.floor(worst * 1e4) / 1e4).toFixed(4)}${decoders}`;
}

async function main(): Promise<number> {
  const codecs = z.array(z.enum(VIDEO_CODEC_IDS)).parse(options.codec.split(','));
  const chosen = combinationsNamed(options.sample ? SAMPLE_COMBINATIONS : COMBINATIONS, options.only);
  const available = await findAvailableCodecs(runtime);
  if (options.keep !== undefined) await mkdir(options.keep, { recursive: true });
  const started = performance.now();
  let proved = 0;
  let failures = 0;
  for (const combination of chosen) {
    for (const codec of codecs) {
      const label = `${combination.name} ${codec}`;
      const folder = await mkdtemp(join(tmpdir(), 'proof-'));
      try {
        if (!available.includes(codec)) throw new Error(`ffmpeg does not encode ${codec}`);
        const settings = { codec, ...combination.size, fps: combination.fps, quality: 'standard' } as const;
        console.log(`proved  ${label}: ${await prove(combination, settings, folder)}`);
        proved += 1;
      } catch (error) {
        failures += 1;
        console.log(`FAILED  ${label}: ${error instanceof Error ? error.message : error}`);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    }
  }
  const seconds = Math.round((performance.now() - started) / 1000);
  const megabytes = Math.round(process.resourceUsage().maxRSS / 1024);
  console.log(`${proved} proved, ${failures} failed, in ${seconds} s; at most ${megabytes} MB of memory`);
  return failures === 0 && proved > 0 ? 0 : 1;
}

process.exitCode = await main();

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { reencodeVideo } from '#app/sandbox/take-video.ts';
import { contrastRatio } from '#engine/video/drawing/contrast.ts';
import type { DrawableSlide } from '#engine/video/drawing/drawable-slide.ts';
import { createSlideAndCaptionPainter } from '#engine/video/drawing/paint/slide-and-caption-painter.ts';
import { FOOTAGE_TONES_PATTERN } from '#engine/video/footage/footage-tones.ts';
import { pictureDimensionsOfFormat } from '#engine/video/format.ts';
import { requireBuiltInTemplate } from '#features/templates/built-in-templates.ts';
import { playedTonesOfVideo } from '#features/timelines/slide-video.ts';
import { ffmpegPath } from '#test/support/audio/measure.ts';
import { sampleVideo } from '#test/support/samples/sample-video.ts';
import { colour, MP4, madeByFfmpeg } from '#test/support/video/make-clip.ts';

/** What the decoder makes of a clip that is black for half of its 6 s, and then becomes white. */
async function fromDarkToWhite() {
  const folder = await mkdtemp(join(tmpdir(), 'tones-'));
  try {
    const file = join(folder, 'video');
    const fade = ['-vf', 'fade=t=out:st=3:d=2:color=white', ...MP4];
    await writeFile(file, await madeByFfmpeg([...colour('black', 6, '320x180'), ...fade], 'mp4'));
    return await reencodeVideo({ file, folder, ffmpegPath, environment: {} }, AbortSignal.timeout(60_000));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

it('text over a video that becomes white has a shade from the start, and none where only its dark part is played', async () => {
  const { poster, tones, fps } = await fromDarkToWhite();
  expect(tones).toMatch(FOOTAGE_TONES_PATTERN);
  const video = sampleVideo({ fps, frames: 6 * fps, tones, place: 'background' });
  const midnight = requireBuiltInTemplate('midnight');
  const size = pictureDimensionsOfFormat('landscape', '480p');
  const painter = await createSlideAndCaptionPainter();
  /** The least contrast of white letters to a white frame, in pixels of the shade between the lines; undefined without a shade. */
  const contrastOnWhite = async (trim: { from: number; to: number } | undefined): Promise<number | undefined> => {
    const { bytes, width, height } = poster;
    const shown = playedTonesOfVideo({ ...video, trim });
    const slide: DrawableSlide = {
      ...{ title: 'Readable', bullet_points: ['at every', 'moment'], language: 'en', is_first: false },
      layout: 'image_background',
      image: { bytes, width, height, fit: 'cover', focus: { x: 0.5, y: 0.5 }, tones: shown },
    };
    const layers = await painter.paintLayers(slide, size, midnight);
    const rgba = layers?.above.rgba ?? new Uint8Array();
    let least: number | undefined;
    for (let at = 0; at < rgba.length; at += 4) {
      const alpha = rgba[at + 3] ?? 0;
      const [x, y] = [(at / 4) % size.width, Math.floor(at / 4 / size.width)];
      // Pixels of the shade where it is whole, but not of letters.
      const isShade = Math.max(rgba[at] ?? 0, rgba[at + 1] ?? 0, rgba[at + 2] ?? 0) < 40;
      const isBehindText = x > size.width * 0.08 && x < size.width * 0.3 && Math.abs(y - size.height / 2) < 60;
      if (!isShade || !isBehindText || alpha === 0) continue;
      const grey = Math.round(255 - alpha + ((rgba[at + 1] ?? 0) * alpha) / 255);
      const ratio = contrastRatio('#ffffff', `#${grey.toString(16).padStart(2, '0').repeat(3)}`);
      least = Math.min(least ?? 21, ratio);
    }
    return least;
  };
  expect(await contrastOnWhite(undefined)).toBeGreaterThanOrEqual(4.5);
  expect(await contrastOnWhite({ from: 4, to: 6 })).toBeGreaterThanOrEqual(4.5);
  expect(await contrastOnWhite({ from: 0, to: 1.5 })).toBeUndefined();
});

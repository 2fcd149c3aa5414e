import { join } from 'node:path';
import sharp from 'sharp';
import { type EncodedSegment, encodeSegment } from '../../lib/video/encode-segment.ts';
import { muxSegments } from '../../lib/video/mux-segments.ts';
import type { RawPicture } from '../../lib/video/picture.ts';
import { rawPictures } from './raw-pictures.ts';
import type { BenchContext, Measurement } from './row.ts';

type Pictures = (context: BenchContext, first: number, count: number) => AsyncIterable<RawPicture>;

async function* drawn({ deck }: BenchContext, first: number, count: number): AsyncGenerator<RawPicture> {
  for (let index = first; index < first + count; index++) yield deck.draw(index);
}

async function* fromPngs({ deck, pngPattern }: BenchContext, first: number, count: number): AsyncGenerator<RawPicture> {
  for (let index = first; index < first + count; index++) {
    const file = pngPattern.replace('%03d', String(index).padStart(3, '0'));
    yield { ...deck.size, rgba: await sharp(file).ensureAlpha().raw().toBuffer() };
  }
}

const SLIDES_PER_SEGMENT = 20;

/** Pictures to a finished MP4 without sound, the way the service does it: segments one after another, then the mux. */
async function makeVideo(
  context: BenchContext,
  name: string,
  pictures: Pictures,
): Promise<{ video: string; note: string }> {
  const { deck, fps, secondsPerSlide, folder, runtime } = context;
  const segments: { file: string; encoded: EncodedSegment }[] = [];
  for (let first = 0; first < deck.slides; first += SLIDES_PER_SEGMENT) {
    const count = Math.min(SLIDES_PER_SEGMENT, deck.slides - first);
    const file = join(folder, `${name}-${first}.h264`);
    const frames = Array<number>(count).fill(fps * secondsPerSlide);
    const spec = { ...deck.size, fps, quality: 'standard', frames } as const;
    segments.push({ file, encoded: await encodeSegment(spec, pictures(context, first, count), file, runtime) });
  }
  const video = join(folder, `${name}.mp4`);
  const frames = segments.reduce((total, { encoded }) => total + encoded.frames, 0);
  await muxSegments({ segments: segments.map(({ file }) => file), fps, ...deck.size, frames }, video, runtime);
  return { video, note: [...new Set(segments.map(({ encoded }) => encoded.method))].join(', ') };
}

/** From raw pictures that are there already: encoding, synthesis and mux alone. */
export const videoPart: Measurement = {
  name: 'video part, from raw pictures',
  run: (context) => makeVideo(context, 'raw', rawPictures),
};

/** From the same PNG files that the naive run reads. */
export const videoPartFromPngs: Measurement = {
  name: 'video part, from PNG files',
  run: (context) => makeVideo(context, 'from-pngs', fromPngs),
};

/** From nothing: the slides are drawn while they are encoded. */
export const videoPartDrawn: Measurement = {
  name: 'video part, slides drawn on the way',
  run: (context) => makeVideo(context, 'drawn', drawn),
};

/** What drawing alone costs, to be taken from the row above. */
export const drawing: Measurement = {
  name: 'drawing alone',
  async run(context) {
    let bytes = 0;
    for await (const { rgba } of drawn(context, 0, context.deck.slides)) bytes += rgba.length;
    return { note: `${context.deck.slides} pictures, ${Math.round(bytes / 1e6)} MB raw` };
  },
};

import { join } from 'node:path';
import sharp from 'sharp';
import { encodeStillClips } from '#engine/video/encode-clips.ts';
import { joinClipsIntoElementaryStream } from '#engine/video/mux/mux-clips.ts';
import { muxVideo } from '#engine/video/mux/mux-video.ts';
import { freePictureMemory, type RawPicture } from '#engine/video/picture.ts';
import type { Deck } from './deck.ts';
import { type BenchContext, pictureAt } from './row.ts';

/** Where the pictures of slides come from. */
export interface PictureSource {
  make(index: number): Promise<RawPicture>;
  /** The same pictures come again: they must not be freed. */
  areKept: boolean;
}

export const drawOnTheWay = (deck: Deck): PictureSource => ({ make: (index) => deck.draw(index), areKept: false });

/** From the same PNG files that the naive run reads. */
export async function fromPngs({ deck, pngs }: BenchContext): Promise<PictureSource> {
  const pattern = await pngs();
  const make = async (index: number): Promise<RawPicture> => {
    const file = pictureAt(pattern, index);
    return { ...deck.size, rgba: await sharp(file).ensureAlpha().raw().toBuffer() };
  };
  return { make, areKept: false };
}

/** The next picture is made while the encoder has the last one, and freed afterwards, as the service does it. */
async function* madeAhead(count: number, { make, areKept }: PictureSource): AsyncGenerator<RawPicture> {
  let next: Promise<RawPicture> | undefined;
  for (let index = 0; index < count; index++) {
    const current = next ?? make(index);
    next = index + 1 < count ? current.then(() => make(index + 1)) : undefined;
    next?.catch(() => undefined);
    const picture = await current;
    yield picture;
    if (!areKept) freePictureMemory(picture);
  }
}

/** Pictures to a finished MP4 without sound, the way the service does it: clips in one file, then stream and mux. */
export async function makeVideo(
  { fps, secondsPerSlide, folder, runtime }: Pick<BenchContext, 'fps' | 'secondsPerSlide' | 'folder' | 'runtime'>,
  deck: Deck,
  source: PictureSource,
): Promise<string> {
  const settings = { codec: 'h264', ...deck.size, fps, quality: 'standard' } as const;
  const file = join(folder, 'stills');
  const count = deck.slides.length;
  const shown = fps * secondsPerSlide;
  const clips = await encodeStillClips(settings, madeAhead(count, source), file, runtime);
  const placed = clips.map((clip) => ({ file, clip, shown }));
  const video = join(folder, 'video-part.mp4');
  const stream = (counted: Parameters<typeof joinClipsIntoElementaryStream>[3]) =>
    joinClipsIntoElementaryStream(settings, placed, runtime, counted);
  await muxVideo({ settings, frames: count * shown, stream }, video, runtime);
  return video;
}

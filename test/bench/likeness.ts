import { stat } from 'node:fs/promises';
import { inspectMp4 } from '#engine/video/mp4/inspect.ts';
import type { Deck } from './deck.ts';
import type { BenchContext, Row } from './row.ts';
import { lumaOf, lumaOfFrames, ssim } from './ssim.ts';

/**
 * Size, frames, and likeness of a frame of each slide to the drawn slide. The whole video is decoded.
 * @throws Error when the video has not as many frames as the deck asks for
 */
export async function describeVideo(
  file: string,
  deck: Deck,
  { fps, secondsPerSlide, runtime }: Pick<BenchContext, 'fps' | 'secondsPerSlide' | 'runtime'>,
): Promise<Partial<Row>> {
  const every = fps * secondsPerSlide;
  const { video } = await inspectMp4(file);
  const wanted = every * deck.slides.length;
  if (video.samples !== wanted) throw new Error(`the video has ${video.samples} frames and should have ${wanted}`);
  const likeness: number[] = [];
  // Later than the middle: slides that fade in stand by then, whatever their length.
  const offset = Math.floor((every * 3) / 4);
  for await (const luma of lumaOfFrames(file, { every, offset, ...deck.size }, runtime))
    likeness.push(ssim(lumaOf(await deck.draw(likeness.length)), luma));
  if (likeness.length !== deck.slides.length)
    throw new Error(`${likeness.length} of ${deck.slides.length} slides were found in the video`);
  const ssimMean = likeness.reduce((total, value) => total + value, 0) / likeness.length;
  return { bytes: (await stat(file)).size, frames: video.samples, ssimMean, ssimMin: Math.min(...likeness) };
}

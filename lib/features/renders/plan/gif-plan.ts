import type { RenderPlan } from './render-plan.ts';

/** Longest GIF, in seconds. */
export const MAX_GIF_SECONDS = 15;

/** Shortest time of a picture, in milliseconds; shorter ones cannot be read and flicker. */
const MIN_PICTURE_MS = 500;

/** A slide in a GIF, and the time for which it is shown. */
export interface TimedGifSlide {
  /** Index of the slide in the video. */
  slide: number;
  /** A multiple of 10, because GIF stores hundredths of a second. */
  milliseconds: number;
}

/**
 * Chooses the slides of a video's GIF and their times, in order. A video of up to 15 s keeps its times; those of a longer one are shortened
 * in proportion, to at least half a second. If not all slides fit, as many as fit are chosen, evenly distributed, starting with the
 * first. Pure.
 */
export function planGifSlides({ slides, frames, fps }: Pick<RenderPlan, 'slides' | 'frames' | 'fps'>): TimedGifSlide[] {
  const totalMs = Math.min(MAX_GIF_SECONDS * 1000, (frames / fps) * 1000);
  const maxPictures = Math.max(1, Math.floor(totalMs / MIN_PICTURE_MS));
  const count = Math.min(slides.length, maxPictures);
  const chosenSlides = Array.from({ length: count }, (_, index) => Math.floor((index * slides.length) / count));
  const lengths = chosenSlides.map((slide, index) => {
    const end = slides[chosenSlides[index + 1] ?? slides.length]?.start_frame ?? frames;
    return end - (slides[slide]?.start_frame ?? 0);
  });
  // Each slide has the shortest time; the rest is distributed in proportion to the times of the slides in the video.
  const minPictureMs = Math.min(MIN_PICTURE_MS, totalMs / count);
  const totalFrames = lengths.reduce((sum, length) => sum + length, 0);
  let elapsedMs = 0;
  let start = 0;
  return chosenSlides.map((slide, index) => {
    elapsedMs += minPictureMs + ((totalMs - minPictureMs * count) * (lengths[index] ?? 0)) / totalFrames;
    // Each end is rounded down, so that the sum is never more than the total.
    const roundedEnd = Math.floor(elapsedMs / 10 + 1e-6) * 10;
    const milliseconds = roundedEnd - start;
    start = roundedEnd;
    return { slide, milliseconds };
  });
}

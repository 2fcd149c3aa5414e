import type { RenderPlan } from './render-plan.ts';

/** Longest GIF, in seconds. */
export const MAX_GIF_SECONDS = 15;

/** Shortest time of a picture, in milliseconds; shorter ones cannot be read and flicker. */
const MIN_PICTURE_MS = 500;

/** A slide in a GIF, and the time for which it is shown. */
export interface GifPicture {
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
export function planGif({ slides, frames, fps }: Pick<RenderPlan, 'slides' | 'frames' | 'fps'>): GifPicture[] {
  const total = Math.min(MAX_GIF_SECONDS * 1000, (frames / fps) * 1000);
  const room = Math.max(1, Math.floor(total / MIN_PICTURE_MS));
  const count = Math.min(slides.length, room);
  const chosen = Array.from({ length: count }, (_, place) => Math.floor((place * slides.length) / count));
  const lengths = chosen.map((slide, place) => {
    const end = slides[chosen[place + 1] ?? slides.length]?.start_frame ?? frames;
    return end - (slides[slide]?.start_frame ?? 0);
  });
  // Each slide has the shortest time; the rest is distributed in proportion to the times of the slides in the video.
  const least = Math.min(MIN_PICTURE_MS, total / count);
  const wholes = lengths.reduce((sum, length) => sum + length, 0);
  let elapsed = 0;
  let start = 0;
  return chosen.map((slide, place) => {
    elapsed += least + ((total - least * count) * (lengths[place] ?? 0)) / wholes;
    // Each end is rounded down, so that the sum is never more than the total.
    const until = Math.floor(elapsed / 10 + 1e-6) * 10;
    const milliseconds = until - start;
    start = until;
    return { slide, milliseconds };
  });
}

import type { RenderPlan } from './render-plan.ts';

/** Longest GIF, in seconds. */
export const MAX_GIF_SECONDS = 15;

/** Shortest time of a picture, in milliseconds: a shorter one cannot be read, and many in a row flicker. */
const MIN_PICTURE_MS = 500;

/** A slide in the GIF of a video, and the time for which it is shown. */
export interface GifPicture {
  /** Index of the slide in the video. */
  slide: number;
  /** A multiple of 10: GIF counts hundredths of a second. */
  milliseconds: number;
}

/**
 * The slides that the GIF of a video shows, in their order. A video of up to 15 s keeps its times; those of a longer one are
 * shortened in proportion, none below half a second. Where that leaves no room for all slides, as many as fit are taken, spread
 * evenly, the first among them. Pure.
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
  let told = 0;
  return chosen.map((slide, place) => {
    elapsed += least + ((total - least * count) * (lengths[place] ?? 0)) / wholes;
    // Rounded down at each end, so that the sum is never more than the whole.
    const until = Math.floor(elapsed / 10 + 1e-6) * 10;
    const milliseconds = until - told;
    told = until;
    return { slide, milliseconds };
  });
}

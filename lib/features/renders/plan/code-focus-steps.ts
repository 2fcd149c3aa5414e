import type { AppearingSteps } from './reveals.ts';
import type { PictureRef } from './video-shot.ts';

/**
 * The steps in which groups of lines of code are lit: first all lines look as usual, then one group after another is lit.
 * @param texts the text of each group, by which its time is found in the narration
 * @param slideIndex index of the slide in the video
 * @param timesOf returns the time of each group, in seconds from the start of the slide
 */
export const codeFocusSteps = (
  texts: readonly string[],
  slideIndex: number,
  timesOf: (texts: readonly string[]) => readonly number[],
): AppearingSteps => ({
  times: timesOf(texts),
  picture: (step: number): PictureRef => (step === 0 ? { slide: slideIndex } : { slide: slideIndex, lit: step - 1 }),
  // Every step lights another group.
  isSame: () => false,
});

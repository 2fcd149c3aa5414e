import type { PictureRef } from './shot.ts';

/**
 * The steps in which groups of lines of code are lit: first all lines look as usual, then one group after another is lit.
 * @param texts the texts of the groups
 * @param slide index of the slide in the video
 * @param timesOf returns the time of each group, in seconds from the start of the slide
 */
export const codeFocusSteps = (
  texts: readonly string[],
  slide: number,
  timesOf: (texts: readonly string[]) => readonly number[],
) => ({
  times: timesOf(texts),
  picture: (step: number): PictureRef => (step === 0 ? { slide } : { slide, lit: step - 1 }),
  isSame: () => false,
});

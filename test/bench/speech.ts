// About seven seconds of speech: a slide of ten must not be made longer by its narration.
const LONG = 'All of these slides differ in what they say and show. The voice goes on for some seconds.';
const SHORT = 'The voice goes on for a moment.';

/** Notes for a slide that is shown for `seconds` (at least 5): another text on each slide, about two thirds as long. */
export const notesFor =
  (secondsPerSlide: number) =>
  (index: number): string =>
    `Number ${index + 1}. ${secondsPerSlide < 10 ? SHORT : LONG}`;

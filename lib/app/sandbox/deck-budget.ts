/** Processor time that all processes of one deck may take together. */
export interface DeckCpuBudget {
  /** CPU seconds for a deck of a few pictures. */
  cpuSeconds: number;
  /** The number of pictures (slides, pages, states of slides) that `cpuSeconds` covers. */
  usualPictures: number;
  /** CPU seconds for each further picture that is started. */
  cpuSecondsOfPicture: number;
}

/** The most pictures of states for one deck. A deck of 48 slides with 174 clicks has fewer. */
export const MAX_STATE_PICTURES_OF_DECK = 400;

/**
 * The usual budget, for pictures of up to `USUAL_LONG_SIDE` pixels. Real decks take 0.07 to 0.9 CPU s per picture in 1080p, up to 1.5 s for
 * their worst one, and up to 3 s to be read and opened. A deck that costs more per picture than any real deck uses up its budget early. A
 * deck of many slides has enough, also on a slower machine.
 */
export const USUAL_DECK_CPU_BUDGET: DeckCpuBudget = { cpuSeconds: 7.5, usualPictures: 4, cpuSecondsOfPicture: 1 };

/** Pixels of the longer side of the pictures to which the limits of time apply without a factor. */
const USUAL_LONG_SIDE = 1920;

/**
 * The factor, at least 1, of the limits of time for larger pictures. The time for drawing and compressing grows with the number of pixels.
 * @param longSide pixels
 */
export const drawingTimeLimitFactor = (longSide: number): number => Math.max(1, (longSide / USUAL_LONG_SIDE) ** 2);

/**
 * The exponent of `drawingTimeLimitFactor` for the time of each further picture. When pictures are larger, the drawing module keeps fewer scaled
 * pictures, such as backgrounds, for the next slide. A public deck of photographs takes 0.43 CPU s per slide in 1080p, and up to 4 s in 2160p.
 */
const EXPONENT_FOR_FURTHER_PICTURES = 1.3;

/** The budget for pictures of a size. @param longSide pixels */
export function deckCpuBudgetForPictureSize(longSide: number, budget: DeckCpuBudget): DeckCpuBudget {
  const factor = drawingTimeLimitFactor(longSide);
  return {
    ...budget,
    cpuSeconds: factor * budget.cpuSeconds,
    cpuSecondsOfPicture: factor ** EXPONENT_FOR_FURTHER_PICTURES * budget.cpuSecondsOfPicture,
  };
}

/**
 * CPU seconds that a deck may have taken when it starts a picture.
 * @param pictures number of pictures that were started so far, in all processes; not a number that the file states
 */
export const allowedCpuSecondsOfDeck = (
  { cpuSeconds, usualPictures, cpuSecondsOfPicture }: DeckCpuBudget,
  pictures: number,
): number => cpuSeconds + cpuSecondsOfPicture * Math.max(0, pictures - usualPictures);

/** The share of the budget for drawing slides in their original look. The rest is for redesigning the remaining slides. */
const SHARE_OF_DRAWING = 0.8;

/** Reports whether the remaining slides should be redesigned. @param takenCpuSeconds CPU seconds so far, in all processes */
export const isDeckCpuBudgetUsedUp = (budget: DeckCpuBudget, pictures: number, takenCpuSeconds: number): boolean =>
  takenCpuSeconds > SHARE_OF_DRAWING * allowedCpuSecondsOfDeck(budget, pictures);

/** Reading a deck a second time takes at most this many times as long as the first time. */
const SECOND_READING_FACTOR = 1.3;
/** The most CPU seconds for opening a deck that was read. */
const OPENING_CPU_SECONDS = 1;
/** The most CPU seconds for redesigning the slides of a deck that was read. */
const REDESIGN_CPU_SECONDS = 1;

/**
 * CPU seconds that are kept for a process that reads the deck again and draws nothing.
 * @param readingCpuSeconds CPU seconds that reading it took
 */
export const cpuSecondsReservedForRereading = (readingCpuSeconds: number): number =>
  SECOND_READING_FACTOR * readingCpuSeconds + REDESIGN_CPU_SECONDS;

/** The processor time that a deck has taken so far. */
export interface DeckCpuUsage {
  /** CPU seconds of all processes. */
  cpuSeconds: number;
  /** CPU seconds of reading the deck the first time. */
  reading: number;
  /** The number of pictures that were started. */
  pictures: number;
}

/**
 * Reports whether a process that has read a deck may open it to draw its slides. If not, the limit that reserves CPU seconds would end the
 * process.
 */
export const hasCpuBudgetForDrawing = (
  budget: DeckCpuBudget,
  { cpuSeconds, reading, pictures }: DeckCpuUsage,
): boolean => cpuSeconds + cpuSecondsReservedForRereading(reading) < allowedCpuSecondsOfDeck(budget, pictures);

/** Reports whether another process would have enough time left to draw slides of a deck whose process was ended. */
export function canRestartDeckDrawing(budget: DeckCpuBudget, usage: DeckCpuUsage): boolean {
  const cpuSeconds = usage.cpuSeconds + SECOND_READING_FACTOR * usage.reading + OPENING_CPU_SECONDS;
  return (
    !isDeckCpuBudgetUsedUp(budget, usage.pictures, cpuSeconds) &&
    hasCpuBudgetForDrawing(budget, { ...usage, cpuSeconds })
  );
}

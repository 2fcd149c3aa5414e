import sharp from 'sharp';
import { DECK_PROCESS_LIMITS } from '#app/sandbox/deck-process.ts';
import { createSeparateProcessDeckReader } from '#app/sandbox/isolated-deck-reader.ts';
import type { MediaSource, ParsedDeck } from '#engine/deck-reading/deck.ts';
import type { DeckReadingJob } from '#features/imports/ports.ts';
import { deckReader } from '#test/support/decks/deck-reader.ts';
import { decodePicture } from '#test/support/decks/decode-picture.ts';

/** The pixels of a picture of a slide. */
export interface Pixels {
  /** In pixels. */
  width: number;
  /** In pixels. */
  height: number;
  /** @returns red, green and blue of a pixel, 0 to 255 */
  pixel(x: number, y: number): number[];
  /** @returns the least of the three */
  darkest(x: number, y: number): number;
}

/** A deck that is imported as a client does it that names no options. */
export const DECK_JOB = {
  account_id: 'acc_1',
  look: 'auto',
  pdf_text: 'none',
  long_side: 960,
  max_slides: 100,
} as const;

async function pixelsOf(bytes: Uint8Array): Promise<Pixels> {
  const { data, info } = await sharp(Buffer.from(bytes)).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const indexOf = (x: number, y: number): number => 3 * (y * width + x);
  return {
    width,
    height,
    pixel: (x, y) => [...data.subarray(indexOf(x, y), indexOf(x, y) + 3)],
    darkest(x, y) {
      const at = indexOf(x, y);
      return Math.min(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0);
    },
  };
}

/**
 * @returns the part of a rectangle, in pixels, where the least of red, green and blue is below `ink`
 */
export function darkPart(
  { darkest }: Pixels,
  [left, top, right, bottom]: readonly [number, number, number, number],
  ink: number,
): number {
  let [dark, all] = [0, 0];
  for (let y = Math.round(top); y < bottom; y++)
    for (let x = Math.round(left); x < right; x++) {
      all += 1;
      if (darkest(x, y) < ink) dark += 1;
    }
  return dark / all;
}

/** Imports a deck through the isolated reader. @returns it, and the pixels of each slide that has a picture, and of its states */
export async function drawnPictures<T>(
  job: Partial<DeckReadingJob> & Pick<DeckReadingJob, 'deck'>,
  pictureOf: (pixels: Pixels) => T,
  limits = DECK_PROCESS_LIMITS,
): Promise<{ deck: ParsedDeck; pictures: (T | undefined)[]; states: (T | undefined)[][] }> {
  return createSeparateProcessDeckReader({}, { program: await deckReader(), decodePicture, limits })(
    { ...DECK_JOB, ...job },
    async (taken) => {
      const pictureAt = async (source: MediaSource | undefined): Promise<T | undefined> => {
        const path = source?.from === 'path' ? source.path : undefined;
        const picture = taken.pictures.find((each) => each.path === path);
        return picture && pictureOf(await pixelsOf(await taken.bytesOf(picture)));
      };
      const { slides } = taken.deck;
      return {
        deck: taken.deck,
        pictures: await Promise.all(slides.map(({ image }) => pictureAt(image?.source))),
        states: await Promise.all(
          slides.map(({ builds = [] }) => Promise.all(builds.map(({ source }) => pictureAt(source)))),
        ),
      };
    },
    () => undefined,
    new AbortController().signal,
  );
}

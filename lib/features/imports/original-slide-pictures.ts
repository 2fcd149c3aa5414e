import { z } from 'zod';
import { forEachConcurrent } from '#kernel/shared/concurrency.ts';
import { parseJsonIfValid } from '#kernel/shared/parse-json.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import type { Import } from './import.ts';
import type { IsolatedDeckResult } from './ports.ts';

/** Pixels of the longer side of the pictures in the report of an import. */
export const REPORT_PICTURE_SIDE_PIXELS = 480;

/** The number of pictures that are shrunk at the same time. */
const CONCURRENT_PICTURES = 4;

/** Schema of the stored file: pictures as WebP in base64, by the number of the slide in the deck, from 1. */
const storedPicturesSchema = z.object({ version: z.literal(1), pictures: z.record(z.string(), z.string()) });

/** Makes a small WebP of a picture. @param longSide maximum length of its longer side, in pixels */
export type ShrinkPicture = (bytes: Uint8Array, longSide: number) => Promise<Uint8Array>;

/** The storage key of the pictures of the slides as they were in the deck. */
export const originalSlidePicturesKey = ({
  account_id,
  timeline_id,
}: Pick<Import, 'account_id' | 'timeline_id'>): string => storageKeys.importBefore(account_id, timeline_id);

/**
 * Packs small pictures of the slides as they were in the deck into one file. A second attempt makes the same file again.
 * @returns undefined if no slide of the deck could be drawn
 */
export async function packOriginalSlidePictures(
  { before, bytesOf }: Pick<IsolatedDeckResult, 'before' | 'bytesOf'>,
  shrink: ShrinkPicture,
): Promise<Uint8Array | undefined> {
  if (before.size === 0) return undefined;
  const pictures: [number, string][] = [];
  await forEachConcurrent([...before], CONCURRENT_PICTURES, async ([slideNumber, picture]) => {
    const smallPicture = await shrink(await bytesOf(picture), REPORT_PICTURE_SIDE_PIXELS);
    pictures.push([slideNumber, Buffer.from(smallPicture).toString('base64')]);
  });
  pictures.sort(([a], [b]) => a - b);
  return Buffer.from(JSON.stringify({ version: 1, pictures: Object.fromEntries(pictures) }));
}

/**
 * Reads a file of `packOriginalSlidePictures`: pictures as WebP, by the number of the slide in the deck, from 1. The result is empty for a
 * file of another version, and without a file.
 */
export function parseOriginalSlidePictures(bytes: Uint8Array | undefined): ReadonlyMap<number, Uint8Array> {
  const file = bytes && parseJsonIfValid(storedPicturesSchema, Buffer.from(bytes).toString());
  return new Map(
    Object.entries(file?.pictures ?? {}).map(([slideNumber, webp]) => [
      Number(slideNumber),
      Buffer.from(webp, 'base64'),
    ]),
  );
}

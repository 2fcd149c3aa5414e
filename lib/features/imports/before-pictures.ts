import { z } from 'zod';
import { forEachConcurrent } from '#kernel/shared/concurrency.ts';
import { parseJsonIf } from '#kernel/shared/parse-json.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import type { Import } from './import.ts';
import type { TakenDeck } from './ports.ts';

/** Pixels of the longer side of the pictures in the report of an import. */
export const REPORT_PICTURE_SIDE = 480;

const AT_ONCE = 4;

/** WebP in base64, by the number of the slide in the deck. */
const storedPictures = z.object({ version: z.literal(1), pictures: z.record(z.string(), z.string()) });

/** Makes a small WebP of a picture. @param longSide in pixels, at most */
export type ShrinkPicture = (bytes: Uint8Array, longSide: number) => Promise<Uint8Array>;

/** The key of the pictures that show how the slides of a deck were. */
export const beforeKey = ({ account_id, timeline_id }: Pick<Import, 'account_id' | 'timeline_id'>): string =>
  storageKeys.importBefore(account_id, timeline_id);

/**
 * The slides of a deck as it has them, small and in one file. A second attempt writes the same file again.
 * @returns undefined for a deck none of whose slides could be drawn
 */
export async function packBefore(
  { before, bytesOf }: Pick<TakenDeck, 'before' | 'bytesOf'>,
  shrink: ShrinkPicture,
): Promise<Uint8Array | undefined> {
  if (before.size === 0) return undefined;
  const pictures: [number, string][] = [];
  await forEachConcurrent([...before], AT_ONCE, async ([page, picture]) => {
    const small = await shrink(await bytesOf(picture), REPORT_PICTURE_SIDE);
    pictures.push([page, Buffer.from(small).toString('base64')]);
  });
  pictures.sort(([a], [b]) => a - b);
  return Buffer.from(JSON.stringify({ version: 1, pictures: Object.fromEntries(pictures) }));
}

/** Reads what `packBefore` wrote: WebP by the number of the slide in the deck. What another version wrote is nothing. */
export function unpackBefore(bytes: Uint8Array | undefined): ReadonlyMap<number, Uint8Array> {
  const read = bytes && parseJsonIf(storedPictures, Buffer.from(bytes).toString());
  return new Map(
    Object.entries(read?.pictures ?? {}).map(([page, webp]) => [Number(page), Buffer.from(webp, 'base64')]),
  );
}

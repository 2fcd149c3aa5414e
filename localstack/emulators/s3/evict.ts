import type { S3Store } from './store.ts';

/** The objects to remove. */
export interface S3EvictionRules {
  /** Selects the keys that may go. */
  mayGo(key: string): boolean;
  /** Objects that were written at this time (ms since the epoch) or later stay. */
  before: number;
  /** The number of bytes of the disk to free, at least. */
  bytes: number;
}

/** Removed objects, and the bytes that they had on the disk. A file that another object shares counts for each. */
export interface EvictedObjectCounts {
  objects: number;
  bytes: number;
}

/** Bytes of a block of the disk: a file takes whole ones, and each object has a file for its record, too. */
const BLOCK_BYTES = 4096;
const bytesOnDisk = (bytes: number): number => Math.ceil(bytes / BLOCK_BYTES) * BLOCK_BYTES;

/**
 * Removes objects that may go, the oldest first, until they had the wanted bytes. Resolves when their files are deleted; readers of a file
 * keep it until they are done.
 */
export async function evictObjects(
  store: S3Store,
  { mayGo, before, bytes }: S3EvictionRules,
): Promise<EvictedObjectCounts> {
  const candidates = store.buckets
    .flatMap((bucket) => bucket.keys.filter(mayGo).map((key) => ({ bucket, object: bucket.get(key) })))
    .filter(({ object }) => object.modified < before)
    .sort((a, b) => a.object.modified - b.object.modified);
  const counts: EvictedObjectCounts = { objects: 0, bytes: 0 };
  for (const { bucket, object } of candidates) {
    if (counts.bytes >= bytes) break;
    // It may have been written again while the files before it were deleted.
    if (bucket.find(object.key) !== object) continue;
    await store.blobs.discard(bucket.remove(object.key));
    counts.objects += 1;
    counts.bytes += bytesOnDisk(object.size) + BLOCK_BYTES;
  }
  return counts;
}

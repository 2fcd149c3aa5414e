import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { forEachConcurrent } from '#kernel/shared/concurrency.ts';
import type { CachedArtifact } from './cached-artifact.ts';
import { FileMissingError, type FileStore } from './ports.ts';

/** An artifact that was fetched into a local file. */
export interface DownloadedArtifact {
  artifact: CachedArtifact;
  /** Path of the local file, in which the artifact has the same offset as in the stored one. */
  file: string;
}

/** The most bytes between two artifacts that one request fetches: another request would cost more than these bytes. */
const MAX_GAP_BYTES = 256 * 1024;
const MAX_CONCURRENT_FETCHES = 8;

/** A range of a stored file that one request fetches. */
interface ByteRange {
  key: string;
  offset: number;
  bytes: number;
  artifacts: CachedArtifact[];
}

/** Combines artifacts to ranges of stored files, so that few requests fetch all of them. Pure. */
export function byteRangesOfArtifacts(artifacts: readonly CachedArtifact[]): ByteRange[] {
  const ranges: ByteRange[] = [];
  const sorted = [...artifacts].sort((a, b) => (a.key === b.key ? a.offset - b.offset : a.key < b.key ? -1 : 1));
  for (const artifact of sorted) {
    const lastRange = ranges.at(-1);
    if (
      lastRange &&
      lastRange.key === artifact.key &&
      artifact.offset - (lastRange.offset + lastRange.bytes) <= MAX_GAP_BYTES
    ) {
      lastRange.bytes = Math.max(lastRange.bytes, artifact.offset + artifact.bytes - lastRange.offset);
      lastRange.artifacts.push(artifact);
    } else ranges.push({ key: artifact.key, offset: artifact.offset, bytes: artifact.bytes, artifacts: [artifact] });
  }
  return ranges;
}

/**
 * Fetches artifacts into local files in `directory`. @returns the fetched artifacts by name, without those of a stored file that no longer
 * exists, which the caller makes again
 */
export async function fetchArtifacts(
  files: Pick<FileStore, 'getRange'>,
  artifacts: readonly CachedArtifact[],
  directory: string,
): Promise<Map<string, DownloadedArtifact>> {
  const ranges = byteRangesOfArtifacts(artifacts);
  const localPaths = new Map(
    [...new Set(ranges.map(({ key }) => key))].map((key, i) => [key, join(directory, `kept-${i}`)]),
  );
  // A few at a time: a function may have 1,024 open files, and there may be more.
  await forEachConcurrent(localPaths.values(), MAX_CONCURRENT_FETCHES, (path) => writeFile(path, ''));
  const fetched = new Map<string, DownloadedArtifact>();
  await forEachConcurrent(ranges, MAX_CONCURRENT_FETCHES, async (range) => {
    const file = localPaths.get(range.key) ?? '';
    try {
      await files.getRange(range.key, range, file);
      for (const artifact of range.artifacts) fetched.set(artifact.name, { artifact, file });
    } catch (error) {
      if (!(error instanceof FileMissingError)) throw error;
    }
  });
  return fetched;
}

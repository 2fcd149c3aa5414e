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
const GAP_BYTES = 256 * 1024;
const CONCURRENCY = 8;

/** A range of a stored file that one request fetches. */
interface ByteRange {
  key: string;
  offset: number;
  bytes: number;
  artifacts: CachedArtifact[];
}

/** Combines artifacts to ranges of stored files, so that few requests fetch all of them. Pure. */
export function byteRangesOfArtifacts(artifacts: readonly CachedArtifact[]): ByteRange[] {
  const runs: ByteRange[] = [];
  const sorted = [...artifacts].sort((a, b) => (a.key === b.key ? a.offset - b.offset : a.key < b.key ? -1 : 1));
  for (const artifact of sorted) {
    const last = runs.at(-1);
    if (last && last.key === artifact.key && artifact.offset - (last.offset + last.bytes) <= GAP_BYTES) {
      last.bytes = Math.max(last.bytes, artifact.offset + artifact.bytes - last.offset);
      last.artifacts.push(artifact);
    } else runs.push({ key: artifact.key, offset: artifact.offset, bytes: artifact.bytes, artifacts: [artifact] });
  }
  return runs;
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
  const runs = byteRangesOfArtifacts(artifacts);
  const locals = new Map([...new Set(runs.map(({ key }) => key))].map((key, i) => [key, join(directory, `kept-${i}`)]));
  // A few at a time: a function may have 1,024 open files, and there may be more.
  await forEachConcurrent(locals.values(), CONCURRENCY, (path) => writeFile(path, ''));
  const fetched = new Map<string, DownloadedArtifact>();
  await forEachConcurrent(runs, CONCURRENCY, async (run) => {
    const file = locals.get(run.key) ?? '';
    try {
      await files.getRange(run.key, run, file);
      for (const artifact of run.artifacts) fetched.set(artifact.name, { artifact, file });
    } catch (error) {
      if (!(error instanceof FileMissingError)) throw error;
    }
  });
  return fetched;
}

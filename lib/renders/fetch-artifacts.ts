import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { forEachConcurrent } from '../shared/concurrency.ts';
import type { CachedArtifact } from './cached-artifact.ts';
import { FileMissing, type FileStore } from './ports.ts';

/** An artifact in a local file. */
export interface FetchedArtifact {
  artifact: CachedArtifact;
  /** Path of the local file; the artifact lies at its own offset in it. */
  file: string;
}

/** Artifacts with no more than so many bytes between them are fetched at once: a request costs more than the bytes. */
const GAP_BYTES = 256 * 1024;
const AT_ONCE = 8;

interface Run {
  key: string;
  offset: number;
  bytes: number;
  artifacts: CachedArtifact[];
}

/** The stretches of stored files to ask for, so that few requests bring all artifacts. Pure. */
export function runsOf(artifacts: readonly CachedArtifact[]): Run[] {
  const runs: Run[] = [];
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
 * Brings artifacts into local files in `directory`. A stored file that is gone is no fault: its artifacts are left out, and
 * whoever needs them makes them anew.
 */
export async function fetchArtifacts(
  files: Pick<FileStore, 'getRange'>,
  artifacts: readonly CachedArtifact[],
  directory: string,
): Promise<Map<string, FetchedArtifact>> {
  const runs = runsOf(artifacts);
  const locals = new Map([...new Set(runs.map(({ key }) => key))].map((key, i) => [key, join(directory, `kept-${i}`)]));
  // In small numbers too: there may be more of them than a function may have open, 1,024.
  await forEachConcurrent(locals.values(), AT_ONCE, (path) => writeFile(path, ''));
  const fetched = new Map<string, FetchedArtifact>();
  await forEachConcurrent(runs, AT_ONCE, async (run) => {
    const file = locals.get(run.key) ?? '';
    try {
      await files.getRange(run.key, run, file);
      for (const artifact of run.artifacts) fetched.set(artifact.name, { artifact, file });
    } catch (error) {
      if (!(error instanceof FileMissing)) throw error;
    }
  });
  return fetched;
}

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { forEachConcurrent } from '../shared/concurrency.ts';
import type { CachedArtifact } from './cached-artifact.ts';
import { FileMissing, type FileStore } from './ports.ts';

/** A piece in a local file. */
export interface FetchedPiece {
  piece: CachedArtifact;
  /** Path of the local file; the piece lies at its own offset in it. */
  file: string;
}

/** Pieces with no more than so many bytes between them are fetched at once: a request costs more than the bytes. */
const GAP_BYTES = 256 * 1024;
const AT_ONCE = 8;

interface Run {
  key: string;
  offset: number;
  bytes: number;
  pieces: CachedArtifact[];
}

/** The stretches of stored files to ask for, so that few requests bring all pieces. Pure. */
export function runsOf(pieces: readonly CachedArtifact[]): Run[] {
  const runs: Run[] = [];
  const sorted = [...pieces].sort((a, b) => (a.key === b.key ? a.offset - b.offset : a.key < b.key ? -1 : 1));
  for (const piece of sorted) {
    const last = runs.at(-1);
    if (last && last.key === piece.key && piece.offset - (last.offset + last.bytes) <= GAP_BYTES) {
      last.bytes = Math.max(last.bytes, piece.offset + piece.bytes - last.offset);
      last.pieces.push(piece);
    } else runs.push({ key: piece.key, offset: piece.offset, bytes: piece.bytes, pieces: [piece] });
  }
  return runs;
}

/**
 * Brings pieces into local files in `directory`. A stored file that is gone is no fault: its pieces are left out, and
 * whoever needs them makes them anew.
 */
export async function fetchPieces(
  files: Pick<FileStore, 'getRange'>,
  pieces: readonly CachedArtifact[],
  directory: string,
): Promise<Map<string, FetchedPiece>> {
  const runs = runsOf(pieces);
  const locals = new Map([...new Set(runs.map(({ key }) => key))].map((key, i) => [key, join(directory, `kept-${i}`)]));
  // In small numbers too: there may be more of them than a function may have open, 1,024.
  await forEachConcurrent(locals.values(), AT_ONCE, (path) => writeFile(path, ''));
  const fetched = new Map<string, FetchedPiece>();
  await forEachConcurrent(runs, AT_ONCE, async (run) => {
    const file = locals.get(run.key) ?? '';
    try {
      await files.getRange(run.key, run, file);
      for (const piece of run.pieces) fetched.set(piece.name, { piece, file });
    } catch (error) {
      if (!(error instanceof FileMissing)) throw error;
    }
  });
  return fetched;
}

import { basename } from 'node:path';
import { type Clock, timestamp } from '../shared/clock.ts';
import { storageKeys } from '../shared/storage-keys.ts';
import type { EncodedClip } from '../video/clips/clip.ts';
import type { ArtifactStore, CachedArtifact } from './cached-artifact.ts';
import type { FileStore } from './ports.ts';
import type { Work } from './run-task.ts';

export interface KeepDeps {
  files: FileStore;
  pieces: ArtifactStore;
  clock: Clock;
}

/** What lies in a local file under a content address. */
export type LocalPiece = Pick<CachedArtifact, 'name' | 'offset' | 'bytes' | 'clip'>;

/**
 * Stores a local file and then the records of the pieces in it. Killed in between, a file that nobody names is left, which
 * goes with its time; run twice, the records name the later of two files that hold the same.
 */
export async function keepPieces(
  { files, pieces, clock }: KeepDeps,
  { render, unit, lease }: Pick<Work, 'render' | 'unit' | 'lease'>,
  path: string,
  local: readonly LocalPiece[],
): Promise<void> {
  const name = `${unit.kind}-${unit.index}-${basename(path)}`;
  const key = storageKeys.pieces(render.account_id, lease.token, name);
  await files.putFile(key, path, 'application/octet-stream');
  const made_at = timestamp(clock());
  await pieces.keep(
    render.account_id,
    local.map((piece) => ({ ...piece, key, made_at })),
  );
}

/** A clip as a piece of the file in which it lies. */
export const clipPiece = (name: string, { offset, bytes, form, frames, parameter_sets }: EncodedClip): LocalPiece => ({
  name,
  offset,
  bytes,
  clip: { form, frames, parameter_sets },
});

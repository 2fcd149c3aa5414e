import { basename } from 'node:path';
import { type Clock, timestamp } from '../shared/clock.ts';
import { storageKeys } from '../shared/storage-keys.ts';
import type { EncodedClip } from '../video/clips/clip.ts';
import type { ArtifactStore, CachedArtifact } from './cached-artifact.ts';
import type { FileStore } from './ports.ts';
import type { Work } from './run-task.ts';

export interface CacheArtifactsDeps {
  files: Pick<FileStore, 'putFile'>;
  artifacts: ArtifactStore;
  clock: Clock;
}

/** An artifact in a local file. */
export type LocalArtifact = Pick<CachedArtifact, 'name' | 'offset' | 'bytes' | 'clip'>;

/**
 * Stores a local file, then the records of the artifacts in it. A worker that is killed in between leaves a file without
 * records, which a lifecycle rule deletes. Run twice, the records name the later of two equal files.
 */
export async function cacheArtifacts(
  deps: CacheArtifactsDeps,
  { render, task, lease }: Pick<Work, 'render' | 'task' | 'lease'>,
  path: string,
  local: readonly LocalArtifact[],
): Promise<void> {
  const name = `${task.kind}-${task.index}-${basename(path)}`;
  await storeArtifacts(
    deps,
    render.account_id,
    storageKeys.artifacts(render.account_id, lease.token, name),
    path,
    local,
  );
}

/** Stores a local file under a key, then the records of the artifacts in it. As safe as `cacheArtifacts`. */
export async function storeArtifacts(
  { files, artifacts, clock }: CacheArtifactsDeps,
  accountId: string,
  key: string,
  path: string,
  local: readonly LocalArtifact[],
): Promise<void> {
  await files.putFile(key, path, 'application/octet-stream');
  const made_at = timestamp(clock());
  await artifacts.keep(
    accountId,
    local.map((artifact) => ({ ...artifact, key, made_at })),
  );
}

/** A clip as an artifact of the file in which it lies. */
export const clipArtifact = (
  name: string,
  { offset, bytes, form, frames, parameter_sets }: EncodedClip,
): LocalArtifact => ({
  name,
  offset,
  bytes,
  clip: { form, frames, parameter_sets },
});

import { basename } from 'node:path';
import type { EncodedClip } from '#engine/video/clips/clip.ts';
import { type Clock, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import {
  type ArtifactInFile,
  type ArtifactOrigin,
  type ArtifactStore,
  artifactOriginOfRender,
} from './cached-artifact.ts';
import type { FileStore } from './ports.ts';
import type { ClaimedRenderTask } from './run-render-task.ts';

/** Dependencies of the storing of artifacts. */
export interface CacheArtifactsDeps {
  files: Pick<FileStore, 'putFile'>;
  artifacts: ArtifactStore;
  clock: Clock;
}

/**
 * Stores a local file of a task, then the record of the artifacts in it. A worker that is killed in between leaves a file without record,
 * which a lifecycle rule deletes. A second run leaves two equal files, both with correct records.
 * @param path of the local file
 */
export async function cacheArtifacts(
  deps: CacheArtifactsDeps,
  { render, task, lease }: Pick<ClaimedRenderTask, 'render' | 'task' | 'lease'>,
  path: string,
  artifactsInFile: readonly ArtifactInFile[],
): Promise<void> {
  const name = `${task.kind}-${task.index}-${basename(path)}`;
  await cacheArtifactFile(
    deps,
    artifactOriginOfRender(render),
    storageKeys.artifacts(render.account_id, lease.token, name),
    path,
    artifactsInFile,
  );
}

/** Stores a local file under a key, then the record of the artifacts in it. Safe against kills and repetitions, like `cacheArtifacts`. */
export async function cacheArtifactFile(
  { files, artifacts, clock }: CacheArtifactsDeps,
  maker: ArtifactOrigin,
  key: string,
  path: string,
  artifactsInFile: readonly ArtifactInFile[],
): Promise<void> {
  await files.putFile(key, path, 'application/octet-stream');
  await artifacts.keep(maker, { key, made_at: formatUtcTimestamp(clock()) }, artifactsInFile);
}

/** Describes a clip as an artifact of its file. */
export const artifactOfClip = (
  name: string,
  { offset, bytes, form, frames, parameter_sets, rises, drifts, zooms }: EncodedClip,
): ArtifactInFile => ({
  name,
  offset,
  bytes,
  clip: {
    form,
    frames,
    parameter_sets,
    ...(rises ? { rises } : {}),
    ...(drifts ? { drifts } : {}),
    ...(zooms ? { zooms } : {}),
  },
});

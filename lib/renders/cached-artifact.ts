import { plusSeconds } from '../shared/clock.ts';
import { ITEM_LIFETIMES } from '../shared/lifetimes.ts';
import type { ClipDescription } from '../video/clips/clip.ts';

/**
 * An encoded part of a video that is kept for later videos: the clip of a shot, or a part of the sound. Its name is its
 * content address: every worker that makes it makes the same, and it never changes. One file holds many of them.
 */
export interface CachedArtifact {
  /** Content address (SHA-256, hex). */
  name: string;
  /** Storage key of its file, and where it lies in it, in bytes. */
  key: string;
  offset: number;
  bytes: number;
  /** What a clip is; absent for a part of the sound. */
  clip?: ClipDescription | undefined;
  made_at: string;
}

/** Whether an artifact is young enough to be used. Its file is kept for days longer: a render has time to use what it found. */
export const isFresh = (artifact: CachedArtifact, now: Date): boolean =>
  plusSeconds(new Date(artifact.made_at), ITEM_LIFETIMES.artifact.seconds) > now;

/** Artifacts that exist and may be used, by their content address. */
export type FoundArtifacts = ReadonlyMap<string, CachedArtifact>;

/** Finds the artifacts among these names that exist and are young enough. */
export async function findFreshArtifacts(
  { artifacts, now }: { artifacts: Pick<ArtifactStore, 'findMany'>; now: Date },
  accountId: string,
  names: readonly string[],
): Promise<FoundArtifacts> {
  const found = await artifacts.findMany(accountId, [...new Set(names)]);
  return new Map([...found].filter(([, artifact]) => isFresh(artifact, now)));
}

export interface ArtifactStore {
  /** The artifacts among `names` that exist, by name. Strongly consistent. */
  findMany(accountId: string, names: readonly string[]): Promise<Map<string, CachedArtifact>>;
  keep(accountId: string, artifacts: readonly CachedArtifact[]): Promise<void>;
}

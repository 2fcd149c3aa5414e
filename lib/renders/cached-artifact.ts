import { plusSeconds } from '../shared/clock.ts';
import type { ClipDescription } from '../video/clips/clip.ts';

/**
 * An encoded artifact of a video that is kept for the next one: the clip of a shot, or a part of the sound. It is named by
 * its content, so whoever makes it makes the same, and it never changes. Many artifacts lie in one file, one after another.
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

/** A lifecycle rule of serverless.yml deletes the files after 30 days: a render has days left to use what it found. */
export const ARTIFACT_DAYS = 25;

export const isFresh = (artifact: CachedArtifact, now: Date): boolean =>
  plusSeconds(new Date(artifact.made_at), ARTIFACT_DAYS * 86_400) > now;

export interface ArtifactStore {
  /** Those of the wanted that are kept, by their name. Strongly consistent. */
  findMany(accountId: string, names: readonly string[]): Promise<Map<string, CachedArtifact>>;
  keep(accountId: string, artifacts: readonly CachedArtifact[]): Promise<void>;
}

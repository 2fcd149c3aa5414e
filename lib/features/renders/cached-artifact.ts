import type { ClipDescription } from '#engine/video/clips/clip.ts';
import { addSeconds } from '#kernel/shared/clock.ts';
import { ITEM_LIFETIMES } from '#kernel/shared/lifetimes.ts';

/**
 * An encoded part of a video that is kept for later videos: the clip of a shot, or a part of the sound. Its name is its content address:
 * all workers make the same bytes for it, and it never changes. A stored file has many artifacts.
 */
export interface CachedArtifact extends ArtifactInFile {
  /** Storage key of its file. */
  key: string;
  made_at: string;
}

/** An artifact, and its place in its file. */
export interface ArtifactInFile {
  /** Content address (SHA-256, hex). */
  name: string;
  /** Offset of its first byte in the file. */
  offset: number;
  /** Length in bytes. */
  bytes: number;
  /** Description of a clip; absent for a part of the sound. */
  clip?: ClipDescription | undefined;
}

/** Reports whether an artifact is young enough to be used. Its file is kept for days longer, so that a render can use what it found. */
export const isArtifactFresh = (artifact: CachedArtifact, now: Date): boolean =>
  addSeconds(new Date(artifact.made_at), ITEM_LIFETIMES.artifact_pack.seconds) > now;

/** Artifacts that exist and may be used, by their content address. */
export type FreshArtifactsByName = ReadonlyMap<string, CachedArtifact>;

/** Finds the artifacts with these names that exist and are young enough. */
export async function findFreshCachedArtifacts(
  { artifacts, now }: { artifacts: Pick<ArtifactStore, 'findMany'>; now: Date },
  scope: ArtifactTimelineRef,
  names: readonly string[],
): Promise<FreshArtifactsByName> {
  const artifactsByName = await artifacts.findMany(scope, [...new Set(names)]);
  return new Map([...artifactsByName].filter(([, artifact]) => isArtifactFresh(artifact, now)));
}

/** The timeline for whose videos artifacts were made. */
export interface ArtifactTimelineRef {
  account_id: string;
  timeline_id: string;
}

/** Maker of artifacts: a render, or the narration of a slide. */
export interface ArtifactOrigin extends ArtifactTimelineRef {
  /** The render that made them, with whose files they are deleted. Absent: the narration of a slide made them. */
  render_id?: string | undefined;
}

/** Describes a render as the maker of artifacts. */
export const artifactOriginOfRender = ({
  account_id,
  timeline_id,
  id,
}: ArtifactTimelineRef & { id: string }): ArtifactOrigin => ({
  account_id,
  timeline_id,
  render_id: id,
});

/**
 * Store of the records of artifacts. It may fail to find an existing artifact, which is then made again. Artifacts of the same timeline are
 * found, unless a thousand files were stored for it since; those of other timelines are found if the videos have many parts in common.
 */
export interface ArtifactStore {
  /** Finds artifacts by name. Strongly consistent for those of the same timeline. */
  findMany(scope: ArtifactTimelineRef, names: readonly string[]): Promise<Map<string, CachedArtifact>>;
  /** Records the places of the artifacts of one file. */
  keep(
    maker: ArtifactOrigin,
    file: { key: string; made_at: string },
    artifacts: readonly ArtifactInFile[],
  ): Promise<void>;
}

import type { ArtifactStore, CachedArtifact } from '#features/renders/cached-artifact.ts';
import { copyStored } from './copy.ts';

/** Cached artifacts in memory: of two with one name the later one stays. Those of all timelines of an account are found. */
export function memoryArtifactStore(): ArtifactStore {
  const stored = new Map<string, CachedArtifact>();
  return {
    async findMany({ account_id }, names) {
      const found = names.flatMap((name) => stored.get(`${account_id} ${name}`) ?? []);
      return new Map(copyStored(found).map((artifact) => [artifact.name, artifact]));
    },
    async keep({ account_id }, file, artifacts) {
      for (const artifact of artifacts)
        stored.set(`${account_id} ${artifact.name}`, copyStored({ ...artifact, ...file }));
    },
  };
}

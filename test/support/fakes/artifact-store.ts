import type { ArtifactStore, CachedArtifact } from '../../../lib/renders/cached-artifact.ts';
import { copyStored } from './copy.ts';

/** Cached artifacts in memory: of two with one name the later one stays. */
export function memoryArtifactStore(): ArtifactStore {
  const stored = new Map<string, CachedArtifact>();
  return {
    async findMany(accountId, names) {
      const found = names.flatMap((name) => stored.get(`${accountId} ${name}`) ?? []);
      return new Map(copyStored(found).map((artifact) => [artifact.name, artifact]));
    },
    async keep(accountId, artifacts) {
      for (const artifact of artifacts) stored.set(`${accountId} ${artifact.name}`, copyStored(artifact));
    },
  };
}

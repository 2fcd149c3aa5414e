import type { ArtifactStore } from '../../renders/public.ts';
import { ITEM_LIFETIMES } from '../../shared/lifetimes.ts';
import { keys } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { artifactCodec } from './render-items.ts';

/**
 * Artifacts are named by their content. They are put without a condition: two workers that make one at the same time store
 * the same bytes in two files, and either record is correct.
 */
export const artifactRepository = (table: Table): ArtifactStore => ({
  async findMany(accountId, names) {
    const items = await table.getMany([...new Set(names)].map((name) => keys.artifact(accountId, name)));
    return new Map(items.map(artifactCodec.parse).map((artifact) => [artifact.name, artifact]));
  },
  async keep(accountId, artifacts) {
    const items = artifacts.map((artifact) =>
      artifactCodec.toItem(keys.artifact(accountId, artifact.name), artifact, {
        expires_at_epoch: Math.floor(Date.parse(artifact.made_at) / 1000) + ITEM_LIFETIMES.artifact.seconds,
      }),
    );
    await table.writeMany(items, []);
  },
});

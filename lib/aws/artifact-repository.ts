import { ARTIFACT_DAYS, type ArtifactStore, type CachedArtifact } from '../renders/public.ts';
import { entityOf } from './table/item.ts';
import { keys } from './table/keys.ts';
import type { Table } from './table/table.ts';

const DAY_SECONDS = 86_400;

/**
 * Pieces are named by their content. They are put without a condition: two that were made at once are the same bytes in
 * two files, and either record is right.
 */
export const artifactRepository = (table: Table): ArtifactStore => ({
  async findMany(accountId, names) {
    const items = await table.getMany([...new Set(names)].map((name) => keys.piece(accountId, name)));
    return new Map(items.map((item) => entityOf<CachedArtifact>(item)).map((piece) => [piece.name, piece]));
  },
  async keep(accountId, pieces) {
    const items = pieces.map((piece) => ({
      ...keys.piece(accountId, piece.name),
      entity: 'piece',
      ...piece,
      expires_at_epoch: Math.floor(Date.parse(piece.made_at) / 1000) + ARTIFACT_DAYS * DAY_SECONDS,
    }));
    await table.writeMany(items, []);
  },
});

import { createHash } from 'node:crypto';
import type { ArtifactPlace, ArtifactStore, CachedArtifact } from '#features/renders/public.ts';
import { epochSeconds } from '#kernel/shared/clock.ts';
import { ITEM_LIFETIMES } from '#kernel/shared/lifetimes.ts';
import { parseItems } from '../table/item.ts';
import { itemsUnder } from '../table/items-under.ts';
import { type Key, keys, prefixes } from '../table/keys.ts';
import type { Item, Table } from '../table/table.ts';
import { artifactsIn, packCodec, packLines, sketchCodec } from './artifact-items.ts';

/** An item has 400 KB, and a line about 60 bytes. */
const ARTIFACTS_PER_PACK = 2000;
/** The newest packs of a timeline, of which one page of a query returns about 1 MB. */
const PACKS_READ = 1000;
/** The smallest names of a pack stand for it. Two: a video that lacks any one of its artifacts still finds it. */
const SKETCH_NAMES = 2;
/** A single artifact is that of an edit, or a speech: made again sooner than looked for elsewhere. */
const SKETCHED_ARTIFACTS = 2;
/** The smallest names of what is missing, among which those of a pack that resembles it are. */
const SKETCHES_READ = 6;
/** Other timelines whose packs are read. */
const TIMELINES_READ = 2;

/** Chooses one of 16 partitions for a timeline, and tells files of one moment apart. */
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** The partition of the packs of a timeline. */
export const artifactPacksOf = (accountId: string, timelineId: string): Pick<Key, 'PK'> => ({
  PK: keys.artifactPack(accountId, hashOf(timelineId), timelineId, '', '').PK,
});

const smallest = (names: readonly string[], count: number): string[] => names.toSorted().slice(0, count);

/**
 * Store of the places of artifacts, in packs: an item for each stored file. The packs of a timeline are read by one query.
 *
 * A video of another timeline may have parts in common: it is found by a sketch of them. The smallest of many hashes are a sample
 * that does not depend on where the hashes come from (MinHash): of two sets that share a share s of their names, one of the k smallest
 * names is the same with a probability of about 1 − (1 − s)^k, so what mostly agrees is nearly always found. What is not found is
 * made again.
 *
 * Written without conditions: two workers that make an artifact at one time store the same bytes in two files, and either
 * pack is correct. Killed before the sketch is written, a worker leaves a pack that only its own timeline finds.
 */
export function artifactRepository(table: Table): ArtifactStore {
  const packsOf = async ({ account_id, timeline_id }: ArtifactPlace): Promise<CachedArtifact[]> => {
    const { PK } = artifactPacksOf(account_id, timeline_id);
    const { items } = await table.page({
      ...itemsUnder(PK, prefixes.artifactPacks(timeline_id)),
      ScanIndexForward: false,
      Limit: PACKS_READ,
    });
    return parseItems(items, packCodec).flatMap((pack) =>
      artifactsIn(pack).map((artifact) => ({ ...artifact, key: pack.key, made_at: pack.made_at })),
    );
  };

  /** Other timelines that have some of these artifacts, those first that have most of what was looked at. */
  async function timelinesWith(
    { account_id, timeline_id }: ArtifactPlace,
    names: readonly string[],
  ): Promise<string[]> {
    const items = await table.getMany(
      smallest(names, SKETCHES_READ).map((name) => keys.artifactSketch(account_id, name)),
      { isConsistent: false },
    );
    const found = parseItems(items, sketchCodec).filter((sketch) => sketch.timeline_id !== timeline_id);
    return [...Map.groupBy(found, (sketch) => sketch.timeline_id)]
      .sort(([, a], [, b]) => b.length - a.length)
      .slice(0, TIMELINES_READ)
      .map(([timeline]) => timeline);
  }

  return {
    async findMany(place, names) {
      const left = new Set(names);
      const found = new Map<string, CachedArtifact>();
      const take = (artifacts: readonly CachedArtifact[]): void => {
        // The newest first: it is kept longest.
        for (const artifact of artifacts) if (left.delete(artifact.name)) found.set(artifact.name, artifact);
      };
      if (left.size > 0) take(await packsOf(place));
      if (left.size < SKETCHED_ARTIFACTS) return found;
      for (const timeline_id of await timelinesWith(place, [...left])) take(await packsOf({ ...place, timeline_id }));
      return found;
    },

    async keep({ account_id, timeline_id, render_id }, { key, made_at }, artifacts) {
      const expires = {
        expires_at_epoch: epochSeconds(made_at) + ITEM_LIFETIMES.artifact_pack.seconds,
      };
      const items: (Key & Item)[] = [];
      for (let at = 0; at < artifacts.length; at += ARTIFACTS_PER_PACK) {
        const packed = artifacts.slice(at, at + ARTIFACTS_PER_PACK);
        const pack = { key, made_at, render_id, ...packLines(packed) };
        const file = `${hashOf(key)}${at}`;
        items.push(
          packCodec.toItem(
            keys.artifactPack(account_id, hashOf(timeline_id), timeline_id, made_at, file),
            pack,
            expires,
          ),
        );
        if (packed.length < SKETCHED_ARTIFACTS) continue;
        for (const sketched of smallest(
          packed.map((artifact) => artifact.name),
          SKETCH_NAMES,
        )) {
          items.push(sketchCodec.toItem(keys.artifactSketch(account_id, sketched), { timeline_id }, expires));
        }
      }
      await table.writeMany(items, []);
    },
  };
}

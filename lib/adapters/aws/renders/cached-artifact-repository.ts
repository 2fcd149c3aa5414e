import { createHash } from 'node:crypto';
import type { ArtifactStore, ArtifactTimelineRef, CachedArtifact } from '#features/renders/public.ts';
import { epochSecondsOfTimestamp } from '#kernel/shared/clock.ts';
import { ITEM_LIFETIMES } from '#kernel/shared/lifetimes.ts';
import { parseDynamoDbItems } from '../table/item.ts';
import { partitionQuery } from '../table/items-under.ts';
import { sortKeyPrefixes, type TableKey, tableKeys } from '../table/keys.ts';
import type { Table, TableItem } from '../table/table.ts';
import {
  artifactFileIndexCodec,
  artifactLookupRecordCodec,
  formatArtifactIndexFields,
  parseArtifactPackLines,
} from './artifact-items.ts';

/** The most artifacts of one item, which has at most 400 KB; a line has about 60 bytes. */
const ARTIFACTS_PER_PACK = 2000;
/** The most packs of a timeline that are read, the newest first. One page of a query returns about 1 MB of them. */
const MAX_PACKS_READ = 1000;
/** The number of sketches of a pack, for its smallest names. With two, a video that lacks any one artifact still finds the pack. */
const SKETCH_NAMES = 2;
/**
 * The fewest artifacts for which sketches are written or searched. A single artifact comes from an edit or a speech, and making it again is
 * cheaper.
 */
const SKETCHED_ARTIFACTS = 2;
/**
 * The most missing names that are looked up as sketches, the smallest first. They are more than the sketches of a pack, because some names
 * are new.
 */
const MAX_SKETCHES_READ = 6;
/** The most other timelines whose packs are read. */
const MAX_TIMELINES_READ = 2;

/** A short hash, which chooses one of 16 partitions for a timeline and distinguishes files of the same moment. */
const shortHashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** The partition of the packs of a timeline. */
export const artifactFileIndexPartitionKey = (accountId: string, timelineId: string): Pick<TableKey, 'PK'> => ({
  PK: tableKeys.artifactPack(accountId, shortHashOf(timelineId), timelineId, '', '').PK,
});

const smallestNames = (names: readonly string[], count: number): string[] => names.toSorted().slice(0, count);

/**
 * Store of the places of artifacts, in packs: one item for each stored file, or several if one item has no room for all of its artifacts.
 * The packs of a timeline are read by one query.
 *
 * Another timeline whose video has the same parts is found by sketches. The smallest of many hashes are a sample of a set that is the same
 * for equal sets (MinHash): when two sets have a part s of their names in common, at least one of the k smallest names is common with a
 * probability of about 1 − (1 − s)^k. Sets that mostly agree are therefore nearly always found; artifacts that are not found are made
 * again.
 *
 * Items are written without conditions. If two workers make an artifact at the same time, they store the same bytes in two files, and both
 * packs are correct. A worker that is killed before it writes the sketches leaves a pack that only its own timeline finds.
 */
export function cachedArtifactRepository(table: Table): ArtifactStore {
  const packsOf = async ({ account_id, timeline_id }: ArtifactTimelineRef): Promise<CachedArtifact[]> => {
    const { PK } = artifactFileIndexPartitionKey(account_id, timeline_id);
    const { items } = await table.page({
      ...partitionQuery(PK, sortKeyPrefixes.artifactPacks(timeline_id)),
      ScanIndexForward: false,
      Limit: MAX_PACKS_READ,
    });
    return parseDynamoDbItems(items, artifactFileIndexCodec).flatMap((pack) =>
      parseArtifactPackLines(pack).map((artifact) => ({ ...artifact, key: pack.key, made_at: pack.made_at })),
    );
  };

  /** Finds other timelines that have some of these artifacts, sorted by the number of sketches found, the highest first. */
  async function timelinesWith(
    { account_id, timeline_id }: ArtifactTimelineRef,
    names: readonly string[],
  ): Promise<string[]> {
    const items = await table.getMany(
      smallestNames(names, MAX_SKETCHES_READ).map((name) => tableKeys.artifactSketch(account_id, name)),
      { isConsistent: false },
    );
    const otherSketches = parseDynamoDbItems(items, artifactLookupRecordCodec).filter(
      (sketch) => sketch.timeline_id !== timeline_id,
    );
    return [...Map.groupBy(otherSketches, (sketch) => sketch.timeline_id)]
      .sort(([, a], [, b]) => b.length - a.length)
      .slice(0, MAX_TIMELINES_READ)
      .map(([timeline]) => timeline);
  }

  return {
    async findMany(scope, names) {
      const missingNames = new Set(names);
      const foundArtifacts = new Map<string, CachedArtifact>();
      const takeMissing = (artifacts: readonly CachedArtifact[]): void => {
        // The newest pack comes first. Its artifact is taken, because it expires last.
        for (const artifact of artifacts)
          if (missingNames.delete(artifact.name)) foundArtifacts.set(artifact.name, artifact);
      };
      if (missingNames.size > 0) takeMissing(await packsOf(scope));
      if (missingNames.size < SKETCHED_ARTIFACTS) return foundArtifacts;
      for (const timeline_id of await timelinesWith(scope, [...missingNames]))
        takeMissing(await packsOf({ ...scope, timeline_id }));
      return foundArtifacts;
    },

    async keep({ account_id, timeline_id, render_id }, { key, made_at }, artifacts) {
      const expires = {
        expires_at_epoch: epochSecondsOfTimestamp(made_at) + ITEM_LIFETIMES.artifact_pack.seconds,
      };
      const items: (TableKey & TableItem)[] = [];
      for (let start = 0; start < artifacts.length; start += ARTIFACTS_PER_PACK) {
        const packedArtifacts = artifacts.slice(start, start + ARTIFACTS_PER_PACK);
        const pack = { key, made_at, render_id, ...formatArtifactIndexFields(packedArtifacts) };
        // A pack for each part of the artifacts: the hash of the file's key, and the number of the first artifact.
        const packSuffix = `${shortHashOf(key)}${start}`;
        items.push(
          artifactFileIndexCodec.toItem(
            tableKeys.artifactPack(account_id, shortHashOf(timeline_id), timeline_id, made_at, packSuffix),
            pack,
            expires,
          ),
        );
        if (packedArtifacts.length < SKETCHED_ARTIFACTS) continue;
        for (const sketchedName of smallestNames(
          packedArtifacts.map((artifact) => artifact.name),
          SKETCH_NAMES,
        )) {
          items.push(
            artifactLookupRecordCodec.toItem(
              tableKeys.artifactSketch(account_id, sketchedName),
              { timeline_id },
              expires,
            ),
          );
        }
      }
      await table.writeMany(items, []);
    },
  };
}

import {
  bytesOfFiles,
  type LoadedTimeline,
  type Slide,
  type SlideRef,
  type Timeline,
  type TimelineStore,
  type UploadedAudio,
} from '#features/timelines/public.ts';
import { passes } from '#kernel/contract/list-filters.ts';
import { plusSeconds, timestamp } from '#kernel/shared/clock.ts';
import { forEachConcurrent } from '#kernel/shared/concurrency.ts';
import { ServiceError, WriteConflict } from '#kernel/shared/errors.ts';
import { idsBetween, newToken } from '#kernel/shared/ids.ts';
import type { PreparedAnswer } from '#kernel/shared/prepared-answer.ts';
import { ABANDONED_SECONDS, type Tombstone, type TombstoneChange } from '#platform/erasure/public.ts';
import { changeHoldings, type Holdings } from '../accounts/holdings.ts';
import { tombstoneItem, tombstoneWrites } from '../erasure/tombstone-items.ts';
import { audioNow, readAdopted } from '../narration/adopted-audio.ts';
import { keyOfAudio } from '../narration/audio-items.ts';
import { audioCodec } from '../narration/narration-items.ts';
import { gsi1, type Key, keys } from '../table/keys.ts';
import { maxItemBytes } from '../table/max-item-bytes.ts';
import { pageNewestFirst } from '../table/page-newest-first.ts';
import { type Item, type Table, TRANSACTION_BYTES, TRANSACTION_ITEMS } from '../table/table.ts';
import { CONFLICT, countItems, type Refusals, type TransactItem, type Transaction } from '../table/transaction.ts';
import { changeTemplateUses } from '../templates/template-uses.ts';
import { audioRemoval } from './audio-removal.ts';
import { parseSlideRef, type SlideRevision, slideCodec, slideRefText, timelineCodec } from './timeline-items.ts';

/** Audio of removed slides that is deleted at the same time, where it does not fit in one transaction. */
const AUDIO_AT_ONCE = 8;

/** Makes timelines by writes of other features. */
export interface TimelineInserter {
  /**
   * Adds a timeline in the transaction of other writes, and counts it and its files.
   * @param next to.parts conditional writes of the caller, at most a few items
   * @param next to.refusals their meaning; it comes before that of the timeline's own parts
   * @param next to.stored_bytes that the account has no longer
   * @throws WriteConflict when a condition of the caller failed that is no refusal, or a tombstone cannot be lifted
   */
  insertWith<Name extends string, Reason extends string = never>(
    loaded: LoadedTimeline,
    limits: Partial<Holdings>,
    beside: {
      parts: Transaction<Name> & { readonly [own in OwnPart]?: never };
      refusals: Refusals<Name, Reason>;
      stored_bytes: number;
      tombstones?: TombstoneChange;
      answer?: PreparedAnswer | undefined;
    },
  ): Promise<'inserted' | 'no_room' | 'no_template' | Reason>;
}

/**
 * The meaning of the parts of a timeline's own change. A conflict comes before a refusal: the caller reads and decides again.
 */
const OWN_REFUSALS = {
  timeline: CONFLICT,
  slides: CONFLICT,
  audio: CONFLICT,
  tombstones: CONFLICT,
  /** The template that the timeline names is gone. */
  template: 'no_template',
  /** The account would have more timelines or bytes than its plan allows. */
  holdings: 'no_room',
} as const;
type OwnPart = keyof typeof OWN_REFUSALS;
type Refusal = 'no_template' | 'no_room';

/**
 * A timeline's item names the slide revisions that belong to it, so writing that one item commits a change of any
 * number of slides at once. Revisions are never overwritten. Up to 100 items and 3 MB a change is one transaction. A larger one
 * first writes the new revisions, which no reader sees, then commits, then clears away the old ones. Before all that it
 * leaves a tombstone of the revisions it touches, and it commits only while that was not taken: killed in between, the
 * sweeper removes those revisions that the timeline does not name.
 *
 * What an account has (timelines, bytes of files) changes in the transaction that commits, so it is counted once. Audio of
 * removed slides takes its recording's bytes and its reserved characters along with the write that deletes it.
 */
export function timelineRepository(table: Table): TimelineStore & TimelineInserter {
  const timelineItem = (timeline: Timeline): Key & Item =>
    timelineCodec.toItem(
      keys.timeline(timeline.account_id, timeline.id),
      { ...timeline, slides: timeline.slides.map(slideRefText) },
      gsi1.attributes(gsi1.timelinesOf(timeline.account_id), timeline.id),
    );
  const timelineOf = (item: Item): Timeline => {
    const stored = timelineCodec.parse(item);
    return { ...stored, slides: stored.slides.map(parseSlideRef) };
  };
  const slideItem = (accountId: string, { audio: _, ...slide }: Slide): Key & Item =>
    slideCodec.toItem(keys.slide(accountId, slide.timeline_id, slide.id, slide.rev), slide);
  /** Revisions of slides by their references. */
  const revisionsIn = (items: readonly Item[]): Map<string, SlideRevision> =>
    new Map(items.map(slideCodec.parse).map((slide) => [slideRefText(slide), slide]));
  /** Audio is stored in the timeline's partition, next to the revisions of its slide. */
  const withAudio = (slides: readonly Slide[], items: readonly Item[]): Slide[] => {
    const audios = items.filter((item) => item.entity === 'audio').map(audioCodec.parse);
    const { audios: adopted } = readAdopted(items.find((item) => item.entity === 'adopted_audio'));
    if (audios.length === 0 && adopted.size === 0) return [...slides];
    const bySlide = new Map(audios.map((audio) => [audio.slide_id, audio]));
    return slides.map((slide) => ({ ...slide, audio: audioNow(bySlide.get(slide.id), adopted.get(slide.id)) }));
  };
  const removal = audioRemoval(table);
  const slideKey = (timeline: Timeline, ref: SlideRef): Key =>
    keys.slide(timeline.account_id, timeline.id, ref.id, ref.rev);

  /** A change in the table. */
  interface Commit<Reason extends string> {
    timeline: Timeline;
    /** The conditional write of the timeline's item. */
    head: TransactItem;
    added?: readonly Slide[];
    /** Recordings that slides of a new timeline speak with from its first moment. */
    recordings?: readonly UploadedAudio[];
    removed?: readonly SlideRef[];
    /** The revisions that are removed, as they were read: their bytes count in a transaction, too. */
    gone?: readonly Slide[];
    /** Slides that go, as they were read. */
    withoutAudio?: readonly Slide[];
    /** Change of what the account has, and its limits. */
    has: Pick<Holdings, 'timelines' | 'stored_bytes'>;
    /** The template before and after; undefined where there is no timeline. */
    template: { before?: string; after?: string };
    limits?: Partial<Holdings>;
    tombstones?: TombstoneChange | undefined;
    /** Conditional writes of another feature, in the same transaction, and their meaning. */
    also?: { parts: Transaction; refusals: Refusals<string, Reason> };
    answer?: PreparedAnswer | undefined;
  }

  /** The conditional write of the timeline's item, with the slides in the same transaction where they fit. */
  async function commit<Reason extends string = never>(change: Commit<Reason>): Promise<Refusal | Reason | undefined> {
    const { timeline, head, added = [], recordings = [], removed = [], gone = [], withoutAudio = [] } = change;
    const { has, limits = {}, also, answer } = change;
    const { account_id: accountId } = timeline;
    const refusals: Refusals<string, Refusal | Reason> = { ...also?.refusals, ...OWN_REFUSALS };
    const parts = {
      ...also?.parts,
      timeline: head,
      tombstones: tombstoneWrites(table, accountId, change.tombstones),
      template: changeTemplateUses(table, accountId, change.template.before, change.template.after),
    };
    const puts = [
      ...added.map((slide) => slideItem(accountId, slide)),
      ...recordings.map((audio) => audioCodec.toItem(keyOfAudio(audio), audio)),
    ];
    const deletes = removed.map((ref) => slideKey(timeline, ref));
    const recorded = removal.recordedBytes(withoutAudio);
    const small: Transaction = {
      ...parts,
      slides: [
        ...puts.map((Item) => ({ Put: { TableName: table.name, Item } })),
        ...deletes.map((Key) => ({ Delete: { TableName: table.name, Key } })),
      ],
      audio: [
        ...withoutAudio.map((slide) => removal.audioDelete(accountId, slide)),
        ...removal.audioUsage(accountId, withoutAudio),
      ],
      holdings: changeHoldings(table, accountId, { ...has, stored_bytes: has.stored_bytes - recorded }, limits),
    };
    const bytes = maxItemBytes([...puts, ...gone.map((slide) => slideItem(accountId, slide))]);
    if (countItems(small) <= TRANSACTION_ITEMS && bytes <= TRANSACTION_BYTES)
      return table.transact(small, { answer, refusals });
    const at = new Date(timeline.updated_at);
    const touched: Tombstone = {
      id: newToken(at),
      account_id: accountId,
      remains: {
        ...{ kind: 'slides', timeline_id: timeline.id, refs: [...added, ...removed].map(slideRefText) },
        ...(recordings.length > 0 ? { is_uncounted: true } : {}),
      },
      due_at: timestamp(plusSeconds(at, ABANDONED_SECONDS)),
    };
    const forget = () => table.delete(keys.tombstone(accountId, touched.id));
    const undo = async (): Promise<void> => {
      await table.writeMany([], puts);
      await forget();
    };
    await table.put(tombstoneItem(touched));
    await table.writeMany(puts, []);
    try {
      const large: Transaction = {
        ...parts,
        slides: recordings.length > 0 ? liftedWith(touched) : untaken(touched),
        holdings: changeHoldings(table, accountId, has, limits),
      };
      const refused = await table.transact(large, { answer, refusals });
      if (refused) {
        await undo();
        return refused;
      }
    } catch (error) {
      // Only when it is certain that nothing was committed: after a lost answer the new revisions may be the ones in use.
      if (error instanceof WriteConflict || error instanceof ServiceError) await undo();
      throw error;
    }
    if (recordings.length > 0) return undefined;
    await table.writeMany([], deletes);
    const audible = withoutAudio.filter((slide) => slide.audio !== undefined);
    await forEachConcurrent(audible, AUDIO_AT_ONCE, (slide) => removal.deleteAudio(accountId, slide));
    await forget();
    return undefined;
  }

  const notTaken = ({ account_id, id }: Tombstone) => ({
    TableName: table.name,
    Key: keys.tombstone(account_id, id),
    ConditionExpression: 'attribute_exists(PK) AND attribute_not_exists(taken)',
  });
  /** Part of a transaction: the revisions of a tombstone are still all there. */
  const untaken = (touched: Tombstone): TransactItem => ({ ConditionCheck: notTaken(touched) });

  /** Part of a transaction that leaves nothing to clear away: the tombstone goes with it, so as long as it is there, nothing was counted. */
  const liftedWith = (touched: Tombstone): TransactItem => ({ Delete: notTaken(touched) });

  const insertHead = (timeline: Timeline): TransactItem => ({
    Put: { TableName: table.name, Item: timelineItem(timeline), ConditionExpression: 'attribute_not_exists(PK)' },
  });

  return {
    async insertWith({ timeline, slides }, limits, { parts, refusals, stored_bytes, tombstones, answer }) {
      const recordings = slides.flatMap(({ audio }) => (audio?.source === 'uploaded' ? [audio] : []));
      const recorded = recordings.reduce((sum, audio) => sum + audio.size_bytes, 0);
      const refused = await commit({
        timeline,
        head: insertHead(timeline),
        added: slides,
        recordings,
        has: { timelines: 1, stored_bytes: bytesOfFiles({ timeline, slides }) + recorded - stored_bytes },
        template: { after: timeline.template_id },
        limits,
        tombstones,
        also: { parts, refusals },
        answer,
      });
      return refused ?? 'inserted';
    },

    async load(accountId, timelineId) {
      const items = await table.all({
        KeyConditionExpression: 'PK = :pk',
        ExpressionAttributeValues: { ':pk': keys.timeline(accountId, timelineId).PK },
        ConsistentRead: true,
      });
      const head = items.find((item) => item.entity === 'timeline');
      if (!head) return undefined;
      const timeline = timelineOf(head);
      const revisions = revisionsIn(items.filter((item) => item.entity === 'slide'));
      const slides = timeline.slides.flatMap((ref) => revisions.get(slideRefText(ref)) ?? []);
      if (slides.length === timeline.slides.length) return { timeline, slides: withAudio(slides, items) };
      // A query over several pages is not one snapshot: a writer committed between two of them. Read by name instead.
      return loadByName(timeline, items);
    },

    list(accountId, page, filter = {}) {
      const partition = { name: 'GSI1PK', value: gsi1.timelinesOf(accountId) };
      const range = idsBetween('timeline', filter);
      const looks = filter.title !== undefined || filter.metadata !== undefined;
      const read = timelineOf;
      return pageNewestFirst(
        table,
        {
          ...{ index: gsi1.name, partition, sortKey: 'GSI1SK', range, filter: {}, read },
          ...(looks ? { passes: (timeline: Timeline) => passes(timeline, filter) } : {}),
        },
        page,
      );
    },

    async insert({ timeline, slides }, limits, answer) {
      const has = { timelines: 1, stored_bytes: bytesOfFiles({ timeline, slides }) };
      const refused = await commit({
        timeline,
        head: insertHead(timeline),
        added: slides,
        has,
        template: { after: timeline.template_id },
        limits: { timelines: limits.timelines },
        answer,
      });
      return refused === 'no_room' ? 'too_many' : (refused ?? 'inserted');
    },

    async save({ before, after, tombstones }, limits, answer) {
      const had = new Set(before.timeline.slides.map(slideRefText));
      const has = new Set(after.timeline.slides.map(slideRefText));
      const head = {
        Put: {
          TableName: table.name,
          Item: timelineItem(after.timeline),
          ConditionExpression: '#version = :version',
          ExpressionAttributeNames: { '#version': 'version' },
          ExpressionAttributeValues: { ':version': before.timeline.version },
        },
      };
      const staying = new Set(after.slides.map(({ id }) => id));
      const refused = await commit({
        timeline: after.timeline,
        head,
        added: after.slides.filter((slide) => !had.has(slideRefText(slide))),
        removed: before.timeline.slides.filter((ref) => !has.has(slideRefText(ref))),
        gone: before.slides.filter((slide) => !has.has(slideRefText(slide))),
        withoutAudio: before.slides.filter(({ id }) => !staying.has(id)),
        has: { timelines: 0, stored_bytes: bytesOfFiles(after) - bytesOfFiles(before) },
        template: { before: before.timeline.template_id, after: after.timeline.template_id },
        limits: { stored_bytes: limits.stored_bytes },
        tombstones,
        answer,
      });
      return refused ?? 'saved';
    },

    async remove({ timeline, slides }, tombstone) {
      const head = {
        Delete: {
          TableName: table.name,
          Key: keys.timeline(timeline.account_id, timeline.id),
          ConditionExpression: '#version = :version',
          ExpressionAttributeNames: { '#version': 'version' },
          ExpressionAttributeValues: { ':version': timeline.version },
        },
      };
      const has = { timelines: -1, stored_bytes: -bytesOfFiles({ timeline, slides }) };
      await commit({
        timeline,
        head,
        removed: timeline.slides,
        gone: slides,
        withoutAudio: slides,
        has,
        template: { before: timeline.template_id },
        tombstones: { added: tombstone },
      });
    },
  };

  /** Reads the timeline's item and exactly the revisions it names, until both fit together. */
  async function loadByName(seen: Timeline, items: readonly Item[]): Promise<LoadedTimeline | undefined> {
    for (let attempt = 0; attempt < 5; attempt++) {
      const head = await table.get(keys.timeline(seen.account_id, seen.id));
      if (!head) return undefined;
      const timeline = timelineOf(head);
      const found = revisionsIn(await table.getMany(timeline.slides.map((ref) => slideKey(timeline, ref))));
      const slides = timeline.slides.flatMap((ref) => found.get(slideRefText(ref)) ?? []);
      if (slides.length === timeline.slides.length) return { timeline, slides: withAudio(slides, items) };
    }
    throw new Error(`timeline ${seen.id} names slides that cannot be read`);
  }
}

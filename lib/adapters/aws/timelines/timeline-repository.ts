import {
  bytesOfTimelineFiles,
  type LoadedTimeline,
  type Slide,
  type SlideRef,
  type Timeline,
  type TimelineStore,
  type UploadedAudio,
} from '#features/timelines/public.ts';
import { passesListFilter } from '#kernel/contract/list-filters.ts';
import { formatTimestamp, plusSeconds } from '#kernel/shared/clock.ts';
import { forEachConcurrent } from '#kernel/shared/concurrency.ts';
import { ServiceError, WriteConflict } from '#kernel/shared/errors.ts';
import { createOpaqueToken, idBoundsBetween } from '#kernel/shared/ids.ts';
import type { PreparedIdempotentAnswer } from '#kernel/shared/prepared-idempotent-answer.ts';
import { ABANDONED_FILE_SECONDS, type Tombstone, type TombstoneChange } from '#platform/erasure/public.ts';
import { type AccountResourceTotals, resourceTotalsChangeWrite } from '../accounts/holdings.ts';
import { tombstoneChangeWrites, tombstoneItem } from '../erasure/tombstone-items.ts';
import { currentAudioOfSlide, parseAdoptedAudioRecord } from '../narration/adopted-audio.ts';
import { slideAudioKey } from '../narration/audio-items.ts';
import { slideAudioCodec } from '../narration/narration-items.ts';
import { accountListIndex, type TableKey, tableKeys } from '../table/keys.ts';
import { queryPageNewestFirst } from '../table/query-page-newest-first.ts';
import { MAX_TRANSACTION_BYTES, MAX_TRANSACTION_ITEMS, type Table, type TableItem } from '../table/table.ts';
import {
  countTransactItems,
  REFUSED_BY_CONFLICT,
  type TransactItem,
  type Transaction,
  type TransactionRefusals,
} from '../table/transaction.ts';
import { upperBoundOfItemBytes } from '../table/upper-bound-of-item-bytes.ts';
import { templateUseChangeWrites } from '../templates/template-uses.ts';
import { audioRemovalRepository } from './audio-removal-repository.ts';
import { parseSlideRef, type SlideRevision, slideCodec, slideRefText, timelineCodec } from './timeline-items.ts';

/** The number of audios that are deleted at the same time when a change does not fit into one transaction. */
const AUDIO_AT_ONCE = 8;

/** Inserts timelines in transactions of other features. */
export interface TimelineInserter {
  /**
   * Inserts a timeline in one transaction with writes of the caller, and counts it and its files.
   * @param also.parts conditional writes of the caller, at most a few items
   * @param also.refusals the meaning of their failed conditions; it precedes that of the timeline's parts
   * @param also.stored_bytes bytes that the account has no longer after the transaction
   * @throws WriteConflict when a condition of the caller failed whose meaning is a conflict, or a tombstone cannot be lifted
   */
  insertWith<Name extends string, Reason extends string = never>(
    loaded: LoadedTimeline,
    limits: Partial<AccountResourceTotals>,
    also: {
      parts: Transaction<Name> & { readonly [own in OwnPart]?: never };
      refusals: TransactionRefusals<Name, Reason>;
      stored_bytes: number;
      tombstones?: TombstoneChange;
      answer?: PreparedIdempotentAnswer | undefined;
    },
  ): Promise<'inserted' | 'no_room' | 'no_template' | Reason>;
}

/**
 * The meaning of failed conditions of the timeline's parts. Conflicts precede refusals: after a conflict the caller reads and decides again.
 */
const OWN_REFUSALS = {
  timeline: REFUSED_BY_CONFLICT,
  slides: REFUSED_BY_CONFLICT,
  audio: REFUSED_BY_CONFLICT,
  tombstones: REFUSED_BY_CONFLICT,
  /** The template that the timeline names was deleted. */
  template: 'no_template',
  /** The account would have more timelines or bytes than its plan allows. */
  holdings: 'no_room',
} as const;
type OwnPart = keyof typeof OWN_REFUSALS;
type Refusal = 'no_template' | 'no_room';

/**
 * Timelines and their slides in the table. The item of a timeline names the revisions of its slides, so the write of that item commits a
 * change of any number of slides. Revisions are never overwritten.
 *
 * A change within `MAX_TRANSACTION_ITEMS` and `MAX_TRANSACTION_BYTES` is one transaction. A larger change first writes a tombstone, which
 * names all revisions that it adds or removes. Then it writes the new revisions, which no reader sees yet. It commits with the item of the
 * timeline, on condition that the sweeper has not taken the tombstone. At last it deletes the old revisions. If it is killed in between,
 * the sweeper removes those revisions of the tombstone that the timeline does not name.
 *
 * The holdings of the account (timelines, bytes of files) change in the transaction that commits, so they are counted once. The bytes and
 * reserved characters of audio of removed slides change in the write that deletes the audio.
 */
export function timelineRepository(table: Table): TimelineStore & TimelineInserter {
  const timelineItem = (timeline: Timeline): TableKey & TableItem =>
    timelineCodec.toItem(
      tableKeys.timeline(timeline.account_id, timeline.id),
      { ...timeline, slides: timeline.slides.map(slideRefText) },
      accountListIndex.attributes(accountListIndex.timelinesOf(timeline.account_id), timeline.id),
    );
  const timelineOf = (item: TableItem): Timeline => {
    const stored = timelineCodec.parse(item);
    return { ...stored, slides: stored.slides.map(parseSlideRef) };
  };
  const slideItem = (accountId: string, { audio: _, ...slide }: Slide): TableKey & TableItem =>
    slideCodec.toItem(tableKeys.slide(accountId, slide.timeline_id, slide.id, slide.rev), slide);
  /** Revisions of slides by their references. */
  const revisionsIn = (items: readonly TableItem[]): Map<string, SlideRevision> =>
    new Map(items.map(slideCodec.parse).map((slide) => [slideRefText(slide), slide]));
  /** The slides with their audio, which is in separate items of the timeline's partition. */
  const withAudio = (slides: readonly Slide[], items: readonly TableItem[]): Slide[] => {
    const audios = items.filter((item) => item.entity === 'audio').map(slideAudioCodec.parse);
    const { audios: adopted } = parseAdoptedAudioRecord(items.find((item) => item.entity === 'adopted_audio'));
    if (audios.length === 0 && adopted.size === 0) return [...slides];
    const bySlide = new Map(audios.map((audio) => [audio.slide_id, audio]));
    return slides.map((slide) => ({
      ...slide,
      audio: currentAudioOfSlide(bySlide.get(slide.id), adopted.get(slide.id)),
    }));
  };
  const removal = audioRemovalRepository(table);
  const slideKey = (timeline: Timeline, ref: SlideRef): TableKey =>
    tableKeys.slide(timeline.account_id, timeline.id, ref.id, ref.rev);

  /** A change of a timeline. */
  interface Commit<Reason extends string> {
    timeline: Timeline;
    /** The conditional write of the timeline's item. */
    head: TransactItem;
    added?: readonly Slide[];
    /** Recordings that slides of a new timeline have from the start. */
    recordings?: readonly UploadedAudio[];
    removed?: readonly SlideRef[];
    /** The removed revisions as they were read, whose bytes count for the size of a transaction. */
    gone?: readonly Slide[];
    /** Removed slides as they were read, whose audio is deleted. */
    withoutAudio?: readonly Slide[];
    /** The change of the account's holdings. */
    has: Pick<AccountResourceTotals, 'timelines' | 'stored_bytes'>;
    /** Id of the template before and after the change; undefined when the timeline does not exist then. */
    template: { before?: string; after?: string };
    /** The most holdings of the account after the change. */
    limits?: Partial<AccountResourceTotals>;
    tombstones?: TombstoneChange | undefined;
    /** Conditional writes of another feature in the same transaction, and the meaning of their failed conditions. */
    also?: { parts: Transaction; refusals: TransactionRefusals<string, Reason> };
    answer?: PreparedIdempotentAnswer | undefined;
  }

  /** Makes a change: in one transaction if it fits, else in the steps that are described above. @returns the reason of a refusal */
  async function commit<Reason extends string = never>(change: Commit<Reason>): Promise<Refusal | Reason | undefined> {
    const { timeline, head, added = [], recordings = [], removed = [], gone = [], withoutAudio = [] } = change;
    const { has, limits = {}, also, answer } = change;
    const { account_id: accountId } = timeline;
    const refusals: TransactionRefusals<string, Refusal | Reason> = { ...also?.refusals, ...OWN_REFUSALS };
    const parts = {
      ...also?.parts,
      timeline: head,
      tombstones: tombstoneChangeWrites(table, accountId, change.tombstones),
      template: templateUseChangeWrites(table, accountId, change.template.before, change.template.after),
    };
    const puts = [
      ...added.map((slide) => slideItem(accountId, slide)),
      ...recordings.map((audio) => slideAudioCodec.toItem(slideAudioKey(audio), audio)),
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
      holdings: resourceTotalsChangeWrite(
        table,
        accountId,
        { ...has, stored_bytes: has.stored_bytes - recorded },
        limits,
      ),
    };
    const bytes = upperBoundOfItemBytes([...puts, ...gone.map((slide) => slideItem(accountId, slide))]);
    if (countTransactItems(small) <= MAX_TRANSACTION_ITEMS && bytes <= MAX_TRANSACTION_BYTES)
      return table.transact(small, { answer, refusals });
    const at = new Date(timeline.updated_at);
    const touched: Tombstone = {
      id: createOpaqueToken(at),
      account_id: accountId,
      remains: {
        ...{ kind: 'slides', timeline_id: timeline.id, refs: [...added, ...removed].map(slideRefText) },
        ...(recordings.length > 0 ? { is_uncounted: true } : {}),
      },
      due_at: formatTimestamp(plusSeconds(at, ABANDONED_FILE_SECONDS)),
    };
    const forget = () => table.delete(tableKeys.tombstone(accountId, touched.id));
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
        holdings: resourceTotalsChangeWrite(table, accountId, has, limits),
      };
      const refused = await table.transact(large, { answer, refusals });
      if (refused) {
        await undo();
        return refused;
      }
    } catch (error) {
      // Undone only after these errors, which mean that nothing was committed. After a lost answer the new revisions may be in use.
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
    Key: tableKeys.tombstone(account_id, id),
    ConditionExpression: 'attribute_exists(PK) AND attribute_not_exists(taken)',
  });
  /** Part of a transaction: the condition that the sweeper has not taken the tombstone, so that all its revisions still exist. */
  const untaken = (touched: Tombstone): TransactItem => ({ ConditionCheck: notTaken(touched) });

  /** Part of a transaction after which nothing is left to remove: deletes the tombstone. While the tombstone exists, nothing of it was counted. */
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
        has: { timelines: 1, stored_bytes: bytesOfTimelineFiles({ timeline, slides }) + recorded - stored_bytes },
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
        ExpressionAttributeValues: { ':pk': tableKeys.timeline(accountId, timelineId).PK },
        ConsistentRead: true,
      });
      const head = items.find((item) => item.entity === 'timeline');
      if (!head) return undefined;
      const timeline = timelineOf(head);
      const revisions = revisionsIn(items.filter((item) => item.entity === 'slide'));
      const slides = timeline.slides.flatMap((ref) => revisions.get(slideRefText(ref)) ?? []);
      if (slides.length === timeline.slides.length) return { timeline, slides: withAudio(slides, items) };
      // A query of several pages is not a snapshot: a change was committed between two pages. The slides are read by their names instead.
      return loadByName(timeline, items);
    },

    list(accountId, page, filter = {}) {
      const partition = { name: 'GSI1PK', value: accountListIndex.timelinesOf(accountId) };
      const range = idBoundsBetween('timeline', filter);
      const isFiltered = filter.title !== undefined || filter.metadata !== undefined;
      const read = timelineOf;
      return queryPageNewestFirst(
        table,
        {
          ...{ index: accountListIndex.name, partition, sortKey: 'GSI1SK', range, filter: {}, read },
          ...(isFiltered ? { passes: (timeline: Timeline) => passesListFilter(timeline, filter) } : {}),
        },
        page,
      );
    },

    async insert({ timeline, slides }, limits, answer) {
      const has = { timelines: 1, stored_bytes: bytesOfTimelineFiles({ timeline, slides }) };
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
        has: { timelines: 0, stored_bytes: bytesOfTimelineFiles(after) - bytesOfTimelineFiles(before) },
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
          Key: tableKeys.timeline(timeline.account_id, timeline.id),
          ConditionExpression: '#version = :version',
          ExpressionAttributeNames: { '#version': 'version' },
          ExpressionAttributeValues: { ':version': timeline.version },
        },
      };
      const has = { timelines: -1, stored_bytes: -bytesOfTimelineFiles({ timeline, slides }) };
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

  /** Reads the timeline's item and the revisions that it names, repeatedly until all of them exist. @throws Error after five attempts */
  async function loadByName(seen: Timeline, items: readonly TableItem[]): Promise<LoadedTimeline | undefined> {
    for (let attempt = 0; attempt < 5; attempt++) {
      const head = await table.get(tableKeys.timeline(seen.account_id, seen.id));
      if (!head) return undefined;
      const timeline = timelineOf(head);
      const found = revisionsIn(await table.getMany(timeline.slides.map((ref) => slideKey(timeline, ref))));
      const slides = timeline.slides.flatMap((ref) => found.get(slideRefText(ref)) ?? []);
      if (slides.length === timeline.slides.length) return { timeline, slides: withAudio(slides, items) };
    }
    throw new Error(`timeline ${seen.id} names slides that cannot be read`);
  }
}

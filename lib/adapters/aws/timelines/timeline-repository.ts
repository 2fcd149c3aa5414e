import {
  bytesOfTimelineFiles,
  type LoadedTimeline,
  type Slide,
  type SlideRevisionRef,
  type Timeline,
  type TimelineStore,
  type UploadedAudio,
} from '#features/timelines/public.ts';
import { passesListFilter } from '#kernel/contract/list-filters.ts';
import { addSeconds, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { forEachConcurrent } from '#kernel/shared/concurrency.ts';
import { ServiceError, WriteConflictError } from '#kernel/shared/errors.ts';
import { createOpaqueToken, idBoundsBetween } from '#kernel/shared/ids.ts';
import type { PreparedIdempotentAnswer } from '#kernel/shared/prepared-idempotent-answer.ts';
import { ABANDONED_FILE_SECONDS, type Tombstone, type TombstoneChange } from '#platform/erasure/public.ts';
import { type AccountResourceTotals, resourceTotalsChangeWrites } from '../accounts/holdings.ts';
import { tombstoneChangeWrites, tombstoneItem } from '../erasure/tombstone-items.ts';
import { chooseAdoptedOrOwnAudio, parseAdoptedAudioRecord } from '../narration/adopted-audio.ts';
import { slideAudioItemKeyOf } from '../narration/audio-items.ts';
import { slideAudioCodec } from '../narration/narration-items.ts';
import { accountListIndex, type TableKey, tableKeys } from '../table/keys.ts';
import { queryPageNewestFirst } from '../table/query-page-newest-first.ts';
import { MAX_TRANSACTION_BYTES, MAX_TRANSACTION_ITEMS, type Table, type TableItem } from '../table/table.ts';
import {
  countTransactItems,
  REFUSED_BY_CONFLICT,
  type TransactItem,
  type Transaction,
  type TransactionRefusalMeanings,
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
   * @throws WriteConflictError when a condition of the caller failed whose meaning is a conflict, or a tombstone cannot be lifted
   */
  insertWith<Name extends string, Reason extends string = never>(
    loaded: LoadedTimeline,
    limits: Partial<AccountResourceTotals>,
    also: {
      parts: Transaction<Name> & { readonly [own in OwnPart]?: never };
      refusals: TransactionRefusalMeanings<Name, Reason>;
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
    const packedTimeline = timelineCodec.parse(item);
    return { ...packedTimeline, slides: packedTimeline.slides.map(parseSlideRef) };
  };
  const slideItem = (accountId: string, { audio: _, ...slide }: Slide): TableKey & TableItem =>
    slideCodec.toItem(tableKeys.slide(accountId, slide.timeline_id, slide.id, slide.rev), slide);
  /** Revisions of slides by their references. */
  const revisionsIn = (items: readonly TableItem[]): Map<string, SlideRevision> =>
    new Map(items.map(slideCodec.parse).map((slide) => [slideRefText(slide), slide]));
  /** The slides with their audio, which is in separate items of the timeline's partition. */
  const withAudio = (slides: readonly Slide[], items: readonly TableItem[]): Slide[] => {
    const audios = items.filter((item) => item.entity === 'audio').map(slideAudioCodec.parse);
    const { audios: adoptedAudios } = parseAdoptedAudioRecord(items.find((item) => item.entity === 'adopted_audio'));
    if (audios.length === 0 && adoptedAudios.size === 0) return [...slides];
    const audioBySlide = new Map(audios.map((audio) => [audio.slide_id, audio]));
    return slides.map((slide) => ({
      ...slide,
      audio: chooseAdoptedOrOwnAudio(audioBySlide.get(slide.id), adoptedAudios.get(slide.id)),
    }));
  };
  const audioRemoval = audioRemovalRepository(table);
  const slideKey = (timeline: Timeline, ref: SlideRevisionRef): TableKey =>
    tableKeys.slide(timeline.account_id, timeline.id, ref.id, ref.rev);

  /** A change of a timeline. */
  interface Commit<Reason extends string> {
    timeline: Timeline;
    /** The conditional write of the timeline's item. */
    timelineWrite: TransactItem;
    addedSlides?: readonly Slide[];
    /** Recordings that slides of a new timeline have from the start. */
    recordings?: readonly UploadedAudio[];
    removedRefs?: readonly SlideRevisionRef[];
    /** The removed revisions as they were read, whose bytes count for the size of a transaction. */
    removedSlides?: readonly Slide[];
    /** Removed slides as they were read, whose audio is deleted. */
    slidesLosingAudio?: readonly Slide[];
    /** The change of the account's holdings. */
    holdingsChange: Pick<AccountResourceTotals, 'timelines' | 'stored_bytes'>;
    /** Id of the template before and after the change; undefined when the timeline does not exist then. */
    template: { before?: string; after?: string };
    /** The most holdings of the account after the change. */
    limits?: Partial<AccountResourceTotals>;
    tombstones?: TombstoneChange | undefined;
    /** Conditional writes of another feature in the same transaction, and the meaning of their failed conditions. */
    callerWrites?: { parts: Transaction; refusals: TransactionRefusalMeanings<string, Reason> };
    answer?: PreparedIdempotentAnswer | undefined;
  }

  /** Makes a change: in one transaction if it fits, else in the steps that are described above. @returns the reason of a refusal */
  async function commit<Reason extends string = never>(change: Commit<Reason>): Promise<Refusal | Reason | undefined> {
    const {
      timeline,
      timelineWrite,
      addedSlides = [],
      recordings = [],
      removedRefs = [],
      removedSlides = [],
      slidesLosingAudio = [],
    } = change;
    const { holdingsChange, limits = {}, callerWrites, answer } = change;
    const { account_id: accountId } = timeline;
    const refusals: TransactionRefusalMeanings<string, Refusal | Reason> = {
      ...callerWrites?.refusals,
      ...OWN_REFUSALS,
    };
    const parts = {
      ...callerWrites?.parts,
      timeline: timelineWrite,
      tombstones: tombstoneChangeWrites(table, accountId, change.tombstones),
      template: templateUseChangeWrites(table, accountId, change.template.before, change.template.after),
    };
    const puts = [
      ...addedSlides.map((slide) => slideItem(accountId, slide)),
      ...recordings.map((audio) => slideAudioCodec.toItem(slideAudioItemKeyOf(audio), audio)),
    ];
    const deletes = removedRefs.map((ref) => slideKey(timeline, ref));
    const recordingBytes = audioRemoval.recordedBytes(slidesLosingAudio);
    const singleTransaction: Transaction = {
      ...parts,
      slides: [
        ...puts.map((Item) => ({ Put: { TableName: table.name, Item } })),
        ...deletes.map((Key) => ({ Delete: { TableName: table.name, Key } })),
      ],
      audio: [
        ...slidesLosingAudio.map((slide) => audioRemoval.audioDelete(accountId, slide)),
        ...audioRemoval.audioUsage(accountId, slidesLosingAudio),
      ],
      holdings: resourceTotalsChangeWrites(
        table,
        accountId,
        { ...holdingsChange, stored_bytes: holdingsChange.stored_bytes - recordingBytes },
        limits,
      ),
    };
    const bytes = upperBoundOfItemBytes([...puts, ...removedSlides.map((slide) => slideItem(accountId, slide))]);
    if (countTransactItems(singleTransaction) <= MAX_TRANSACTION_ITEMS && bytes <= MAX_TRANSACTION_BYTES)
      return table.transact(singleTransaction, { answer, refusals });
    const updatedAt = new Date(timeline.updated_at);
    const tombstone: Tombstone = {
      id: createOpaqueToken(updatedAt),
      account_id: accountId,
      remains: {
        kind: 'slides',
        timeline_id: timeline.id,
        refs: [...addedSlides, ...removedRefs].map(slideRefText),
        ...(recordings.length > 0 ? { is_uncounted: true } : {}),
      },
      due_at: formatUtcTimestamp(addSeconds(updatedAt, ABANDONED_FILE_SECONDS)),
    };
    const deleteTombstone = () => table.delete(tableKeys.tombstone(accountId, tombstone.id));
    const undo = async (): Promise<void> => {
      await table.writeMany([], puts);
      await deleteTombstone();
    };
    await table.put(tombstoneItem(tombstone));
    await table.writeMany(puts, []);
    try {
      const commitTransaction: Transaction = {
        ...parts,
        slides: recordings.length > 0 ? liftWrite(tombstone) : notTakenCheck(tombstone),
        holdings: resourceTotalsChangeWrites(table, accountId, holdingsChange, limits),
      };
      const refusal = await table.transact(commitTransaction, { answer, refusals });
      if (refusal) {
        await undo();
        return refusal;
      }
    } catch (error) {
      // Undone only after these errors, which mean that nothing was committed. After a lost answer the new revisions may be in use.
      if (error instanceof WriteConflictError || error instanceof ServiceError) await undo();
      throw error;
    }
    if (recordings.length > 0) return undefined;
    await table.writeMany([], deletes);
    const slidesWithAudio = slidesLosingAudio.filter((slide) => slide.audio !== undefined);
    await forEachConcurrent(slidesWithAudio, AUDIO_AT_ONCE, (slide) => audioRemoval.deleteAudio(accountId, slide));
    await deleteTombstone();
    return undefined;
  }

  const notTakenCondition = ({ account_id, id }: Tombstone) => ({
    TableName: table.name,
    Key: tableKeys.tombstone(account_id, id),
    ConditionExpression: 'attribute_exists(PK) AND attribute_not_exists(taken)',
  });
  /** Part of a transaction: the condition that the sweeper has not taken the tombstone, so that all its revisions still exist. */
  const notTakenCheck = (tombstone: Tombstone): TransactItem => ({ ConditionCheck: notTakenCondition(tombstone) });

  /**
   * Part of a transaction after which nothing is left to remove: deletes the tombstone. While the tombstone exists, nothing of it was
   * counted.
   */
  const liftWrite = (tombstone: Tombstone): TransactItem => ({ Delete: notTakenCondition(tombstone) });

  const timelineInsertWrite = (timeline: Timeline): TransactItem => ({
    Put: { TableName: table.name, Item: timelineItem(timeline), ConditionExpression: 'attribute_not_exists(PK)' },
  });

  return {
    async insertWith({ timeline, slides }, limits, { parts, refusals, stored_bytes, tombstones, answer }) {
      const recordings = slides.flatMap(({ audio }) => (audio?.source === 'uploaded' ? [audio] : []));
      const recordingBytes = recordings.reduce((sum, audio) => sum + audio.size_bytes, 0);
      const refusal = await commit({
        timeline,
        timelineWrite: timelineInsertWrite(timeline),
        addedSlides: slides,
        recordings,
        holdingsChange: {
          timelines: 1,
          stored_bytes: bytesOfTimelineFiles({ timeline, slides }) + recordingBytes - stored_bytes,
        },
        template: { after: timeline.template_id },
        limits,
        tombstones,
        callerWrites: { parts, refusals },
        answer,
      });
      return refusal ?? 'inserted';
    },

    async load(accountId, timelineId) {
      const items = await table.all({
        KeyConditionExpression: 'PK = :pk',
        ExpressionAttributeValues: { ':pk': tableKeys.timeline(accountId, timelineId).PK },
        ConsistentRead: true,
      });
      const storedTimeline = items.find((item) => item.entity === 'timeline');
      if (!storedTimeline) return undefined;
      const timeline = timelineOf(storedTimeline);
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
      return queryPageNewestFirst(
        table,
        {
          index: accountListIndex.name,
          partition,
          sortKey: 'GSI1SK',
          range,
          filter: {},
          read: timelineOf,
          ...(isFiltered ? { passes: (timeline: Timeline) => passesListFilter(timeline, filter) } : {}),
        },
        page,
      );
    },

    async insert({ timeline, slides }, limits, answer) {
      const holdingsChange = { timelines: 1, stored_bytes: bytesOfTimelineFiles({ timeline, slides }) };
      const refusal = await commit({
        timeline,
        timelineWrite: timelineInsertWrite(timeline),
        addedSlides: slides,
        holdingsChange,
        template: { after: timeline.template_id },
        limits: { timelines: limits.timelines },
        answer,
      });
      return refusal === 'no_room' ? 'too_many' : (refusal ?? 'inserted');
    },

    async save({ before, after, tombstones }, limits, answer) {
      const refsBefore = new Set(before.timeline.slides.map(slideRefText));
      const refsAfter = new Set(after.timeline.slides.map(slideRefText));
      const timelineWrite = {
        Put: {
          TableName: table.name,
          Item: timelineItem(after.timeline),
          ConditionExpression: '#version = :version',
          ExpressionAttributeNames: { '#version': 'version' },
          ExpressionAttributeValues: { ':version': before.timeline.version },
        },
      };
      const remainingSlideIds = new Set(after.slides.map(({ id }) => id));
      const refusal = await commit({
        timeline: after.timeline,
        timelineWrite,
        addedSlides: after.slides.filter((slide) => !refsBefore.has(slideRefText(slide))),
        removedRefs: before.timeline.slides.filter((ref) => !refsAfter.has(slideRefText(ref))),
        removedSlides: before.slides.filter((slide) => !refsAfter.has(slideRefText(slide))),
        slidesLosingAudio: before.slides.filter(({ id }) => !remainingSlideIds.has(id)),
        holdingsChange: { timelines: 0, stored_bytes: bytesOfTimelineFiles(after) - bytesOfTimelineFiles(before) },
        template: { before: before.timeline.template_id, after: after.timeline.template_id },
        limits: { stored_bytes: limits.stored_bytes },
        tombstones,
        answer,
      });
      return refusal ?? 'saved';
    },

    async remove({ timeline, slides }, tombstone) {
      const timelineWrite = {
        Delete: {
          TableName: table.name,
          Key: tableKeys.timeline(timeline.account_id, timeline.id),
          ConditionExpression: '#version = :version',
          ExpressionAttributeNames: { '#version': 'version' },
          ExpressionAttributeValues: { ':version': timeline.version },
        },
      };
      const holdingsChange = { timelines: -1, stored_bytes: -bytesOfTimelineFiles({ timeline, slides }) };
      await commit({
        timeline,
        timelineWrite,
        removedRefs: timeline.slides,
        removedSlides: slides,
        slidesLosingAudio: slides,
        holdingsChange,
        template: { before: timeline.template_id },
        tombstones: { added: tombstone },
      });
    },
  };

  /**
   * Reads the timeline's item and the revisions that it names, repeatedly until all of them exist.
   * @param items items of the timeline's partition, of which only the audio is used
   * @returns undefined when the timeline was deleted
   * @throws Error after five attempts
   */
  async function loadByName(seenTimeline: Timeline, items: readonly TableItem[]): Promise<LoadedTimeline | undefined> {
    for (let attempt = 0; attempt < 5; attempt++) {
      const storedTimeline = await table.get(tableKeys.timeline(seenTimeline.account_id, seenTimeline.id));
      if (!storedTimeline) return undefined;
      const timeline = timelineOf(storedTimeline);
      const revisions = revisionsIn(await table.getMany(timeline.slides.map((ref) => slideKey(timeline, ref))));
      const slides = timeline.slides.flatMap((ref) => revisions.get(slideRefText(ref)) ?? []);
      if (slides.length === timeline.slides.length) return { timeline, slides: withAudio(slides, items) };
    }
    throw new Error(`timeline ${seenTimeline.id} names slides that cannot be read`);
  }
}

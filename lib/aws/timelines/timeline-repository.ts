import { ServiceError, WriteConflict } from '../../shared/errors.ts';
import type { PreparedAnswer } from '../../shared/prepared-answer.ts';
import type { LoadedTimeline, Slide, SlideRef, Timeline, TimelineStore } from '../../timelines/public.ts';
import { audioCodec } from '../narration/narration-items.ts';
import { gsi1, type Key, keys } from '../table/keys.ts';
import { type Item, type Table, TRANSACTION_ITEMS, type TransactItem } from '../table/table.ts';
import { parseRef, refText, type SlideRevision, slideCodec, timelineCodec } from './timeline-items.ts';

/**
 * A timeline's item names the slide revisions that belong to it, so writing that one item commits a change of any
 * number of slides at once. Revisions are never overwritten. Up to 100 items a change is one transaction. A larger one
 * first writes the new revisions, which no reader sees, then commits, then clears away the old ones; killed in between it
 * leaves revisions that no timeline names and no reader shows.
 */
export function timelineRepository(table: Table): TimelineStore {
  const timelineItem = (timeline: Timeline): Key & Item =>
    timelineCodec.toItem(
      keys.timeline(timeline.account_id, timeline.id),
      { ...timeline, slides: timeline.slides.map(refText) },
      gsi1.attributes(gsi1.timelinesOf(timeline.account_id), timeline.id),
    );
  const timelineOf = (item: Item): Timeline => {
    const stored = timelineCodec.parse(item);
    return { ...stored, slides: stored.slides.map(parseRef) };
  };
  const slideItem = (accountId: string, { audio: _, ...slide }: Slide): Key & Item =>
    slideCodec.toItem(keys.slide(accountId, slide.timeline_id, slide.id, slide.rev), slide);
  /** Revisions of slides by their references. */
  const revisionsIn = (items: readonly Item[]): Map<string, SlideRevision> =>
    new Map(items.map(slideCodec.parse).map((slide) => [refText(slide), slide]));
  /** Audio is stored in the timeline's partition, beside the revisions of its slide. */
  const withAudio = (slides: readonly Slide[], items: readonly Item[]): Slide[] => {
    const audios = items.filter((item) => item.entity === 'audio').map(audioCodec.parse);
    if (audios.length === 0) return [...slides];
    const bySlide = new Map(audios.map((audio) => [audio.slide_id, audio]));
    return slides.map((slide) => ({ ...slide, audio: bySlide.get(slide.id) }));
  };
  const audioKey = (accountId: string, { timeline_id, id }: Slide): Key => keys.audio(accountId, timeline_id, id);
  /** Deletes the audio that a slide had when it was read. Other audio that it got since must stay: its file is still used. */
  const audioDelete = (accountId: string, slide: Slide): TransactItem => ({
    Delete: {
      TableName: table.name,
      Key: audioKey(accountId, slide),
      ...(slide.audio === undefined
        ? { ConditionExpression: 'attribute_not_exists(PK)' }
        : { ConditionExpression: 'job = :job', ExpressionAttributeValues: { ':job': slide.audio.job } }),
    },
  });
  const slideKey = (timeline: Timeline, ref: SlideRef): Key =>
    keys.slide(timeline.account_id, timeline.id, ref.id, ref.rev);

  /** The conditional write of the timeline's item, with the slides in the same transaction where they fit. */
  async function commit(
    timeline: Timeline,
    head: TransactItem,
    added: readonly Slide[],
    removed: readonly SlideRef[],
    withoutAudio: readonly Slide[] = [],
    answer?: PreparedAnswer,
  ) {
    const puts = added.map((slide) => slideItem(timeline.account_id, slide));
    const deletes = removed.map((ref) => slideKey(timeline, ref));
    const audio = withoutAudio.map((slide) => audioDelete(timeline.account_id, slide));
    if (1 + puts.length + deletes.length + audio.length <= TRANSACTION_ITEMS) {
      await table.transact(
        [
          head,
          ...puts.map((Item) => ({ Put: { TableName: table.name, Item } })),
          ...deletes.map((Key) => ({ Delete: { TableName: table.name, Key } })),
          ...audio,
        ],
        answer,
      );
      return;
    }
    await table.writeMany(puts, []);
    try {
      await table.transact([head], answer);
    } catch (error) {
      // Only when it is certain that nothing was committed: after a lost answer the new revisions may be the ones in use.
      if (error instanceof WriteConflict || error instanceof ServiceError) await table.writeMany([], puts);
      throw error;
    }
    const audible = withoutAudio.filter((slide) => slide.audio !== undefined);
    await table.writeMany([], [...deletes, ...audible.map((slide) => audioKey(timeline.account_id, slide))]);
  }

  return {
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
      const slides = timeline.slides.flatMap((ref) => revisions.get(refText(ref)) ?? []);
      if (slides.length === timeline.slides.length) return { timeline, slides: withAudio(slides, items) };
      // A query over several pages is not one snapshot: a writer committed between two of them. Read by name instead.
      return loadByName(timeline, items);
    },

    async list(accountId, { limit, after }) {
      const { items, lastKey } = await table.page({
        IndexName: gsi1.name,
        KeyConditionExpression: after === undefined ? 'GSI1PK = :pk' : 'GSI1PK = :pk AND GSI1SK < :after',
        ExpressionAttributeValues: {
          ':pk': gsi1.timelinesOf(accountId),
          ...(after === undefined ? {} : { ':after': after }),
        },
        ScanIndexForward: false,
        Limit: limit + 1,
      });
      const timelines = items.slice(0, limit).map(timelineOf);
      const more = items.length > limit || lastKey !== undefined;
      return { items: timelines, next: more ? timelines.at(-1)?.id : undefined };
    },

    async insert({ timeline, slides }, answer) {
      const head = {
        Put: { TableName: table.name, Item: timelineItem(timeline), ConditionExpression: 'attribute_not_exists(PK)' },
      };
      await commit(timeline, head, slides, [], [], answer);
    },

    async save({ before, after }, answer) {
      const had = new Set(before.timeline.slides.map(refText));
      const has = new Set(after.timeline.slides.map(refText));
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
      await commit(
        after.timeline,
        head,
        after.slides.filter((slide) => !had.has(refText(slide))),
        before.timeline.slides.filter((ref) => !has.has(refText(ref))),
        before.slides.filter(({ id }) => !staying.has(id)),
        answer,
      );
    },

    async remove({ timeline, slides }) {
      const head = {
        Delete: {
          TableName: table.name,
          Key: keys.timeline(timeline.account_id, timeline.id),
          ConditionExpression: '#version = :version',
          ExpressionAttributeNames: { '#version': 'version' },
          ExpressionAttributeValues: { ':version': timeline.version },
        },
      };
      await commit(timeline, head, [], timeline.slides, slides);
    },
  };

  /** Reads the timeline's item and exactly the revisions it names, until both fit together. */
  async function loadByName(seen: Timeline, items: readonly Item[]): Promise<LoadedTimeline | undefined> {
    for (let attempt = 0; attempt < 5; attempt++) {
      const head = await table.get(keys.timeline(seen.account_id, seen.id));
      if (!head) return undefined;
      const timeline = timelineOf(head);
      const found = revisionsIn(await table.getMany(timeline.slides.map((ref) => slideKey(timeline, ref))));
      const slides = timeline.slides.flatMap((ref) => found.get(refText(ref)) ?? []);
      if (slides.length === timeline.slides.length) return { timeline, slides: withAudio(slides, items) };
    }
    throw new Error(`timeline ${seen.id} names slides that cannot be read`);
  }
}

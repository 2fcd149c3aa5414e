import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tombstonedItemRemover } from '#adapters/aws/erasure/remaining-items.ts';
import { unusedSpeechRemover } from '#adapters/aws/erasure/remaining-speech.ts';
import { tombstoneRepository } from '#adapters/aws/erasure/tombstone-repository.ts';
import { cachedArtifactRepository } from '#adapters/aws/renders/cached-artifact-repository.ts';
import { tableKeys } from '#adapters/aws/table/keys.ts';
import { Table } from '#adapters/aws/table/table.ts';
import { timelineRepository } from '#adapters/aws/timelines/timeline-repository.ts';
import { ENTITLEMENTS } from '#features/accounts/entitlements.ts';
import type { TimelineStore } from '#features/timelines/ports.ts';
import type { LoadedTimeline } from '#features/timelines/timeline.ts';
import { newId } from '#kernel/shared/ids.ts';
import { tombstonesSweep } from '#platform/erasure/process-tombstone.ts';
import { createRemovalTombstone, type Tombstone, type TombstoneStore } from '#platform/erasure/tombstone.ts';
import { allDue } from '#test/support/data/all-due.ts';
import { type Database, startDatabase } from '#test/support/data/database.ts';
import { isTried } from '#test/support/depth.ts';
import { memoryFileStore } from '#test/support/fakes/file-store.ts';
import { Killed, type KillSwitch, killPoints } from '#test/support/fakes/killed-at.ts';
import { memoryTimelineStore } from '#test/support/fakes/timeline-store.ts';
import { memoryTombstoneStore } from '#test/support/fakes/tombstone-store.ts';
import { handClock, START, sampleSlide, sampleTimeline, secondsAfter } from '#test/support/samples/entities.ts';
import { sweepNow } from '#test/support/sweep-now.ts';

let database: Database;
beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.stop());

const at = (seconds: number): string => secondsAfter(seconds).toISOString();
const conflict = expect.objectContaining({ name: 'WriteConflictError' });

// The same assertions for both, so that tests of use cases can trust the stores in memory.
describe.each([
  [
    'on the table',
    async () => {
      const table = await database.another();
      return { tombstones: tombstoneRepository(table), timelines: timelineRepository(table) };
    },
  ],
  [
    'in memory',
    async () => {
      const tombstones = memoryTombstoneStore();
      return { tombstones, timelines: memoryTimelineStore(undefined, tombstones) };
    },
  ],
])('tombstones %s', (_, open) => {
  let tombstones: TombstoneStore;
  let timelines: TimelineStore;
  let loaded: LoadedTimeline;
  beforeEach(async () => {
    ({ tombstones, timelines } = await open());
    const slide = sampleSlide();
    loaded = { timeline: sampleTimeline([slide], { id: slide.timeline_id }), slides: [slide] };
    await timelines.insert(loaded, ENTITLEMENTS.max);
  });
  const stone = (id: string, due: number): Tombstone => ({
    id,
    account_id: loaded.timeline.account_id,
    remains: { kind: 'files', timeline_id: loaded.timeline.id, keys: [`${id}.png`] },
    due_at: at(due),
  });
  const due = async (seconds: number) => (await allDue(tombstones.listDue, at(seconds))).map(({ id }) => id).sort();
  const next = (): LoadedTimeline => ({
    ...loaded,
    timeline: { ...loaded.timeline, version: loaded.timeline.version + 1 },
  });

  it('are due after their time, and again at the time that was set when they were taken', async () => {
    await tombstones.insert(stone('a-first', 10));
    await tombstones.insert(stone('b-first', 20));
    expect(await due(5)).toEqual([]);
    expect(await due(15)).toEqual(['a-first']);
    expect(await allDue(tombstones.listDue, at(15))).toEqual([stone('a-first', 10)]);
    await tombstones.take(stone('a-first', 10), at(300));
    expect(await due(25)).toEqual(['b-first']);
    expect(await due(301)).toEqual(['a-first', 'b-first']);
    await expect(tombstones.take(stone('a-first', 10), at(400))).rejects.toEqual(conflict);
    await tombstones.remove(stone('a-first', 300));
    await tombstones.remove(stone('a-first', 300));
    expect(await due(1000)).toEqual(['b-first']);
  });

  it('come and go with the change of a timeline, all or nothing', async () => {
    await tombstones.insert(stone('new-file', 10));
    await expect(
      timelines.save(
        {
          before: loaded,
          after: next(),
          tombstones: { lifted: ['unknown'], added: stone('old-file', 10) },
        },
        ENTITLEMENTS.max,
      ),
    ).rejects.toEqual(conflict);
    expect((await timelines.load(loaded.timeline.account_id, loaded.timeline.id))?.timeline.version).toBe(1);
    expect(await due(100)).toEqual(['new-file']);
    await timelines.save(
      {
        before: loaded,
        after: next(),
        tombstones: { lifted: ['new-file'], added: stone('old-file', 10) },
      },
      ENTITLEMENTS.max,
    );
    expect(await due(100)).toEqual(['old-file']);
  });

  it('that a sweeper has taken refuse the change that would lift them', async () => {
    await tombstones.insert(stone('new-file', 10));
    await tombstones.take(stone('new-file', 10), at(300));
    await expect(
      timelines.save({ before: loaded, after: next(), tombstones: { lifted: ['new-file'] } }, ENTITLEMENTS.max),
    ).rejects.toEqual(conflict);
  });

  it('come with the deletion of a timeline, and only with it', async () => {
    const tombstone = stone('timeline', 10);
    await timelines.remove(loaded, tombstone);
    await expect(timelines.remove(loaded, stone('again', 10))).rejects.toEqual(conflict);
    expect(await due(100)).toEqual(['timeline']);
  });
});

/** A table whose process ends at one of its writes. */
class MortalTable extends Table {
  readonly kill: KillSwitch = { calls: 0, at: undefined };

  async #write<T>(write: () => Promise<T>): Promise<T> {
    this.kill.calls += 1;
    const { call, effect } = this.kill.at ?? { call: Number.POSITIVE_INFINITY, effect: 'lost' };
    if (this.kill.calls > call || (this.kill.calls === call && effect === 'lost')) throw new Killed('before a write');
    const result = await write();
    if (this.kill.calls === call) throw new Killed('after a write');
    return result;
  }

  override put(...args: Parameters<Table['put']>) {
    return this.#write(() => super.put(...args));
  }
  override delete(...args: Parameters<Table['delete']>) {
    return this.#write(() => super.delete(...args));
  }
  override transact<Name extends string, Reason extends string = never>(
    ...args: Parameters<typeof Table.prototype.transact<Name, Reason>>
  ) {
    return this.#write(() => super.transact<Name, Reason>(...args));
  }
  override writeMany(...args: Parameters<Table['writeMany']>) {
    return this.#write(() => super.writeMany(...args));
  }
}

describe('a timeline of more slides than a transaction takes', () => {
  const SLIDES = 101;
  const deck = (timelineId: string, rev: string, ids: readonly string[]) =>
    ids.map((id) => sampleSlide({ id, rev, timeline_id: timelineId }));

  interface Act {
    isOfExisting: boolean;
    act(store: TimelineStore, first: LoadedTimeline): Promise<unknown>;
  }
  const ACTS: Record<string, Act> = {
    'its creation': { isOfExisting: false, act: (store, first) => store.insert(first, ENTITLEMENTS.max) },
    'a change of all its slides': {
      isOfExisting: true,
      act(store, first) {
        const slides = deck(
          first.timeline.id,
          'second',
          first.slides.map(({ id }) => id),
        );
        const refs = slides.map(({ id, rev }) => ({ id, rev }));
        const after = { timeline: { ...first.timeline, version: 2, slides: refs }, slides };
        return store.save({ before: first, after }, ENTITLEMENTS.max);
      },
    },
    'its deletion': {
      isOfExisting: true,
      act(store, first) {
        const { account_id, id } = first.timeline;
        return store.remove(first, createRemovalTombstone(account_id, { kind: 'timeline', timeline_id: id }, START));
      },
    },
  };

  it.each(Object.keys(ACTS))('leaves no revision that it does not name, wherever %s was killed', async (name) => {
    const { isOfExisting, act } = ACTS[name] ?? { isOfExisting: false, act: async () => undefined };
    const whole = await database.another();
    const account_id = newId('account');

    const run = async (table: MortalTable) => {
      const id = newId('timeline');
      const slides = deck(
        id,
        'first',
        Array.from({ length: SLIDES }, () => newId('slide')),
      );
      const timeline = sampleTimeline(slides, { id, account_id });
      // What is killed is the act: the creation before it has kill points itself.
      if (isOfExisting) await timelineRepository(whole).insert({ timeline, slides }, ENTITLEMENTS.max);
      await act(timelineRepository(table), { timeline, slides }).catch((error: unknown) => {
        if (!(error instanceof Killed)) throw error;
      });
      return id;
    };
    const rehearsal = new MortalTable(whole.name, database.emulator.client);
    await run(rehearsal);
    expect(rehearsal.kill.calls).toBeGreaterThan(1);

    for (const [i, point] of killPoints(rehearsal.kill.calls).entries()) {
      // The state after a call is that before the next one: each place is tried once.
      if (!isTried(i, 2)) continue;
      const table = new MortalTable(whole.name, database.emulator.client);
      table.kill.at = point;
      const id = await run(table);
      const hand = handClock();
      hand.pass(1000);
      await sweepNow(
        tombstonesSweep({
          tombstones: tombstoneRepository(whole),
          items: tombstonedItemRemover(whole),
          speech: unusedSpeechRemover(whole),
          files: memoryFileStore(),
          isNeeded: async () => false,
          clock: hand.clock,
        }),
        { clock: hand.clock },
      );
      const items = await whole.all({
        KeyConditionExpression: 'PK = :pk',
        ExpressionAttributeValues: { ':pk': tableKeys.timeline(account_id, id).PK },
        ConsistentRead: true,
      });
      const left = await whole.all({
        KeyConditionExpression: 'PK = :pk',
        ExpressionAttributeValues: { ':pk': tableKeys.tombstone(account_id, '').PK },
        ConsistentRead: true,
      });
      const head = items.find(({ entity }) => entity === 'timeline');
      expect({ point, items: items.length, tombstones: left.length }).toEqual({
        point,
        items: head ? SLIDES + 1 : 0,
        tombstones: 0,
      });
      expect((await timelineRepository(whole).load(account_id, id))?.slides.length ?? 0).toBe(head ? SLIDES : 0);
    }
  });
});

describe('the tombstone of a render', () => {
  it('takes its files, the parts that it made, and what is shared once nothing needs it', async () => {
    const table = await database.another();
    const account_id = newId('account');
    const place = { account_id, timeline_id: 'tl_1' };
    const artifacts = cachedArtifactRepository(table);
    const nameOf = (letter: string) => letter.repeat(64);
    const kept = [
      { letter: 'a', key: 'cache/mine', made_at: at(20), maker: { render_id: 'rn_1' } },
      { letter: 'b', key: 'cache/mine-late', made_at: at(35), maker: { render_id: 'rn_1' } },
      { letter: 'c', key: 'cache/beside', made_at: at(20), maker: { render_id: 'rn_2' } },
      // As earlier versions kept them: without their maker.
      { letter: 'd', key: 'cache/early', made_at: at(1) },
      { letter: 'e', key: 'cache/of-the-time', made_at: at(20) },
      { letter: 'f', key: 'cache/late', made_at: at(99) },
      { letter: '0', key: 'cache/other', made_at: at(20), maker: { timeline_id: 'tl_2' } },
    ];
    for (const { key, made_at, letter, maker } of kept)
      await artifacts.keep({ ...place, ...maker }, { key, made_at }, [{ name: nameOf(letter), offset: 0, bytes: 1 }]);
    const files = memoryFileStore();
    const others = ['cache/beside', 'cache/early', 'cache/late', 'cache/other'];
    for (const key of ['out/rn/video', 'tmp/rn/plan', 'snapshot', 'rows', ...kept.map(({ key }) => key)])
      await files.putBytes(key, Buffer.from(key), 'text/plain');
    const tombstones = tombstoneRepository(table);
    await tombstones.insert({
      id: 'one',
      account_id,
      remains: {
        kind: 'render',
        render_id: 'rn_1',
        timeline_id: 'tl_1',
        prefixes: ['out/rn/', 'tmp/rn/'],
        keys: ['snapshot'],
        shared_keys: ['rows'],
        began_at: at(10),
        ended_at: at(30),
      },
      due_at: at(40),
    });
    const needed = new Set(['tl_1']);
    const hand = handClock();
    hand.pass(1000);
    const sweep = () =>
      sweepNow(
        tombstonesSweep({
          tombstones,
          items: tombstonedItemRemover(table),
          speech: unusedSpeechRemover(table),
          files,
          isNeeded: async (_, timelineId) => needed.has(timelineId),
          clock: hand.clock,
        }),
        { clock: hand.clock },
      );
    const left = async () => (await files.list('')).toSorted();
    await sweep();
    expect(await left()).toEqual([...others, 'rows']);
    const found = await artifacts.findMany(place, [...'abcdef'].map(nameOf));
    expect([...found.keys()].toSorted()).toEqual([...'cdf'].map(nameOf));
    needed.clear();
    hand.pass(1000);
    await sweep();
    expect(await left()).toEqual(others);
    expect(await allDue(tombstones.listDue, at(100_000))).toEqual([]);
    // Its timeline takes along what is left.
    await tombstones.insert(createRemovalTombstone(account_id, { kind: 'timeline', timeline_id: 'tl_1' }, START));
    await sweep();
    expect(await left()).toEqual(['cache/other']);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { usageRepository } from '#adapters/aws/accounts/usage-repository.ts';
import { slideAudioRepository } from '#adapters/aws/narration/slide-audio-repository.ts';
import { speechRepository } from '#adapters/aws/narration/speech-repository.ts';
import { renderRepository } from '#adapters/aws/renders/render-repository.ts';
import { tableKeys } from '#adapters/aws/table/keys.ts';
import { timelineRepository } from '#adapters/aws/timelines/timeline-repository.ts';
import { ENTITLEMENTS } from '#features/accounts/entitlements.ts';
import type { UsageStore } from '#features/accounts/ports.ts';
import type { AccountMonthUsage, MonthlyAmounts } from '#features/accounts/usage.ts';
import type {
  RenderSpeechReservationOwner,
  SlideAudioStore,
  SpeechStore,
  StoredSpeech,
} from '#features/narration/ports.ts';
import { createRenderEvent } from '#features/renders/events.ts';
import type { RenderStore } from '#features/renders/ports.ts';
import type { Render } from '#features/renders/render.ts';
import type { TimelineStore } from '#features/timelines/ports.ts';
import type { Slide } from '#features/timelines/slide.ts';
import type { GeneratedAudio, UploadedAudio } from '#features/timelines/slide-audio.ts';
import type { SlideImage } from '#features/timelines/slide-image.ts';
import type { LoadedTimeline } from '#features/timelines/timeline.ts';
import { createOpaqueToken, newId } from '#kernel/shared/ids.ts';
import { createRemovalTombstone } from '#platform/erasure/tombstone.ts';
import { type Database, startDatabase } from '#test/support/data/database.ts';
import { memoryAudioStore } from '#test/support/fakes/audio-store.ts';
import { memoryLedger } from '#test/support/fakes/ledger.ts';
import { memoryRenderStore } from '#test/support/fakes/render-store.ts';
import { memorySpeechStore } from '#test/support/fakes/speech-store.ts';
import { memoryTimelineStore } from '#test/support/fakes/timeline-store.ts';
import {
  NOTHING_RESERVED,
  sampleRender,
  sampleSlide,
  sampleTask,
  sampleTimeline,
  secondsAfter,
} from '#test/support/samples/entities.ts';

let database: Database;
let renders: RenderStore;
let speech: SpeechStore;
let audio: SlideAudioStore;
let timelines: TimelineStore;
let usage: UsageStore;
const usageOf = (accountId: string, month: string): Promise<AccountMonthUsage> => usage.read(accountId, month);
/** What is counted and reserved together. */
let bookedOf: (accountId: string, month: string) => Promise<MonthlyAmounts>;
/** Puts the accounting record of a deleted account. */
let deleteAccount: (accountId: string) => Promise<void>;

beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.stop());

function useTable(): void {
  const { table } = database;
  renders = renderRepository(table);
  speech = speechRepository(table);
  audio = slideAudioRepository(table);
  timelines = timelineRepository(table);
  usage = usageRepository(table);
  deleteAccount = (accountId) => table.put({ ...tableKeys.accounting(accountId), entity: 'accounting' });
  bookedOf = async (accountId, month) => {
    const item = await table.get(tableKeys.usage(accountId, month));
    return {
      render_seconds: Number(item?.render_seconds_booked ?? 0),
      narration_characters: Number(item?.narration_characters_booked ?? 0),
    };
  };
}

function useMemory(): void {
  const ledger = memoryLedger();
  ({ renders } = memoryRenderStore(ledger));
  ({ speech } = memorySpeechStore(ledger));
  ({ audio, timelines } = memoryAudioStore(memoryTimelineStore(ledger), ledger));
  usage = ledger.usage;
  deleteAccount = async (accountId) => void ledger.deleted.add(accountId);
  bookedOf = async (accountId, month) => ledger.booked(accountId, month);
}

const MARCH = '2026-03';
const at = (seconds: number): string => secondsAfter(seconds).toISOString();
const conflict = expect.objectContaining({ name: 'WriteConflictError' });
const LIMITS = {
  ...ENTITLEMENTS.max,
  render_seconds_per_month: 100,
  narration_characters_per_month: 1000,
  timelines: 3,
  stored_bytes: 1000,
};

let account: string;
const newRender = (over: Partial<Render> = {}) => sampleRender({ account_id: account, ...over });
const insert = (reserved: Partial<MonthlyAmounts>, render = newRender(), limits = LIMITS) =>
  renders.insert(render, sampleTask(render), limits, { ...NOTHING_RESERVED, ...reserved });
async function inserted(reserved: Partial<MonthlyAmounts>, over: Partial<Render> = {}): Promise<Render> {
  const render = newRender(over);
  expect(await insert(reserved, render)).toBe('inserted');
  return render;
}
const payerOf = (render: Render, attempt = 'first', slide = 0): RenderSpeechReservationOwner => ({
  kind: 'render',
  ...render,
  claim: attempt === 'first' ? 1 : 2,
  slide,
});
const speechOf = (hash: string): StoredSpeech => ({ hash, key: `${hash}.wav`, duration_seconds: 1, sentences: [] });
const failure = (render: Render, encoded = 0) => {
  const event = createRenderEvent('render.failed', { ...render, status: 'failed' }, at(9));
  const error = { code: 'encoder_failed', message: '' } as const;
  return renders.fail({ ...render, completed_at: at(9) }, error, event, encoded, { deadline: render.deadline });
};
/** Reserves as the worker of the render's first task. */
async function reserve(render: Render, wanted: Partial<MonthlyAmounts>) {
  const claim = { token: 'first', now: at(1), leaseUntil: at(99), messageId: 'm' };
  const claimed = (await renders.task(sampleTask(render)))?.token
    ? undefined
    : (await renders.claim(sampleTask(render), claim)).task;
  const task = claimed ?? (await renders.task(sampleTask(render)));
  if (!task) throw new Error('there is no task');
  return renders.reserve(render, { task, token: 'first' }, wanted);
}
/** Completes a render with a video of the given length. */
async function complete(render: Render, seconds: number): Promise<void> {
  const task = sampleTask(render, { kind: 'assembly' });
  await renders.addTasks([task]);
  await renders.enterStage(render, 'processing', 'narrating', at(1));
  await renders.enterStage(render, 'rendering', 'encoding', at(2));
  const { task: claimed } = await renders.claim(task, { token: 't', now: at(3), leaseUntil: at(999), messageId: 'm' });
  const result = { video_key: 'v', size_bytes: 1, duration_seconds: seconds };
  const completed: Render = { ...render, status: 'completed', completed_at: at(9), result };
  await renders.complete(
    completed,
    { task: claimed, token: 't' },
    result,
    createRenderEvent('render.completed', completed, at(9)),
  );
}
const counted = async (month = MARCH) => {
  const { render_seconds, narration_characters } = await usageOf(account, month);
  return { render_seconds, narration_characters };
};
const amounts = (render_seconds: number, narration_characters: number): MonthlyAmounts => ({
  render_seconds,
  narration_characters,
});

const GONE = createRemovalTombstone('acc', { kind: 'timeline', timeline_id: 'tl' }, new Date(0));

// The same assertions for both, so that tests of use cases can trust the stores in memory.
describe.each([
  ['in the table', useTable],
  ['in memory', useMemory],
])('%s', (_, open) => {
  beforeAll(open);
  beforeEach(() => {
    account = newId('account');
  });

  describe('the month', () => {
    it('admits of 50 renders at once exactly those that fit, by seconds', async () => {
      const limits = { ...LIMITS, queued_renders: 50 };
      const outcomes = await Promise.all(
        Array.from({ length: 50 }, () => insert({ render_seconds: 9.999 }, newRender(), limits)),
      );
      expect(outcomes.filter((outcome) => outcome === 'inserted')).toHaveLength(10);
      const refused = outcomes.filter((outcome) => outcome !== 'inserted');
      expect(refused).toEqual(Array(40).fill({ refused: 'render_seconds' }));
      expect(await bookedOf(account, MARCH)).toEqual(amounts(99.99, 0));
      expect(await usageOf(account, MARCH)).toMatchObject({ renders: 10, render_seconds: 0 });
    });

    it('admits of 50 renders at once exactly those that fit, by characters', async () => {
      const outcomes = await Promise.all(Array.from({ length: 50 }, () => insert({ narration_characters: 300 })));
      expect(outcomes.filter((outcome) => outcome === 'inserted')).toHaveLength(3);
      expect(outcomes).toContainEqual({ refused: 'narration_characters' });
      expect(await bookedOf(account, MARCH)).toEqual(amounts(0, 900));
    });

    it('takes what fills it to the last character and millisecond, and not one more', async () => {
      expect(await insert({ render_seconds: 100, narration_characters: 1000 })).toBe('inserted');
      expect(await insert({ render_seconds: 0.001 })).toEqual({ refused: 'render_seconds' });
      expect(await insert({ narration_characters: 1 })).toEqual({ refused: 'narration_characters' });
      expect(await insert({})).toBe('inserted');
    });

    it('refuses what it could never take', async () => {
      expect(await insert({ narration_characters: 1001 })).toEqual({ refused: 'narration_characters' });
      expect(await insert({ render_seconds: 101 })).toEqual({ refused: 'render_seconds' });
      expect(await bookedOf(account, MARCH)).toEqual(amounts(0, 0));
    });

    it('of a reservation is that in which it was made, whenever its render ends', async () => {
      const render = await inserted(
        { render_seconds: 40, narration_characters: 10 },
        { created_at: '2026-02-28T23:59:59.999Z' },
      );
      await speech.begin(payerOf(render), 'h', 10);
      await speech.keep(payerOf(render), speechOf('h'), 10);
      await complete(render, 30);
      expect(await counted('2026-02')).toEqual(amounts(30, 10));
      expect(await bookedOf(account, '2026-02')).toEqual(amounts(30, 10));
      expect(await counted()).toEqual(amounts(0, 0));
      expect(await bookedOf(account, MARCH)).toEqual(amounts(0, 0));
    });
  });

  describe('a render', () => {
    it('that is completed counts its seconds, and gives back what it did not need', async () => {
      const render = await inserted({ render_seconds: 80, narration_characters: 500 });
      await complete(render, 20.5);
      expect(await usage.reserved(account, MARCH)).toEqual(amounts(0, 0));
      expect(await counted()).toEqual(amounts(20.5, 0));
      expect(await bookedOf(account, MARCH)).toEqual(amounts(20.5, 0));
      await expect(reserve(render, { render_seconds: 1 })).rejects.toEqual(conflict);
    });

    it.each([0, 0.25, 1])('that is canceled or fails counts the encoded share of its seconds (%d)', async (encoded) => {
      const [a, b] = [await inserted({ render_seconds: 40 }), await inserted({ render_seconds: 20 })];
      await renders.cancel(a, at(5), encoded);
      await failure(b, encoded);
      expect(await counted()).toEqual(amounts(60 * encoded, 0));
      expect(await bookedOf(account, MARCH)).toEqual(amounts(60 * encoded, 0));
    });

    it('is not resized by a worker that has lost its lease', async () => {
      const render = await inserted({ render_seconds: 40, narration_characters: 100 });
      expect(await reserve(render, { render_seconds: 30 })).toBe('reserved');
      const late = { task: sampleTask(render), token: 'lost' };
      await expect(renders.reserve(render, late, { narration_characters: 0 })).rejects.toEqual(conflict);
      expect(await bookedOf(account, MARCH)).toEqual(amounts(30, 100));
    });

    it('gives its reservation back once when ten attempt each end at once', async () => {
      const render = await inserted({ render_seconds: 40, narration_characters: 100 });
      const other = await inserted({ render_seconds: 50, narration_characters: 200 });
      const ends = Array.from({ length: 10 }, () => [renders.cancel(render, at(1), 0), failure(render)]).flat();
      expect((await Promise.allSettled(ends)).filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await bookedOf(account, MARCH)).toEqual(amounts(50, 200));
      await renders.cancel(other, at(1), 0);
      expect(await bookedOf(account, MARCH)).toEqual(amounts(0, 0));
    });

    it('reserves more seconds or less when it knows better, as far as the month allows, and the same when run twice', async () => {
      const render = await inserted({ render_seconds: 40, narration_characters: 100 });
      await inserted({ render_seconds: 50 });
      for (let run = 0; run < 2; run++) {
        expect(await reserve(render, { render_seconds: 45.25 })).toBe('reserved');
        expect(await bookedOf(account, MARCH)).toEqual(amounts(95.25, 100));
      }
      expect(await reserve(render, { render_seconds: 50.001 })).toBe('seconds_used');
      expect(await reserve(render, { narration_characters: 1001 })).toBe('reserved');
      expect(await bookedOf(account, MARCH)).toEqual(amounts(95.25, 100));
      expect(await reserve(render, { narration_characters: 0 })).toBe('reserved');
      expect(await bookedOf(account, MARCH)).toEqual(amounts(95.25, 0));
    });
  });

  describe('the speech of a render', () => {
    it('is counted with its record, out of what is reserved', async () => {
      const render = await inserted({ narration_characters: 100 });
      await speech.begin(payerOf(render), 'h', 60);
      expect(await usage.reserved(account, MARCH)).toEqual(amounts(0, 100));
      await speech.keep(payerOf(render), speechOf('h'), 60);
      expect(await usage.reserved(account, MARCH)).toEqual(amounts(0, 40));
      expect(await counted()).toEqual(amounts(0, 60));
      expect(await bookedOf(account, MARCH)).toEqual(amounts(0, 100));
      await renders.cancel(render, at(5), 0);
      expect(await counted()).toEqual(amounts(0, 60));
      expect(await bookedOf(account, MARCH)).toEqual(amounts(0, 60));
    });

    it('is counted once when two renders make the same at the same time', async () => {
      const [a, b] = [await inserted({ narration_characters: 60 }), await inserted({ narration_characters: 60 })];
      for (const render of [a, b]) await speech.begin(payerOf(render), 'h', 60);
      await Promise.all([a, b].map((render) => speech.keep(payerOf(render), speechOf('h'), 60)));
      for (const render of [a, b]) await renders.cancel(render, at(5), 0);
      expect(await counted()).toEqual(amounts(0, 60));
      expect(await bookedOf(account, MARCH)).toEqual(amounts(0, 60));
    });

    it('is kept together, and each by itself where something is in the way of one', async () => {
      const render = await inserted({ narration_characters: 100 });
      const payers = [0, 1, 2, 3].map((slide) => ({ ...payerOf(render), slide }));
      for (const payer of payers) expect(await speech.begin(payer, `h${payer.slide}`, 20)).toBe(20);
      const spoken = payers.map((payer) => ({ payer, speech: speechOf(`h${payer.slide}`), characters: 20 }));
      await speech.keepAll(spoken.slice(0, 2));
      expect(await counted()).toEqual(amounts(0, 40));
      // Another render makes the third; and the first two are kept once more, after a lost answer.
      const other = await inserted({ narration_characters: 20 });
      await speech.begin(payerOf(other), 'h2', 20);
      await speech.keep(payerOf(other), speechOf('h2'), 20);
      await speech.keepAll(spoken);
      expect((await speech.findMany(account, ['h0', 'h1', 'h2', 'h3'])).size).toBe(4);
      expect(await counted()).toEqual(amounts(0, 80));
      for (const one of [render, other]) await renders.cancel(one, at(5), 0);
      expect(await counted()).toEqual(amounts(0, 80));
      expect(await bookedOf(account, MARCH)).toEqual(amounts(0, 80));
    });

    it('is kept together without pay, and by a worker that comes after the end', async () => {
      const render = await inserted({ narration_characters: 40 });
      const payers = [0, 1, 2].map((slide) => ({ ...payerOf(render), slide }));
      const paid: number[] = [];
      for (const payer of payers) paid.push(await speech.begin(payer, `h${payer.slide}`, 20));
      expect(paid).toEqual([20, 20, 0]);
      await renders.cancel(render, at(5), 0);
      const spoken = payers.map((payer, place) => ({
        payer,
        speech: speechOf(`h${payer.slide}`),
        characters: paid[place] ?? 0,
      }));
      await speech.keepAll(spoken);
      expect((await speech.findMany(account, ['h0', 'h1', 'h2'])).size).toBe(3);
      expect(await counted()).toEqual(amounts(0, 40));
    });

    it('is counted when its render ends while it is being made, and only stored after that', async () => {
      const render = await inserted({ narration_characters: 100 });
      await speech.begin(payerOf(render), 'h', 60);
      await speech.begin(payerOf(render), 'h', 60);
      await renders.cancel(render, at(5), 0);
      expect(await counted()).toEqual(amounts(0, 60));
      await speech.keep(payerOf(render), speechOf('h'), 60);
      expect((await speech.findMany(account, ['h'])).size).toBe(1);
      expect(await counted()).toEqual(amounts(0, 60));
      expect(await bookedOf(account, MARCH)).toEqual(amounts(0, 60));
    });

    it('is not started again by a frozen worker when it exists', async () => {
      const render = await inserted({ render_seconds: 10, narration_characters: 60 });
      await speech.begin(payerOf(render), 'h', 60);
      await speech.keep(payerOf(render), speechOf('h'), 60);
      expect(await reserve(render, { narration_characters: 0 })).toBe('reserved');
      await expect(speech.begin(payerOf(render), 'h', 60)).rejects.toEqual(conflict);
      await complete(render, 5);
      expect(await counted()).toEqual(amounts(5, 60));
      expect(await bookedOf(account, MARCH)).toEqual(amounts(5, 60));
    });

    it('is not counted when the engine failed, and not started without a reservation', async () => {
      const render = await inserted({ narration_characters: 100 });
      await inserted({ narration_characters: 900 });
      await speech.begin(payerOf(render), 'h', 60);
      await speech.abandon(payerOf(render), 60);
      expect(await bookedOf(account, MARCH)).toEqual(amounts(0, 1000));
      await failure(render);
      expect(await counted()).toEqual(amounts(0, 0));
      expect(await bookedOf(account, MARCH)).toEqual(amounts(0, 900));
      await expect(speech.begin(payerOf(render), 'h', 1)).rejects.toEqual(conflict);
      await expect(speech.begin(payerOf(newRender()), 'h', 1)).rejects.toEqual(conflict);
    });

    it('is counted when another attempt of its task failed meanwhile', async () => {
      const render = await inserted({ narration_characters: 60 });
      await speech.begin(payerOf(render), 'h', 60);
      await speech.begin(payerOf(render, 'second'), 'h', 60);
      await speech.abandon(payerOf(render, 'second'), 60);
      await speech.keep(payerOf(render), speechOf('h'), 60);
      expect(await counted()).toEqual(amounts(0, 60));
      expect(await bookedOf(account, MARCH)).toEqual(amounts(0, 60));
    });

    it('is counted at the end of its render when only a late attempt abandoned it', async () => {
      const render = await inserted({ narration_characters: 60 });
      await speech.begin(payerOf(render), 'h', 60);
      await speech.begin(payerOf(render, 'second'), 'h', 60);
      await expect(speech.abandon(payerOf(render), 60)).rejects.toEqual(conflict);
      await failure(render);
      expect(await counted()).toEqual(amounts(0, 60));
      expect(await bookedOf(account, MARCH)).toEqual(amounts(0, 60));
    });

    it('is not started by a late attempt that comes to it only when the next one has it under way', async () => {
      const render = await inserted({ narration_characters: 60 });
      await speech.begin(payerOf(render, 'second'), 'h', 60);
      await expect(speech.begin(payerOf(render), 'h', 60)).rejects.toEqual(conflict);
      await expect(speech.abandon(payerOf(render), 60)).rejects.toEqual(conflict);
      expect(await speech.begin(payerOf(render, 'second'), 'h', 60)).toBe(60);
      await failure(render);
      await speech.keep(payerOf(render, 'second'), speechOf('h'), 60);
      expect(await counted()).toEqual(amounts(0, 60));
      expect(await bookedOf(account, MARCH)).toEqual(amounts(0, 60));
    });

    it('is counted once when a late attempt keeps it while the next one speaks', async () => {
      const render = await inserted({ narration_characters: 60 });
      await speech.begin(payerOf(render), 'h', 60);
      await speech.begin(payerOf(render, 'second'), 'h', 60);
      await speech.keep(payerOf(render), speechOf('h'), 60);
      await speech.keep(payerOf(render, 'second'), speechOf('h'), 60);
      await failure(render);
      expect(await counted()).toEqual(amounts(0, 60));
      expect(await bookedOf(account, MARCH)).toEqual(amounts(0, 60));
    });

    it('is paid once for each slide, whichever version speaks it again', async () => {
      const render = await inserted({ narration_characters: 90 });
      const next = (slide: number) => payerOf(render, 'next', slide);
      expect(await speech.begin(payerOf(render), 'h', 60)).toBe(60);
      await speech.keep(payerOf(render), speechOf('h'), 60);
      expect(await speech.begin(next(0), 'h of the next version', 60)).toBe(0);
      await speech.keep(next(0), speechOf('h of the next version'), 0);
      expect((await speech.findMany(account, ['h', 'h of the next version'])).size).toBe(2);
      expect(await counted()).toEqual(amounts(0, 60));
      expect(await speech.begin(next(1), 'other', 30)).toBe(30);
      await speech.keep(next(1), speechOf('other'), 30);
      await renders.cancel(render, at(5), 0);
      expect(await counted()).toEqual(amounts(0, 90));
      expect(await bookedOf(account, MARCH)).toEqual(amounts(0, 90));
    });

    it('is paid once for each slide also when two versions speak it at the same time', async () => {
      const render = await inserted({ narration_characters: 60 });
      const next = payerOf(render, 'next');
      expect(await speech.begin(payerOf(render), 'h', 60)).toBe(60);
      expect(await speech.begin(next, 'h of the next version', 60)).toBe(60);
      expect(await bookedOf(account, MARCH)).toEqual(amounts(0, 60));
      await speech.keep(payerOf(render), speechOf('h'), 60);
      await speech.keep(next, speechOf('h of the next version'), 60);
      expect((await speech.findMany(account, ['h', 'h of the next version'])).size).toBe(2);
      await failure(render);
      expect(await counted()).toEqual(amounts(0, 60));
      expect(await bookedOf(account, MARCH)).toEqual(amounts(0, 60));
    });

    it('is never more than what was reserved', async () => {
      const render = await inserted({ narration_characters: 60 });
      expect(await speech.begin(payerOf(render), 'h', 101)).toBe(60);
      expect(await speech.begin(payerOf(render, 'next'), 'h', 101)).toBe(60);
      expect(await speech.begin(payerOf(render, 'first', 1), 'other', 5)).toBe(0);
      await speech.abandon(payerOf(render, 'first', 1), 0);
      await speech.keep(payerOf(render, 'first', 1), speechOf('other'), 0);
      await speech.keep(payerOf(render, 'next'), speechOf('h'), 60);
      expect((await speech.findMany(account, ['h', 'other'])).size).toBe(2);
      await renders.cancel(render, at(5), 0);
      expect(await counted()).toEqual(amounts(0, 60));
      expect(await bookedOf(account, MARCH)).toEqual(amounts(0, 60));
    });

    it('that was started and found is not counted once all speech is there', async () => {
      const render = await inserted({ render_seconds: 10, narration_characters: 60 });
      await speech.begin(payerOf(render), 'h', 60);
      expect(await reserve(render, { render_seconds: 7 })).toBe('reserved');
      expect(await bookedOf(account, MARCH)).toEqual(amounts(7, 60));
      for (let run = 0; run < 2; run++)
        expect(await reserve(render, { render_seconds: 5, narration_characters: 0 })).toBe('reserved');
      expect(await bookedOf(account, MARCH)).toEqual(amounts(5, 0));
      // A late worker starts nothing more, and what it made all the same is stored.
      await expect(speech.begin(payerOf(render), 'late', 10)).rejects.toEqual(conflict);
      await speech.keep(payerOf(render), speechOf('h'), 60);
      expect((await speech.findMany(account, ['h'])).size).toBe(1);
      await complete(render, 5);
      expect(await counted()).toEqual(amounts(5, 0));
      expect(await bookedOf(account, MARCH)).toEqual(amounts(5, 0));
    });

    it('may be started again, unpaid, when another version misses some after all', async () => {
      const render = await inserted({ narration_characters: 60 });
      await reserve(render, { narration_characters: 0 });
      await reserve(render, { narration_characters: 40 });
      await reserve(render, { render_seconds: 3 });
      expect(await bookedOf(account, MARCH)).toEqual(amounts(3, 0));
      expect(await speech.begin(payerOf(render), 'h', 40)).toBe(0);
      await renders.cancel(render, at(5), 0);
      expect(await counted()).toEqual(amounts(0, 0));
    });

    it('of 20 workers is counted exactly while the render is canceled', async () => {
      const render = await inserted({ narration_characters: 400 });
      const works = Array.from({ length: 20 }, async (__, index) => {
        const payer = payerOf(render, 'first', index);
        await speech.begin(payer, `h${index}`, 20);
        await speech.keep(payer, speechOf(`h${index}`), 20);
      });
      const outcomes = await Promise.allSettled([...works, renders.cancel(render, at(5), 0)]);
      expect(outcomes.at(-1)?.status).toBe('fulfilled');
      const made = await speech.findMany(
        account,
        Array.from({ length: 20 }, (__, index) => `h${index}`),
      );
      expect(await counted()).toEqual(amounts(0, 20 * made.size));
      expect(await bookedOf(account, MARCH)).toEqual(amounts(0, 20 * made.size));
    });
  });

  describe('timelines and their files', () => {
    const image = (size_bytes: number): SlideImage => ({
      key: createOpaqueToken(),
      sha256: '',
      width: 1,
      height: 1,
      content_type: 'image/png',
      size_bytes,
      fit: 'cover',
      focus: { x: 0, y: 0 },
      alt: '',
    });
    const timelineOf = (slides: readonly Slide[] = [], id = newId('timeline')): LoadedTimeline => ({
      timeline: sampleTimeline(slides, { account_id: account, id }),
      slides: slides.map((slide) => ({ ...slide, timeline_id: id })),
    });
    const stored = async (loaded: LoadedTimeline): Promise<LoadedTimeline> => {
      const now = await timelines.load(account, loaded.timeline.id);
      if (!now) throw new Error('there is no timeline');
      return now;
    };
    /** Saves the next version with these slides. */
    const save = async (loaded: LoadedTimeline, slides: readonly Slide[]) => {
      const before = await stored(loaded);
      const { version } = before.timeline;
      const refs = slides.map(({ id, rev }) => ({ id, rev }));
      const after = { timeline: { ...before.timeline, version: version + 1, slides: refs }, slides: [...slides] };
      return timelines.save({ before, after }, LIMITS);
    };
    const revised = (slide: Slide, over: Partial<Slide>): Slide => ({ ...slide, rev: createOpaqueToken(), ...over });
    const holdings = async () => {
      const { timelines: count, stored_bytes } = await usageOf(account, MARCH);
      return [count, stored_bytes];
    };
    const recording = ({ timeline_id, id }: Slide, size_bytes: number): UploadedAudio => ({
      account_id: account,
      timeline_id,
      slide_id: id,
      job: createOpaqueToken(),
      source: 'uploaded',
      status: 'ready',
      format: 'wav',
      notes_hash: '',
      speech_hash: createOpaqueToken(),
      key: createOpaqueToken(),
      size_bytes,
      duration_seconds: 1,
      attempt: 0,
      enqueued_at: at(0),
      created_at: at(0),
    });
    const only = ({ slides: [slide] }: LoadedTimeline): Slide => {
      if (!slide) throw new Error('there is no slide');
      return slide;
    };

    it('are as many as the limit says, also of 50 at once, and one more for each that goes', async () => {
      const made = Array.from({ length: 50 }, () => timelineOf());
      const outcomes = await Promise.all(made.map((one) => timelines.insert(one, LIMITS)));
      expect(outcomes.filter((outcome) => outcome === 'inserted')).toHaveLength(3);
      expect(outcomes.filter((outcome) => outcome === 'too_many')).toHaveLength(47);
      const [first] = made.filter((__, index) => outcomes[index] === 'inserted') as [LoadedTimeline];
      const removals = await Promise.allSettled(Array.from({ length: 5 }, () => timelines.remove(first, GONE)));
      expect(removals.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await holdings()).toEqual([2, 0]);
      expect(await timelines.insert(timelineOf(), LIMITS)).toBe('inserted');
      expect(await timelines.insert(timelineOf(), LIMITS)).toBe('too_many');
    });

    it('that are found to exist are not counted again', async () => {
      const loaded = timelineOf();
      await timelines.insert(loaded, LIMITS);
      await expect(timelines.insert(loaded, LIMITS)).rejects.toEqual(conflict);
      expect(await holdings()).toEqual([1, 0]);
    });

    it.each([1, 120])('count the bytes of images when they come, change and go (%i slides)', async (count) => {
      const loaded = timelineOf(Array.from({ length: count }, () => sampleSlide()));
      await timelines.insert(loaded, LIMITS);
      const [slide, ...others] = loaded.slides as [Slide, ...Slide[]];
      expect(await save(loaded, [revised(slide, { image: image(600) }), ...others])).toBe('saved');
      expect(await holdings()).toEqual([1, 600]);
      expect(await save(loaded, [revised(slide, { image: image(1001) }), ...others])).toBe('no_room');
      expect((await stored(loaded)).slides[0]?.image?.size_bytes).toBe(600);
      expect(await save(loaded, [revised(slide, { image: image(1000) }), ...others])).toBe('saved');
      expect(await holdings()).toEqual([1, 1000]);
      await timelines.remove(await stored(loaded), GONE);
      expect(await holdings()).toEqual([0, 0]);
    });

    it('that are too large for the plan still get smaller', async () => {
      const loaded = timelineOf([sampleSlide({ image: image(5000) })]);
      await timelines.insert(loaded, LIMITS);
      expect(await save(loaded, [revised(only(loaded), { image: image(4000) })])).toBe('saved');
      expect(await holdings()).toEqual([1, 4000]);
    });

    it.each([1, 120])('count recordings, and forget them with their slides (%i slides)', async (count) => {
      const loaded = timelineOf(Array.from({ length: count }, () => sampleSlide()));
      await timelines.insert(loaded, LIMITS);
      const slide = loaded.slides[0] as Slide;
      const first = recording(slide, 700);
      expect(await audio.request(first, slide.rev, undefined, LIMITS)).toBe('requested');
      expect(await audio.request(recording(slide, 1001), slide.rev, first, LIMITS)).toBe('no_room');
      expect(await audio.request(recording(slide, 900), slide.rev, first, LIMITS)).toBe('requested');
      await expect(audio.request(recording(slide, 10), slide.rev, first, LIMITS)).rejects.toEqual(conflict);
      expect(await holdings()).toEqual([1, 900]);
      expect(await save(loaded, loaded.slides.slice(1))).toBe('saved');
      expect(await holdings()).toEqual([1, 0]);
      expect(await audio.find(first)).toBeUndefined();
    });

    describe('with audio that waits for its speech', () => {
      let loaded: LoadedTimeline;
      let slide: Slide;
      beforeEach(async () => {
        loaded = timelineOf([sampleSlide(), sampleSlide()]);
        slide = loaded.slides[0] as Slide;
        await timelines.insert(loaded, LIMITS);
      });
      const asked = (characters: number, over: Partial<GeneratedAudio> = {}): GeneratedAudio => ({
        account_id: account,
        timeline_id: slide.timeline_id,
        slide_id: slide.id,
        job: createOpaqueToken(),
        status: 'queued',
        source: 'generated',
        engine: 'e',
        language: 'en',
        voice: 'en',
        speed: 1,
        format: 'mp3',
        text: 'Good morning.',
        reserved_characters: characters,
        notes_hash: 'n',
        speech_hash: createOpaqueToken(),
        attempt: 0,
        enqueued_at: at(0),
        created_at: at(0),
        ...over,
      });
      const request = (wanted: GeneratedAudio, seen?: GeneratedAudio | UploadedAudio) =>
        audio.request(wanted, slide.rev, seen, LIMITS);
      const claim = (wanted: GeneratedAudio, seconds = 0) =>
        audio.claim(wanted, { now: at(seconds), lease_until: at(seconds + 15), message_id: 'm', max_claims: 9 });
      const MADE = { speech_hash: 'h', engine: 'e', voice: 'v', key: 'k', duration_seconds: 1, sentences: [] };

      it('reserve its characters, count them with the speech, and end without any', async () => {
        const wanted = asked(400);
        expect(await request(wanted)).toBe('requested');
        expect(await bookedOf(account, MARCH)).toEqual(amounts(0, 400));
        const claimed = await claim(wanted);
        await speech.keep({ kind: 'audio', audio: claimed }, speechOf(wanted.speech_hash), 400);
        expect(await counted()).toEqual(amounts(0, 400));
        await audio.finish(claimed, MADE);
        expect(await counted()).toEqual(amounts(0, 400));
        expect(await bookedOf(account, MARCH)).toEqual(amounts(0, 400));
        expect(await audio.find(wanted)).not.toHaveProperty('reserved_characters');
      });

      it('give back what was not needed: the speech was found, or could not be made', async () => {
        const found = asked(400);
        await request(found);
        await audio.finish(await claim(found), MADE);
        expect(await bookedOf(account, MARCH)).toEqual(amounts(0, 0));
        const failed = asked(300);
        await request(failed, (await audio.find(found)) as GeneratedAudio);
        expect(await bookedOf(account, MARCH)).toEqual(amounts(0, 300));
        const claimed = await claim(failed);
        await audio.fail(claimed, { code: 'too_long', message: '' });
        await expect(audio.fail(claimed, { code: 'too_long', message: '' })).rejects.toEqual(conflict);
        expect(await bookedOf(account, MARCH)).toEqual(amounts(0, 0));
        expect(await counted()).toEqual(amounts(0, 0));
      });

      it('are refused of an account that was deleted, and nothing is written then', async () => {
        await deleteAccount(account);
        expect(await request(asked(10))).toBe('account_deleted');
        const { reserved_characters: _, ...ready } = asked(0, { status: 'ready' });
        await audio.adopt([{ audio: ready, rev: slide.rev, seen: undefined }]);
        expect(await bookedOf(account, MARCH)).toEqual(amounts(0, 0));
        expect(await audio.find(asked(10))).toBeUndefined();
      });

      it('are refused beyond the month, of 50 at once too, and nothing is written then', async () => {
        const wide = timelineOf(Array.from({ length: 50 }, () => sampleSlide()));
        await timelines.insert(wide, LIMITS);
        const outcomes = await Promise.all(
          wide.slides.map((one) =>
            audio.request(asked(300, { timeline_id: one.timeline_id, slide_id: one.id }), one.rev, undefined, LIMITS),
          ),
        );
        expect(outcomes.filter((outcome) => outcome === 'requested')).toHaveLength(3);
        expect(outcomes.filter((outcome) => outcome === 'quota_used')).toHaveLength(47);
        expect((await stored(wide)).slides.filter((one) => one.audio)).toHaveLength(3);
        expect(await bookedOf(account, MARCH)).toEqual(amounts(0, 900));
      });

      it('take the place of others with what those had reserved', async () => {
        const first = asked(900);
        await request(first);
        const second = asked(1000);
        expect(await request(asked(1001), first)).toBe('quota_used');
        expect(await request(second, first)).toBe('requested');
        expect(await bookedOf(account, MARCH)).toEqual(amounts(0, 1000));
        expect(await audio.request(recording(slide, 10), slide.rev, second, LIMITS)).toBe('requested');
        expect(await bookedOf(account, MARCH)).toEqual(amounts(0, 0));
      });

      it('count when they are replaced while a worker speaks, who then only stores the speech', async () => {
        const first = asked(400);
        await request(first);
        const claimed = await claim(first);
        const second = asked(500);
        await expect(request(second, first)).rejects.toEqual(conflict);
        expect(await request(second, claimed)).toBe('requested');
        expect(await counted()).toEqual(amounts(0, 400));
        expect(await bookedOf(account, MARCH)).toEqual(amounts(0, 900));
        await speech.keep({ kind: 'audio', audio: claimed }, speechOf(first.speech_hash), 400);
        await expect(audio.finish(claimed, MADE)).rejects.toEqual(conflict);
        expect((await speech.findMany(account, [first.speech_hash])).size).toBe(1);
        expect(await counted()).toEqual(amounts(0, 400));
        expect(await bookedOf(account, MARCH)).toEqual(amounts(0, 900));
      });

      it('are not counted again when a later attempt, of another version, has to speak again', async () => {
        const wanted = asked(400);
        await request(wanted);
        const first = await claim(wanted);
        await speech.keep({ kind: 'audio', audio: first }, speechOf(wanted.speech_hash), 400);
        await audio.postpone(first, at(1), { claims_allowed: 9, postponed: {} });
        const second = await claim(wanted, 2);
        await speech.keep({ kind: 'audio', audio: second }, speechOf('of another version'), 400);
        await audio.finish(second, MADE);
        expect((await speech.findMany(account, ['of another version'])).size).toBe(1);
        expect(await counted()).toEqual(amounts(0, 400));
        expect(await bookedOf(account, MARCH)).toEqual(amounts(0, 400));
      });

      it('are counted once when a worker that lost its lease speaks, too', async () => {
        const wanted = asked(400);
        await request(wanted);
        const late = await claim(wanted);
        const next = await claim(wanted, 20);
        await Promise.all(
          [late, next].map((claimed) =>
            speech.keep({ kind: 'audio', audio: claimed }, speechOf(wanted.speech_hash), 400),
          ),
        );
        await expect(audio.finish(late, MADE)).rejects.toEqual(conflict);
        await audio.finish(next, MADE);
        expect(await counted()).toEqual(amounts(0, 400));
        expect(await bookedOf(account, MARCH)).toEqual(amounts(0, 400));
      });

      it('are started by the worker of the last claim alone, while it has them', async () => {
        const wanted = asked(400);
        await request(wanted);
        const begin = (claimed: GeneratedAudio) =>
          speech.begin({ kind: 'audio', audio: claimed }, wanted.speech_hash, 400);
        const late = await claim(wanted);
        expect(await begin(late)).toBe(400);
        const next = await claim(wanted, 20);
        await expect(begin(late)).rejects.toEqual(conflict);
        expect(await begin(next)).toBe(400);
        await audio.postpone(next, at(21), { claims_allowed: 9, postponed: {} });
        await expect(begin(next)).rejects.toEqual(conflict);
        expect(await save(loaded, [])).toBe('saved');
        await expect(begin(next)).rejects.toEqual(conflict);
        expect(await bookedOf(account, MARCH)).toEqual(amounts(0, 0));
      });

      it.each([0, 120])('give back their reservation when their slide goes (with %i others)', async (others) => {
        await request(asked(400));
        const rest = Array.from({ length: others }, () => sampleSlide({ timeline_id: slide.timeline_id }));
        expect(await save(loaded, [...loaded.slides, ...rest])).toBe('saved');
        expect(await save(loaded, [])).toBe('saved');
        expect(await bookedOf(account, MARCH)).toEqual(amounts(0, 0));
        expect(await counted()).toEqual(amounts(0, 0));
      });

      it('give back in the month in which they were asked for', async () => {
        const old = asked(400, { created_at: '2026-02-28T23:00:00.000Z' });
        await request(old);
        expect(await request(asked(1000), old)).toBe('requested');
        expect(await bookedOf(account, '2026-02')).toEqual(amounts(0, 0));
        expect(await bookedOf(account, MARCH)).toEqual(amounts(0, 1000));
      });
    });
  });
});

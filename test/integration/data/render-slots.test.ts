import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { usageRepository } from '#adapters/aws/accounts/usage-repository.ts';
import { renderRepository } from '#adapters/aws/renders/render-repository.ts';
import { tableKeys } from '#adapters/aws/table/keys.ts';
import { advanceRender } from '#features/renders/advance-render.ts';
import { cancelRender } from '#features/renders/cancel-render.ts';
import { createRenderEvent } from '#features/renders/events.ts';
import { failRender } from '#features/renders/fail-render.ts';
import type { AdmissionLimits, RenderStore } from '#features/renders/ports.ts';
import type { Render } from '#features/renders/render.ts';
import { acquireRenderSlot, findRenderQueuePosition } from '#features/renders/render-slots.ts';
import { renderEpochRefOf } from '#features/renders/render-task.ts';
import { rendersSweep } from '#features/renders/sweep-renders.ts';
import { newId } from '#kernel/shared/ids.ts';
import { allDue } from '#test/support/data/all-due.ts';
import { type Database, startDatabase } from '#test/support/data/database.ts';
import { makeUnreadable } from '#test/support/data/make-unreadable.ts';
import { noBatchQueue } from '#test/support/fakes/batch-queue.ts';
import {
  handClock,
  NOTHING_RESERVED,
  START,
  samplePrincipal,
  sampleRender,
  sampleTask,
} from '#test/support/samples/entities.ts';
import { sweepNow } from '#test/support/sweep-now.ts';

const ROOMY: AdmissionLimits = {
  running_renders: 2,
  queued_renders: 100,
  render_seconds_per_month: 1000,
  narration_characters_per_month: 1000,
};

let database: Database;
let renders: RenderStore;
let hand: ReturnType<typeof handClock>;
/** The renders that were sent a message, in order. */
let sent: string[];
let account: string;

beforeAll(async () => {
  database = await startDatabase();
  renders = renderRepository(database.table);
});
afterAll(() => database.stop());
beforeEach(async () => {
  for (const { render } of await allDue(renders.listDue)) {
    await renders.cancel(render, '2026-01-01T00:00:00.000Z', 0).catch(() => undefined);
    await renders.releaseSlot(render.account_id, render.id);
  }
  hand = handClock();
  sent = [];
  account = newId('account');
});

const deps = () => ({
  renders,
  clock: hand.clock,
  batchQueue: noBatchQueue,
  queue: { send: async ({ render_id }: { render_id: string }) => void sent.push(render_id) },
  log: { info: () => undefined, warn: () => undefined, error: () => undefined },
});
const usage = () => usageRepository(database.table).read(account, '2026-03');
const insert = (render: Render, limits = ROOMY, reserved = NOTHING_RESERVED) =>
  renders.insert(render, sampleTask(render), limits, reserved);
const newRender = () => sampleRender({ account_id: account });
const admitted = (render: Render) => acquireRenderSlot({ renders }, sampleTask(render));
/** Renders of the account in the order they were made, none of them taken up yet. */
async function waiting(count: number, limits = ROOMY): Promise<Render[]> {
  const made = Array.from({ length: count }, newRender);
  for (const render of made) await insert(render, limits);
  return made;
}
const namesOf = (made: readonly Render[], ids: readonly string[]): number[] =>
  ids.map((id) => made.findIndex((render) => render.id === id));
async function complete(render: Render, seconds: number): Promise<void> {
  const at = START.toISOString();
  const token = 'assembly';
  const task = sampleTask(render, { kind: 'assembly' });
  await renders.addTasks([task]);
  await renders.enterStage(render, 'processing', 'narrating', at);
  await renders.enterStage(render, 'rendering', 'encoding', at);
  const lease = { now: at, leaseUntil: '2999-01-01T00:00:00.000Z', messageId: 'm' };
  const { task: claimed } = await renders.claim(task, { token, ...lease });
  const completed: Render = { ...render, status: 'completed', completed_at: at };
  const result = { video_key: 'v', size_bytes: 1, duration_seconds: seconds };
  await renders.complete(
    completed,
    { task: claimed, token },
    result,
    createRenderEvent('render.completed', completed, at),
  );
}

describe('renders that wait', () => {
  it('run as many at once as the plan allows, the oldest first, whichever asks first', async () => {
    const made = await waiting(6);

    const outcomes = await Promise.all(made.toReversed().map(admitted));

    expect(outcomes.toReversed()).toEqual([true, true, false, false, false, false]);
    const { running, waiting: rest } = await renders.slots(account);
    expect([namesOf(made, running), namesOf(made, rest)]).toEqual([
      [0, 1],
      [2, 3, 4, 5],
    ]);
    expect(await usage()).toMatchObject({ running_renders: 2, queued_renders: 4, renders: 6 });
  });

  it('are let in once, however many messages name them', async () => {
    const [first] = (await waiting(1)) as [Render];
    expect(await Promise.all(Array.from({ length: 8 }, () => admitted(first)))).toEqual(Array(8).fill(true));
    expect((await renders.slots(account)).running).toEqual([first.id]);
  });

  it('know their place, and lose it when they run', async () => {
    const made = await waiting(3);
    const places = async () => {
      const slots = await renders.slots(account);
      return made.map(({ id }) => findRenderQueuePosition(slots, id));
    };
    expect(await places()).toEqual([1, 2, 3]);
    for (const render of made) await admitted(render);
    expect(await places()).toEqual([undefined, undefined, 1]);
  });

  it('start when another one ends, in whatever way it does', async () => {
    const made = await waiting(6);
    for (const render of made) await admitted(render);
    const [a, b, c] = made as [Render, Render, Render];

    await cancelRender(deps(), samplePrincipal({ account_id: account }), a.id);
    expect(namesOf(made, sent)).toEqual([2]);
    expect(await admitted(c)).toBe(true);

    await failRender(deps(), b, { code: 'encoder_failed', message: '' }, { deadline: b.deadline });
    expect(namesOf(made, sent)).toEqual([2, 3]);
    expect(await admitted(made[3] ?? a)).toBe(true);

    await complete(c, 5);
    await advanceRender(deps(), renderEpochRefOf(c));
    expect(namesOf(made, sent)).toEqual([2, 3, 4]);
  });

  it('that are canceled leave their place to those behind them', async () => {
    const made = await waiting(4);
    for (const render of made) await admitted(render);
    const third = made[2] as Render;
    await cancelRender(deps(), samplePrincipal({ account_id: account }), third.id);
    const { waiting: rest } = await renders.slots(account);
    expect(namesOf(made, rest)).toEqual([3]);
    expect(sent).toEqual([]);
    // Its own message, still in the queue, is admitted, so that its worker finds that it has ended.
    expect(await admitted(third)).toBe(true);
    expect((await renders.slots(account)).running).toHaveLength(2);
  });

  it('are swept on when the one that ended could send nothing, and only those whose turn it is', async () => {
    const made = await waiting(4);
    for (const render of made) await admitted(render);
    await renders.cancel(made[0] as Render, START.toISOString(), 0);
    hand.pass(130);

    await sweepNow(rendersSweep(deps()), { clock: hand.clock });

    // The third one may be sent two: one for the free slot, one for its age.
    expect([...new Set(namesOf(made, sent))].toSorted()).toEqual([1, 2]);
  });

  it('are swept although another one cannot be read, which is reported', async () => {
    const made = await waiting(2);
    const broken = tableKeys.render(account, made[0]?.id ?? '');
    onTestFinished(async () => void (await database.table.delete(broken)));
    const name = await makeUnreadable(database.table, broken);
    hand.pass(130);
    const skipped: string[] = [];

    const onUnreadable = (key: string): void => void skipped.push(key);
    await sweepNow(rendersSweep(deps()), { clock: hand.clock, onUnreadable });

    expect(namesOf(made, sent)).toEqual([1]);
    expect(skipped).toEqual([name]);
    await expect(allDue(renders.listDue)).rejects.toThrow(name);
  });

  it('of one account keep those of another from nothing', async () => {
    await waiting(5);
    const [mine] = [sampleRender({ account_id: newId('account') })];
    await insert(mine);
    expect(await admitted(mine)).toBe(true);
  });
});

describe('the limits of the plan', () => {
  it('let exactly as many renders wait as the limit says, also when more are made at once', async () => {
    const limits = { ...ROOMY, queued_renders: 5 };
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => insert(newRender(), limits)));
    expect(outcomes.toSorted()).toEqual([...Array(5).fill('inserted'), ...Array(7).fill('queue_full')]);
    expect(await usage()).toMatchObject({ queued_renders: 5, renders: 5 });
    expect(await renders.list(account, {}, { limit: 100, after: undefined })).toMatchObject({ items: { length: 5 } });
  });

  it('count the seconds of a render once, however often its completion is tried', async () => {
    const [render] = (await waiting(1)) as [Render];
    await complete(render, 7);
    await expect(complete(render, 7)).rejects.toThrow();
    expect(await usage()).toMatchObject({ render_seconds: 7, running_renders: 0, queued_renders: 0 });
  });
});

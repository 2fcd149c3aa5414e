import { beforeEach, describe, expect, it } from 'vitest';
import { ENTITLEMENTS } from '#features/accounts/entitlements.ts';
import { cancelRender } from '#features/renders/cancel-render.ts';
import {
  createPoolTicketForRenderTask,
  readRenderTaskWorkState,
} from '#features/renders/create-pool-ticket-for-render-task.ts';
import { failRender } from '#features/renders/fail-render.ts';
import type { RenderStore } from '#features/renders/ports.ts';
import type { Render } from '#features/renders/render.ts';
import { acquireRenderSlot } from '#features/renders/render-slots.ts';
import type { RenderTaskRef, RenderTaskResult } from '#features/renders/render-task.ts';
import { type RunRenderTaskDeps, runRenderTask } from '#features/renders/run-render-task.ts';
import { rendersSweep } from '#features/renders/sweep-renders.ts';
import { newId } from '#kernel/shared/ids.ts';
import { noBatchQueue } from '#test/support/fakes/batch-queue.ts';
import { memoryRenderStore } from '#test/support/fakes/render-store.ts';
import {
  handClock,
  NOTHING_RESERVED,
  samplePrincipal,
  sampleRender,
  sampleTask,
} from '#test/support/samples/entities.ts';
import { sweepNow } from '#test/support/sweep-now.ts';

const RESERVED = { ...NOTHING_RESERVED, render_seconds: 80 };
const LIMITS = { ...ENTITLEMENTS.pro, running_renders: 1 };

let renders: RenderStore;
let hand: ReturnType<typeof handClock>;
let seconds: ReadonlyMap<string, number>;
let sent: string[];
let beats: Set<() => Promise<void>>;
let deps: RunRenderTaskDeps;
let running: Render;
let waiting: Render;

beforeEach(async () => {
  ({ renders, seconds } = memoryRenderStore());
  hand = handClock();
  sent = [];
  beats = new Set();
  deps = {
    renders,
    renderer: async () => ({ versions: {}, build: 'test' }),
    clock: hand.clock,
    batchQueue: noBatchQueue,
    queue: { send: async ({ render_id, kind }) => void sent.push(`${render_id} ${kind}`) },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    every(_, beat) {
      beats.add(beat);
      return { stop: () => void beats.delete(beat) };
    },
  };
  const account_id = newId('account');
  running = sampleRender({ account_id });
  waiting = sampleRender({ account_id });
  for (const render of [running, waiting]) await renders.insert(render, sampleTask(render), LIMITS, RESERVED);
  expect(await acquireRenderSlot(deps, sampleTask(running))).toBe(true);
});

const videos = (count: number) =>
  Array.from({ length: count }, (_, index) => sampleTask(running, { kind: 'video', index }));
const cancel = () => cancelRender(deps, samplePrincipal({ account_id: running.account_id }), running.id);
const slots = async (): Promise<readonly string[]> => (await renders.slots(running.account_id)).running;
const receipt = (id: string) => ({ message_id: id, hideFor: async () => undefined });
const mayBegin = () => acquireRenderSlot(deps, sampleTask(waiting));
const sweep = () => sweepNow(rendersSweep(deps), { clock: hand.clock });

/** A worker of a task that stops when it is asked to, and says so when `stopped` is called. */
function slowWorker(index: number) {
  const stopped = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const task = videos(index + 1)[index] ?? sampleTask(running);
  const ended = runRenderTask(deps, task, receipt(`m${index}`), async ({ signal }) => {
    begun.resolve();
    await stopped.promise;
    signal.throwIfAborted();
    return {};
  });
  return { task, begun: begun.promise, stopped: stopped.resolve, ended };
}
const beatAll = () => Promise.all([...beats].map((beat) => beat()));

describe('a canceled render', () => {
  it('keeps its slot until the last of its workers has stopped; then the next render starts', async () => {
    await renders.addTasks(videos(2));
    const workers = [slowWorker(0), slowWorker(1)] as const;
    await Promise.all(workers.map(({ begun }) => begun));

    expect((await cancel()).status).toBe('canceled');
    await beatAll();
    expect([await slots(), await mayBegin()]).toEqual([[running.id], false]);

    workers[0].stopped();
    await workers[0].ended;
    expect([await slots(), sent]).toEqual([[running.id], []]);

    workers[1].stopped();
    await workers[1].ended;
    expect([await slots(), sent]).toEqual([[], [`${waiting.id} prepare`]]);
    expect(await mayBegin()).toBe(true);
  });

  it('without workers gives its slot back at once', async () => {
    await renders.addTasks(videos(2));
    await cancel();
    expect([await slots(), sent]).toEqual([[], [`${waiting.id} prepare`]]);
  });

  it('whose worker was killed gives its slot back when the message of the worker returns', async () => {
    await renders.addTasks(videos(1));
    const killed = slowWorker(0);
    await killed.begun;
    await cancel();
    hand.pass(14);
    await runRenderTask(deps, killed.task, receipt('m0'), async () => ({}));
    expect(await slots()).toEqual([running.id]);
    hand.pass(2);
    await runRenderTask(deps, killed.task, receipt('m0'), async () => ({}));
    expect([await slots(), sent]).toEqual([[], [`${waiting.id} prepare`]]);
  });

  it('whose worker was killed and whose message is lost is found by the sweeper', async () => {
    await renders.addTasks(videos(1));
    await slowWorker(0).begun;
    await cancel();
    hand.pass(5);
    await sweep();
    expect(await slots()).toEqual([running.id]);
    hand.pass(46);
    await sweep();
    expect([await slots(), sent]).toEqual([[], [`${waiting.id} prepare`]]);
    sent.length = 0;
    await sweep();
    expect(sent).toEqual([]);
  });

  it('is not a way around the limit: no two renders have workers at once', async () => {
    await renders.addTasks(videos(1));
    const worker = slowWorker(0);
    await worker.begun;
    for (let again = 0; again < 3; again++) await cancel();
    expect(await mayBegin()).toBe(false);
    worker.stopped();
    await worker.ended;
    expect(await mayBegin()).toBe(true);
  });
});

describe('a failed render', () => {
  it('keeps its slot while other workers have tasks of it', async () => {
    await renders.addTasks(videos(2));
    const other = slowWorker(1);
    await other.begun;
    for (let attempt = 1; attempt <= 3; attempt++) {
      const broken = runRenderTask(deps, videos(1)[0] ?? sampleTask(running), receipt(`b${attempt}`), async () => {
        throw new Error('broken');
      });
      await expect(broken).rejects.toThrow('broken');
    }
    expect((await renders.find(running.account_id, running.id))?.status).toBe('failed');
    expect(await slots()).toEqual([running.id]);
    await beatAll();
    other.stopped();
    await other.ended;
    expect(await slots()).toEqual([]);
  });
});

describe('the state of a task for its line', () => {
  it('is working under a lease, idle without one, and ended when it is done or its render and its worker are', async () => {
    const [task] = videos(1);
    if (!task) throw new Error('there is no task');
    const state = () => readRenderTaskWorkState(deps, task);
    expect(await state()).toBe('ended');
    await renders.addTasks([task]);
    expect(await state()).toBe('idle');
    const worker = slowWorker(0);
    await worker.begun;
    expect(await state()).toBe('working');
    await cancel();
    expect(await state()).toBe('working');
    await beatAll();
    worker.stopped();
    await worker.ended;
    expect(await state()).toBe('ended');
  });

  it('sorts by the age of its render, then by its place in it', () => {
    const ids = [...videos(11), sampleTask(waiting, { kind: 'video' })].map(
      (task) => createPoolTicketForRenderTask(task)?.id ?? '',
    );
    expect(ids).toEqual(ids.toSorted());
    expect(createPoolTicketForRenderTask(sampleTask(running, { kind: 'narration' }))).toMatchObject({
      pool: 'narration',
    });
    expect(createPoolTicketForRenderTask(sampleTask(running, { kind: 'assembly' }))).toBeUndefined();
  });
});

it.each(['canceled', 'failed'])('a render that is %s counts the share of it that was encoded', async (end) => {
  const at = hand.clock().toISOString();
  const commit = async (task: RenderTaskRef, result: RenderTaskResult) => {
    const claim = { token: 't', now: at, leaseUntil: '2999-01-01T00:00:00.000Z', messageId: 'm' };
    await renders.commit({ task: (await renders.claim(task, claim)).task, token: 't' }, result, at);
  };
  await commit(sampleTask(running), { parts: 4 });
  await renders.addTasks(videos(4));
  for (const task of videos(4).slice(0, 3)) await commit(task, {});

  if (end === 'canceled') await cancel();
  else await failRender(deps, running, { code: 'encoder_failed', message: '' }, { deadline: running.deadline });

  expect(seconds.get(running.account_id)).toBe(60);
});

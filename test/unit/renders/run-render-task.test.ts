import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { ENTITLEMENTS } from '#features/accounts/entitlements.ts';
import { NonRetryableRenderError, RenderTaskPostponedError } from '#features/renders/failure.ts';
import type { RenderStore } from '#features/renders/ports.ts';
import type { Render } from '#features/renders/render.ts';
import {
  RENDER_TASK_ATTEMPT_LIMITS,
  type RenderTask,
  type RenderTaskRef,
  renderEpochRefOf,
} from '#features/renders/render-task.ts';
import type { RendererVersion } from '#features/renders/renderer.ts';
import {
  type ClaimedRenderTask,
  type PerformRenderTask,
  type RunRenderTaskDeps,
  runRenderTask,
} from '#features/renders/run-render-task.ts';
import { rendersSweep } from '#features/renders/sweep-renders.ts';
import { DependencyUnavailableError } from '#kernel/shared/errors.ts';
import { newId } from '#kernel/shared/ids.ts';
import type { ReceivedMessage } from '#platform/leases/run-leased-work.ts';
import { noBatchQueue } from '#test/support/fakes/batch-queue.ts';
import { memoryRenderStore } from '#test/support/fakes/render-store.ts';
import { handClock, NOTHING_RESERVED, sampleRender, sampleTask } from '#test/support/samples/entities.ts';
import { sweepNow } from '#test/support/sweep-now.ts';

let events: ReturnType<typeof memoryRenderStore>['events'];
let renders: RenderStore;
let hand: ReturnType<typeof handClock>;
/** What was sent to the queues, as `kind#index` or, where it is held back, `kind#index+seconds`. */
let sent: string[];
let logged: string[];
let beats: (() => Promise<void>)[];
let deps: RunRenderTaskDeps;

beforeEach(() => {
  ({ renders, events } = memoryRenderStore());
  hand = handClock();
  sent = [];
  logged = [];
  beats = [];
  deps = {
    renders,
    clock: hand.clock,
    renderer: async () => ({ versions: {}, build: 'test' }),
    batchQueue: noBatchQueue,
    queue: {
      async send({ kind, index }, delay) {
        sent.push(`${kind}#${index}${delay === undefined ? '' : `+${delay}`}`);
      },
    },
    log: {
      info: (message) => void logged.push(`info ${message}`),
      warn: (message) => void logged.push(`warn ${message}`),
      error: (message) => void logged.push(`error ${message}`),
    },
    every(_seconds, beat) {
      beats.push(beat);
      return { stop: () => void beats.splice(beats.indexOf(beat), 1) };
    },
  };
});

function message(id: string): ReceivedMessage & { hidden: number[] } {
  const hidden: number[] = [];
  return { message_id: id, hidden, hideFor: async (seconds) => void hidden.push(seconds) };
}

/** A render that is being encoded in `parts` parts, and nothing left to prepare. */
async function encoding(parts = 1): Promise<{ render: Render; tasks: RenderTask[] }> {
  const render = sampleRender({ account_id: newId('account') });
  const prepare = sampleTask(render);
  await renders.insert(render, prepare, ENTITLEMENTS.max, NOTHING_RESERVED);
  const token = 'prepare';
  const lease = { now: hand.clock().toISOString(), leaseUntil: '2999-01-01T00:00:00.000Z', messageId: 'm0' };
  const { task: claimed } = await renders.claim(prepare, { token, ...lease });
  await renders.enterStage(render, 'processing', 'narrating', lease.now);
  await renders.enterStage(render, 'rendering', 'encoding', lease.now);
  const tasks = Array.from({ length: parts }, (_, index) => sampleTask(render, { kind: 'video', index }));
  await renders.addTasks(tasks);
  await renders.commit({ task: claimed, token }, { parts }, lease.now);
  return { render, tasks };
}
const first = <T>([item]: readonly T[]): T => {
  if (item === undefined) throw new Error('there is none');
  return item;
};
const now = async (render: Render): Promise<Render> => {
  const found = await renders.find(render.account_id, render.id);
  if (!found) throw new Error('the render is gone');
  return found;
};
const stateOf = async (task: RenderTaskRef) => {
  const { state, attempt } = (await renders.task(task)) ?? {};
  return `${state} ${attempt}`;
};
const outboxOf = async ({ id }: Render): Promise<string[]> =>
  events.filter(({ render }) => render.id === id).map(({ event }) => event);
const sweep = () => sweepNow(rendersSweep(deps), { clock: hand.clock });
const done: PerformRenderTask = async () => ({ plan_key: 'part' });
const broken: PerformRenderTask = async () => {
  throw new Error('ffmpeg ended with 1');
};

describe('a task whose last worker stood still', () => {
  /** A task at its last attempt, whose lease has ended. */
  async function lastAttempt(): Promise<{ render: Render; task: RenderTask; last: RenderTask }> {
    const { render, tasks } = await encoding();
    const task = first(tasks);
    const claim = async (token: string) => {
      const now = hand.clock().toISOString();
      return (await renders.claim(task, { token, now, leaseUntil: now, messageId: token })).task;
    };
    for (let attempt = 1; attempt < RENDER_TASK_ATTEMPT_LIMITS.claims; attempt++) {
      await claim(`dead ${attempt}`);
      hand.pass(1);
    }
    const last = await claim('late');
    hand.pass(1);
    return { render, task, last };
  }

  /** Lets something happen right before a render is ended as failed. @returns how often that was tried */
  function beforeItsEnd(happens: () => Promise<void>): () => number {
    let ends = 0;
    deps.renders = {
      ...renders,
      async fail(...args) {
        ends += 1;
        await happens();
        return renders.fail(...args);
      },
    };
    return () => ends;
  }

  it.each<[string, (task: RenderTask) => Promise<void>]>([
    ['gives it back', (task) => renders.postpone({ task, token: 'late' }, hand.clock().toISOString(), {})],
    ['goes on with it', (task) => renders.renew({ task, token: 'late' }, '2999-01-01T00:00:00.000Z')],
  ])('does not fail when that worker %s right before the render is ended', async (_, comeBack) => {
    const { render, task, last } = await lastAttempt();
    const ends = beforeItsEnd(() => comeBack(last));
    await runRenderTask(deps, task, message('m'), async () => 'committed');
    expect(ends()).toBe(1);
    expect(await now(render)).toMatchObject({ status: 'rendering' });
    expect(await outboxOf(render)).toEqual([]);
  });

  it('is not ended by a sweeper when that worker continues with it right before the write', async () => {
    const { render, last } = await lastAttempt();
    hand.pass(300);
    const ends = beforeItsEnd(() => renders.renew({ task: last, token: 'late' }, '2999-01-01T00:00:00.000Z'));
    await sweep();
    expect(ends()).toBe(1);
    expect(await now(render)).toMatchObject({ status: 'rendering' });
  });

  it('does not fail by an error of a worker that lost it to another one', async () => {
    const { render, tasks } = await encoding();
    const task = first(tasks);
    await runRenderTask(deps, task, message('m'), async () => {
      hand.pass(60);
      const now = hand.clock().toISOString();
      await renders.claim(task, { token: 'next', now, leaseUntil: '2999-01-01T00:00:00.000Z', messageId: 'n' });
      throw new NonRetryableRenderError('encoder_failed', 'no');
    });
    expect(await now(render)).toMatchObject({ status: 'rendering' });
    expect(await outboxOf(render)).toEqual([]);
    expect(await stateOf(task)).toBe('claimed 2');
  });

  it('does not fail when that worker gives it back before the render is ended', async () => {
    const { render, task, last } = await lastAttempt();
    let reads = 0;
    const read = renders.task;
    deps.renders = {
      ...renders,
      async task(ref) {
        reads += 1;
        if (reads === 2) await renders.postpone({ task: last, token: 'late' }, hand.clock().toISOString(), {});
        return read(ref);
      },
    };
    await runRenderTask(deps, task, message('m'), async () => 'committed');
    expect(reads).toBe(2);
    expect((await renders.find(render.account_id, render.id))?.status).toBe('rendering');
  });
});

describe('a task that is done', () => {
  it('is committed, and the last one starts the assembly', async () => {
    const { render, tasks } = await encoding(2);
    const [one, two] = tasks as [RenderTask, RenderTask];

    await runRenderTask(deps, one, message('a'), done);
    expect(await stateOf(one)).toBe('done 1');
    expect(sent).toEqual([]);
    expect(await now(render)).toMatchObject({ progress: 48, stage: 'encoding' });

    await runRenderTask(deps, two, message('b'), done);
    expect(sent).toEqual(['assembly#0']);
    expect(await stateOf({ ...one, kind: 'assembly' })).toBe('pending 0');
    // Slides are counted when the render is completed, as the API's description says.
    const counts = { slides_reused: 0, slides_rendered: 0 };
    expect(await now(render)).toMatchObject({ progress: 92, stage: 'assembling', ...counts });
    expect(beats).toEqual([]);
  });

  it('shows its progress once a second at most, however many tasks end', async () => {
    const { render, tasks } = await encoding(100);
    let shown = 0;
    const raiseProgress: typeof renders.raiseProgress = (...args) => {
      shown += 1;
      return renders.raiseProgress(...args);
    };
    const counted = { ...deps, renders: { ...renders, raiseProgress } };
    for (const task of tasks.slice(0, 90)) {
      hand.pass(0.1);
      await runRenderTask(counted, task, message('a'), done);
    }
    // Events are shown at once, one in 5 s at most.
    expect(shown).toBeGreaterThan(5);
    expect(shown).toBeLessThanOrEqual(9 + 3);
    expect((await now(render)).progress).toBeGreaterThan(70);
  });

  it('does not wait for a progress that cannot be shown', async () => {
    const { render, tasks } = await encoding(2);
    const raiseProgress = () => Promise.reject(new Error('the table is busy'));
    const busy = { ...deps, renders: { ...renders, raiseProgress } };
    for (const task of tasks) await runRenderTask(busy, task, message('a'), done);
    expect(await Promise.all(tasks.map(stateOf))).toEqual(['done 1', 'done 1']);
    expect(sent).toEqual(['assembly#0']);
    expect(logged).toContain('warn progress not shown');
    expect((await now(render)).progress).toBe(render.progress);
    hand.pass(46);
    await sweep();
    expect(await now(render)).toMatchObject({ progress: 92, stage: 'assembling' });
  });

  it('starts one assembly when all parts end at once', async () => {
    const { render, tasks } = await encoding(8);
    await Promise.all(tasks.map((task, i) => runRenderTask(deps, task, message(`m${i}`), done)));
    const all = await renders.tasks(renderEpochRefOf(render));
    expect(all.filter(({ kind }) => kind === 'assembly')).toHaveLength(1);
    expect(sent.length).toBeGreaterThan(0);
    expect(new Set(sent)).toEqual(new Set(['assembly#0']));
  });

  it('is not worked on again by a second message', async () => {
    const { tasks } = await encoding();
    const task = first(tasks);
    await runRenderTask(deps, task, message('a'), done);
    let again = false;
    await runRenderTask(deps, task, message('a'), async () => {
      again = true;
      return {};
    });
    expect(again).toBe(false);
    expect(await stateOf(task)).toBe('done 1');
  });
});

describe('a task that fails', () => {
  it('three times ends its render with a code; each time the fault is handed on for the dead-letter queue', async () => {
    const { render, tasks } = await encoding();
    const task = first(tasks);
    const receipt = message('a');
    for (const [attempt, state] of [
      [1, 'pending 1'],
      [2, 'pending 2'],
      [3, 'pending 3'],
    ] as const) {
      expect((await now(render)).status).toBe('rendering');
      await expect(runRenderTask(deps, task, receipt, broken)).rejects.toThrow('ffmpeg ended with 1');
      expect(await stateOf(task)).toBe(state);
      expect(receipt.hidden.at(-1)).toBeLessThanOrEqual(4);
      expect(logged.filter((line) => line === 'error task failed')).toHaveLength(attempt);
    }
    expect(await now(render)).toMatchObject({
      status: 'failed',
      stage: 'done',
      error: { code: 'encoder_failed', message: 'The pictures of the video could not be encoded.' },
    });
    expect(await outboxOf(render)).toEqual(['render.failed']);
    // The message comes once more before it rests in the dead-letter queue: nothing is left to do.
    await runRenderTask(deps, task, receipt, broken);
    expect(await outboxOf(render)).toEqual(['render.failed']);
  });

  it('and then succeeds leaves a render that knows nothing of it', async () => {
    const { render, tasks } = await encoding();
    await expect(runRenderTask(deps, first(tasks), message('a'), broken)).rejects.toThrow();
    await runRenderTask(deps, first(tasks), message('a'), done);
    expect(await stateOf(first(tasks))).toBe('done 2');
    expect((await now(render)).error).toBeUndefined();
  });

  it.each([
    ['narration', 'narration_failed'],
    ['audio', 'encoder_failed'],
    ['assembly', 'encoder_failed'],
    ['plan', 'internal_error'],
  ] as const)('for the third time as %s: the code is %s', async (kind, code) => {
    const { render } = await encoding();
    const task = sampleTask(render, { kind, attempt: 2 });
    await renders.addTasks([task]);
    await expect(runRenderTask(deps, task, message('a'), broken)).rejects.toThrow();
    expect((await now(render)).error?.code).toBe(code);
  });

  it('because what it needs is busy waits, longer each time, uncounted eight times, then counts', async () => {
    const { render, tasks } = await encoding();
    const task = first(tasks);
    const busy: PerformRenderTask = async () => {
      throw new RenderTaskPostponedError('throttled');
    };
    for (let pause = 1; pause <= RENDER_TASK_ATTEMPT_LIMITS.postponements; pause++) {
      hand.pass(100);
      await runRenderTask(deps, task, message('a'), busy);
      expect(await stateOf(task)).toBe('pending 0');
      // No sweeper takes its message for one that was never sent.
      expect((await renders.task(task))?.enqueued_at).toBe(hand.clock().toISOString());
    }
    expect(sent).toEqual([10, 20, 40, 60, 60, 60, 60, 60].map((seconds) => `video#0+${seconds}`));
    await expect(runRenderTask(deps, task, message('a'), busy)).rejects.toThrow('throttled');
    expect(await stateOf(task)).toBe('pending 1');
    await runRenderTask(deps, task, message('a'), done);
    expect(await stateOf(task)).toBe('done 2');
    expect((await now(render)).error).toBeUndefined();
  });

  it('because what it needs is busy is not given back by a worker that lost it', async () => {
    const { tasks } = await encoding();
    const task = first(tasks);
    await runRenderTask(deps, task, message('a'), async () => {
      hand.pass(16);
      await runRenderTask(deps, task, message('b'), done);
      throw new RenderTaskPostponedError('throttled');
    });
    expect(await stateOf(task)).toBe('done 2');
    expect(sent).toEqual(['assembly#0']);
  });

  it('in a way that no second attempt can correct ends its render at once, and its message is done with', async () => {
    const { render, tasks } = await encoding();
    await runRenderTask(deps, first(tasks), message('a'), async () => {
      throw new NonRetryableRenderError('too_long', 'The video would be too long.');
    });
    expect(await now(render)).toMatchObject({
      status: 'failed',
      error: { code: 'too_long', message: 'The video would be too long.' },
    });
    expect(await outboxOf(render)).toEqual(['render.failed']);
    expect(sent).toEqual([]);
  });
});

/** Work that continues until its signal is aborted; `begun` resolves when it has started. */
function endlessWork() {
  const begun = Promise.withResolvers<ClaimedRenderTask>();
  const perform: PerformRenderTask = (work) => {
    begun.resolve(work);
    return new Promise((_, reject) => {
      work.signal.addEventListener('abort', () => reject(work.signal.reason));
    });
  };
  return { begun: begun.promise, perform };
}

describe('a task of another version of the program', () => {
  const OLD = { versions: { painter: 1 }, build: 'a' };
  const NEW = { versions: { painter: 2 }, build: 'b' };
  /** A render whose epoch `renderer` makes. */
  async function madeBy(renderer: RendererVersion) {
    const { render, tasks } = await encoding(2);
    const begun = { deadline: render.deadline, renderer };
    await renders.enterStage(render, 'rendering', 'encoding', render.created_at, begun);
    return { render, tasks: tasks as [RenderTask, RenderTask] };
  }
  const performed: RenderTaskRef[] = [];
  const perform: PerformRenderTask = async ({ task }) => {
    performed.push(task);
    return {};
  };
  const by = (renderer: RendererVersion): RunRenderTaskDeps => ({ ...deps, renderer: async () => renderer });
  beforeEach(() => void performed.splice(0));

  it('is started again at once by a newer worker, and what is left of it is dropped', async () => {
    const { render, tasks } = await madeBy(OLD);
    await runRenderTask(by(NEW), tasks[0], message('a'), perform);
    expect(performed).toEqual([]);
    expect(sent).toEqual(['prepare#0']);
    const again = await now(render);
    expect(again).toMatchObject({ epoch: 2, renderer: NEW, status: 'rendering' });
    expect(await renders.tasks(renderEpochRefOf(again))).toMatchObject([
      { kind: 'prepare', state: 'pending', attempt: 0 },
    ]);
    // What is left of the epoch before is dropped, and no sweeper sends it again.
    await runRenderTask(by(OLD), tasks[1], message('b'), perform);
    hand.pass(60);
    await sweep();
    expect(sent).toEqual(['prepare#0']);
    expect(performed).toEqual([]);
  });

  it('is given back by an older worker for two minutes, uncounted, and then started again', async () => {
    const { render, tasks } = await madeBy(NEW);
    for (let time = 1; time <= 4; time++) await runRenderTask(by(OLD), tasks[0], message(`m${time}`), perform);
    expect(sent).toEqual(['video#0+10', 'video#0+20', 'video#0+40', 'video#0+60']);
    expect(await stateOf(tasks[0])).toBe('pending 0');
    expect((await now(render)).epoch).toBe(1);
    await runRenderTask(by(OLD), tasks[0], message('m5'), perform);
    expect(await now(render)).toMatchObject({ epoch: 2, renderer: OLD });
    expect(performed).toEqual([]);
  });

  it('that was throttled for long is still given back, and still waits for a busy engine', async () => {
    const { render, tasks } = await madeBy(NEW);
    const [task] = tasks;
    for (let time = 1; time <= 2 * RENDER_TASK_ATTEMPT_LIMITS.postponements; time++)
      await runRenderTask(by(NEW), task, message(`t${time}`), () =>
        Promise.reject(new DependencyUnavailableError('throttled')),
      );
    sent.length = 0;
    await runRenderTask(by(NEW), task, message('a'), () => Promise.reject(new RenderTaskPostponedError('busy')));
    await runRenderTask(by(OLD), task, message('b'), perform);
    expect(sent).toEqual(['video#0+10', 'video#0+10']);
    expect(await stateOf(task)).toBe('pending 0');
    expect((await renders.task(task))?.postponed).toEqual({ throttled: 16, busy: 1, handed_back: 1 });
    expect((await now(render)).epoch).toBe(1);
  });

  it('that was given back is done by its own worker version', async () => {
    const { tasks } = await madeBy(NEW);
    await runRenderTask(by(OLD), tasks[0], message('a'), perform);
    await runRenderTask(by(NEW), tasks[0], message('b'), perform);
    expect(await stateOf(tasks[0])).toBe('done 1');
  });

  it('stops the worker of the epoch before at its next beat', async () => {
    const { render, tasks } = await madeBy(OLD);
    let stopped: unknown;
    await runRenderTask(by(OLD), tasks[0], message('a'), async ({ signal }) => {
      await runRenderTask(by(NEW), tasks[1], message('b'), perform);
      await first(beats)();
      stopped = signal.aborted;
      return {};
    });
    expect(stopped).toBe(true);
    expect((await now(render)).epoch).toBe(2);
  });

  it('ends the render at last where two versions never agree', async () => {
    const { render, tasks } = await madeBy(NEW);
    const versions = [OLD, NEW];
    let task: RenderTaskRef = tasks[0];
    for (let turn = 0; (await now(render)).status === 'rendering' && turn < 200; turn++) {
      const { epoch } = await now(render);
      if (epoch !== task.epoch) task = { ...task, epoch, kind: 'prepare' };
      await runRenderTask(by(versions[epoch % 2 === 1 ? 0 : 1] ?? OLD), task, message('m'), perform).catch(
        () => undefined,
      );
    }
    expect(await now(render)).toMatchObject({ status: 'failed', epoch: 8 });
    expect(performed).toEqual([]);
  });
});

describe('a worker', () => {
  it('renews lease and message while it works', async () => {
    const { tasks } = await encoding();
    const work = endlessWork();
    const receipt = message('a');
    const running = runRenderTask(deps, first(tasks), receipt, work.perform);
    const { lease, signal } = await work.begun;
    expect(receipt.hidden).toEqual([17]);

    hand.pass(3);
    await first(beats)();

    expect((await renders.task(lease.task))?.lease_until).toBe(new Date(hand.clock().getTime() + 15_000).toISOString());
    expect(receipt.hidden).toEqual([17, 17]);
    expect(signal.aborted).toBe(false);
    await renders.cancel((await renders.find(lease.task.account_id, lease.task.render_id)) as Render, 'x', 0);
    await first(beats)();
    await running;
  });

  it('stops at its next beat after a cancel, commits nothing and lets its message go', async () => {
    const { render, tasks } = await encoding();
    const work = endlessWork();
    const running = runRenderTask(deps, first(tasks), message('a'), work.perform);
    const { signal } = await work.begun;

    await renders.cancel(render, hand.clock().toISOString(), 0);
    expect(signal.aborted).toBe(false);
    await first(beats)();

    expect(signal.aborted).toBe(true);
    await running;
    expect(await stateOf(first(tasks))).toBe('pending 1');
    expect((await now(render)).status).toBe('canceled');
    expect(await outboxOf(render)).toEqual([]);
    expect(sent).toEqual([]);
    expect(beats).toEqual([]);
  });

  it('whose work ends after a cancel, before a beat saw it, starts no next step', async () => {
    const { render, tasks } = await encoding();
    const before = await renders.tasks(renderEpochRefOf(render));
    await runRenderTask(deps, first(tasks), message('a'), async () => {
      await renders.cancel(render, hand.clock().toISOString(), 0);
      return { plan_key: 'late' };
    });
    expect(await renders.tasks(renderEpochRefOf(render))).toHaveLength(before.length);
    expect((await now(render)).status).toBe('canceled');
    expect(sent).toEqual([]);
  });

  it('that cannot renew continues within its lease and stops after it; a beat never rejects', async () => {
    const { tasks } = await encoding();
    const work = endlessWork();
    const offline: RunRenderTaskDeps = {
      ...deps,
      renders: {
        ...renders,
        renew: async () => {
          throw new Error('no route to host');
        },
      },
    };
    const running = runRenderTask(offline, first(tasks), message('a'), work.perform);
    const { signal } = await work.begun;
    hand.pass(14);
    await expect(first(beats)()).resolves.toBeUndefined();
    expect(signal.aborted).toBe(false);
    hand.pass(2);
    await expect(first(beats)()).resolves.toBeUndefined();
    expect(signal.aborted).toBe(true);
    await running;
    expect(await stateOf(first(tasks))).toBe('claimed 1');
  });

  it('survives that its message cannot be kept hidden', async () => {
    const { tasks } = await encoding();
    const receipt = message('a');
    const work = endlessWork();
    const running = runRenderTask(deps, first(tasks), receipt, work.perform);
    const { signal, lease } = await work.begun;
    receipt.hideFor = async () => {
      throw new Error('the receipt handle has expired');
    };
    hand.pass(3);
    await expect(first(beats)()).resolves.toBeUndefined();
    expect(signal.aborted).toBe(false);
    await renders.cancel((await renders.find(lease.task.account_id, lease.task.render_id)) as Render, 'x', 0);
    await first(beats)();
    await running;
  });

  it('that lost its lease to another changes nothing with what it still makes', async () => {
    const { tasks } = await encoding();
    const task = first(tasks);
    const gate = Promise.withResolvers<void>();
    const slow = runRenderTask(deps, task, message('a'), async () => {
      await gate.promise;
      return { plan_key: 'zombie' };
    });
    while ((await renders.task(task))?.state !== 'claimed') await turn();
    hand.pass(16);
    await runRenderTask(deps, task, message('b'), async () => ({ plan_key: 'real' }));
    gate.resolve();
    await slow;
    expect(await renders.task(task)).toMatchObject({ state: 'done', attempt: 2, result: { plan_key: 'real' } });
    expect(new Set(sent)).toEqual(new Set(['assembly#0']));
  });
});

/** What a worker leaves that is killed while it works. */
async function vanish(task: RenderTask, messageId: string): Promise<void> {
  const leaseUntil = new Date(hand.clock().getTime() + 15_000).toISOString();
  await renders.claim(task, { token: messageId, now: hand.clock().toISOString(), leaseUntil, messageId });
}

describe('after a worker was killed', () => {
  it('at work, its message comes back while the lease runs: it is looked at again, once, when that has ended', async () => {
    const { tasks } = await encoding();
    const task = first(tasks);
    await vanish(task, 'a');
    await runRenderTask(deps, task, message('a'), done);
    expect(sent).toEqual(['video#0+16']);
    expect(await stateOf(task)).toBe('claimed 1');

    // Another message for the same task adds none.
    await runRenderTask(deps, task, message('b'), done);
    expect(sent).toEqual(['video#0+16']);

    hand.pass(16);
    await runRenderTask(deps, task, message('c'), done);
    expect(await stateOf(task)).toBe('done 2');
    expect(sent).toEqual(['video#0+16', 'assembly#0']);
  });

  it('for the third time, its message ends the render', async () => {
    const { render, tasks } = await encoding();
    const task = first(tasks);
    for (let attempt = 1; attempt <= 3; attempt++) {
      await vanish(task, 'a');
      hand.pass(16);
    }
    await runRenderTask(deps, task, message('a'), done);
    expect((await now(render)).error?.code).toBe('encoder_failed');
    expect(await outboxOf(render)).toEqual(['render.failed']);
  });

  it('between its commit and the next step, its message starts that step', async () => {
    const { tasks } = await encoding();
    const killed: RunRenderTaskDeps = {
      ...deps,
      renders: { ...renders, tasks: () => Promise.reject(new Error('killed')) },
    };
    await expect(runRenderTask(killed, first(tasks), message('a'), done)).rejects.toThrow('killed');
    expect(await stateOf(first(tasks))).toBe('done 1');
    expect(sent).toEqual([]);

    await runRenderTask(deps, first(tasks), message('a'), done);

    expect(sent).toEqual(['assembly#0']);
    expect(await stateOf(first(tasks))).toBe('done 1');
  });

  it('between its commit and the next step, and its message is lost: the sweeper starts that step', async () => {
    const { tasks } = await encoding();
    const killed: RunRenderTaskDeps = {
      ...deps,
      renders: { ...renders, tasks: () => Promise.reject(new Error('killed')) },
    };
    await expect(runRenderTask(killed, first(tasks), message('a'), done)).rejects.toThrow('killed');
    hand.pass(46);
    await sweep();
    expect(sent).toEqual(['assembly#0']);
  });

  it('between adding the next task and sending its message, the sweeper sends it, ever more rarely', async () => {
    const { tasks } = await encoding();
    const mute: RunRenderTaskDeps = { ...deps, queue: { send: () => Promise.reject(new Error('killed')) } };
    await expect(runRenderTask(mute, first(tasks), message('a'), done)).rejects.toThrow('killed');
    await runRenderTask(deps, first(tasks), message('a'), done);
    hand.pass(120);
    await sweep();
    expect(sent).toEqual([]);
    hand.pass(46);
    await sweep();
    await sweep();
    expect(sent).toEqual(['assembly#0']);
    hand.pass(239);
    await sweep();
    expect(sent).toEqual(['assembly#0']);
    hand.pass(46);
    await sweep();
    expect(sent).toEqual(['assembly#0', 'assembly#0']);
  });

  it('at work, and its message is lost: the sweeper sends another a while after the lease has ended', async () => {
    const { tasks } = await encoding();
    await vanish(first(tasks), 'a');
    hand.pass(15 + 45);
    await sweep();
    expect(sent).toEqual([]);
    hand.pass(46);
    await sweep();
    expect(sent).toEqual(['video#0']);
    await runRenderTask(deps, first(tasks), message('b'), done);
    expect(await stateOf(first(tasks))).toBe('done 2');
  });

  it('for the third time, and its message is in the dead-letter queue: the sweeper ends the render', async () => {
    const { render, tasks } = await encoding();
    for (let attempt = 1; attempt <= 3; attempt++) {
      await vanish(first(tasks), 'a');
      hand.pass(61);
    }
    await sweep();
    expect((await now(render)).error?.code).toBe('encoder_failed');
    expect(await outboxOf(render)).toEqual(['render.failed']);
    expect(sent).toEqual([]);
  });
});

describe('the sweeper', () => {
  it('sends the first message of a render whose request was killed before it did', async () => {
    const render = sampleRender({ account_id: newId('account') });
    await renders.insert(render, sampleTask(render), ENTITLEMENTS.max, NOTHING_RESERVED);
    hand.pass(121);
    await sweep();
    expect(sent).toEqual(['prepare#0']);
  });

  it('ends what is past its deadline, and nothing a moment before', async () => {
    const { render } = await encoding();
    hand.pass(7200);
    await sweep();
    expect((await now(render)).status).toBe('rendering');
    hand.pass(0.001);
    await sweep();
    expect((await now(render)).error?.code).toBe('timed_out');
    expect(await outboxOf(render)).toEqual(['render.failed']);
  });

  it('continues with the others when one render cannot be swept', async () => {
    const begun = async () => {
      const render = sampleRender({ account_id: newId('account') });
      await renders.insert(render, sampleTask(render), ENTITLEMENTS.max, NOTHING_RESERVED);
      return { render, tasks: [sampleTask(render)] };
    };
    const [bad, good] = [await begun(), await begun()];
    hand.pass(121);
    const failed: string[] = [];
    const picky: RunRenderTaskDeps = {
      ...deps,
      renders: {
        ...renders,
        tasks: (of) => (of.render_id === bad.render.id ? Promise.reject(new Error('no')) : renders.tasks(of)),
      },
    };
    const onError = ({ render_id }: Record<string, unknown>): void => void failed.push(String(render_id));
    expect(await sweepNow(rendersSweep(picky), { clock: hand.clock, onError })).toMatchObject({ taken: 1, failed: 1 });
    expect(failed).toEqual([bad.render.id]);
    expect((await renders.task(first(good.tasks)))?.enqueued_at).toBe(hand.clock().toISOString());
    expect((await renders.task(first(bad.tasks)))?.enqueued_at).not.toBe(hand.clock().toISOString());
  });
});

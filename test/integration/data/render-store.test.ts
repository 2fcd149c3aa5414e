import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderRepository } from '#adapters/aws/renders/render-repository.ts';
import { reusableVideoRepository } from '#adapters/aws/renders/reusable-video-repository.ts';
import { tableKeys } from '#adapters/aws/table/keys.ts';
import { ENTITLEMENTS } from '#features/accounts/entitlements.ts';
import { createRenderEvent } from '#features/renders/events.ts';
import type { RenderFailureCause, RenderFilter, RenderStore, RenderTaskLease } from '#features/renders/ports.ts';
import type { Render } from '#features/renders/render.ts';
import { RENDER_TASK_ATTEMPT_LIMITS, type RenderTask, renderEpochRefOf } from '#features/renders/render-task.ts';
import type { ReusableVideo, ReusableVideoFinder } from '#features/renders/reusable-video.ts';
import { WriteConflictError, WrittenByNewerVersionError } from '#kernel/shared/errors.ts';
import { deriveId, newId } from '#kernel/shared/ids.ts';
import { DUE_INDEX_SHARD_COUNT, type DueEntryPosition } from '#platform/recovery/recovery-sweep.ts';
import { allDue } from '#test/support/data/all-due.ts';
import { type Database, startDatabase } from '#test/support/data/database.ts';
import { makeUnreadable } from '#test/support/data/make-unreadable.ts';
import { memoryRenderStore } from '#test/support/fakes/render-store.ts';
import { NOTHING_RESERVED, START, sampleRender, sampleTask, secondsAfter } from '#test/support/samples/entities.ts';

let database: Database;
let renders: RenderStore;
let films: ReusableVideoFinder;
/** Puts the accounting record of a deleted account. */
let deleteAccount: (accountId: string) => Promise<void>;
/** The names of the events that were written with the changes of a render. */
let outboxOf: (render: Render) => Promise<string[]>;

beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.stop());

function useTable(): void {
  renders = renderRepository(database.table);
  films = reusableVideoRepository(database.table);
  deleteAccount = (accountId) => database.table.put({ ...tableKeys.accounting(accountId), entity: 'accounting' });
  outboxOf = async ({ account_id, id }) => {
    const items = await database.table.all({
      KeyConditionExpression: 'PK = :pk AND begins_with(SK, :prefix)',
      ExpressionAttributeValues: { ':pk': `ACC#${account_id}#RN#${id}`, ':prefix': 'OUTBOX#' },
      ConsistentRead: true,
    });
    return items.map((item) => String(item.event)).sort();
  };
}

function useMemory(): void {
  const memory = memoryRenderStore();
  renders = memory.renders;
  films = memory.filmStore;
  deleteAccount = async (accountId) => void memory.ledger.deleted.add(accountId);
  outboxOf = async ({ id }) =>
    memory.events
      .filter(({ render }) => render.id === id)
      .map(({ event }) => event)
      .sort();
}

const at = (seconds: number): string => secondsAfter(seconds).toISOString();
const conflict = expect.objectContaining({ name: 'WriteConflictError' });

async function insert(over: Partial<Render> = {}): Promise<{ render: Render; task: RenderTask }> {
  const render = sampleRender({ account_id: newId('account'), ...over });
  const task = sampleTask(render);
  await renders.insert(render, task, ENTITLEMENTS.max, NOTHING_RESERVED);
  return { render, task };
}
const found = async (render: Render): Promise<Render> => {
  const item = await renders.find(render.account_id, render.id);
  if (!item) throw new Error('the render is gone');
  return item;
};
const claim = async (task: RenderTask, token: string, seconds = 0): Promise<RenderTaskLease> => ({
  task: (await renders.claim(task, { token, now: at(seconds), leaseUntil: at(seconds + 15), messageId: `m-${token}` }))
    .task,
  token,
});
const isListed = async ({ id }: Render): Promise<boolean> =>
  (await allDue(renders.listDue)).some(({ render }) => render.id === id);
const RESULT = { video_key: 'v', size_bytes: 1, duration_seconds: 2 };
const completion = (render: Render, lease: RenderTaskLease, film?: ReusableVideo) =>
  renders.complete(
    render,
    lease,
    RESULT,
    createRenderEvent(
      'render.completed',
      { ...render, status: 'completed', result: RESULT, completed_at: at(9) },
      at(9),
    ),
    film,
  );
const failure = (render: Render, cause: RenderFailureCause = { deadline: render.deadline }) =>
  renders.fail(
    { ...render, completed_at: at(9) },
    { code: 'encoder_failed', message: 'no' },
    createRenderEvent('render.failed', { ...render, status: 'failed' }, at(9)),
    0,
    cause,
  );
/** A render on its way to the last step, whose assembly is claimed. */
async function rendering(): Promise<{ render: Render; lease: RenderTaskLease }> {
  const { render, task } = await insert();
  await renders.enterStage(render, 'processing', 'narrating', at(1));
  await renders.enterStage(render, 'rendering', 'encoding', at(2));
  const assembly = { ...task, kind: 'assembly' as const };
  await renders.addTasks([assembly]);
  return { render: await found(render), lease: await claim(assembly, 'a') };
}

describe('the emulator', () => {
  it('refuses reserved words, so an expression that passes here names none', async () => {
    const update = database.table.update({
      Key: { PK: 'x', SK: 'x' },
      UpdateExpression: 'SET status = :s',
      ExpressionAttributeValues: { ':s': 1 },
    });
    await expect(update).rejects.toThrow(/reserved/i);
  });
});

// The same assertions for both, so that tests of use cases can trust the store in memory.
describe.each([
  ['in the table', useTable],
  ['in memory', useMemory],
])('the store of renders %s', (_, open) => {
  beforeAll(open);

  it('takes no render of an account that was deleted', async () => {
    const render = sampleRender({ account_id: newId('account') });
    await deleteAccount(render.account_id);
    expect(await renders.insert(render, sampleTask(render), ENTITLEMENTS.max, NOTHING_RESERVED)).toBe(
      'account_deleted',
    );
    expect(await renders.find(render.account_id, render.id)).toBeUndefined();
  });

  describe('a claim', () => {
    it('is given to one of 20 that ask at once', async () => {
      const { task } = await insert();
      const claims = await Promise.allSettled(Array.from({ length: 20 }, (_, i) => claim(task, `t${i}`)));
      const won = claims.filter((outcome) => outcome.status === 'fulfilled');
      expect(won).toHaveLength(1);
      for (const outcome of claims)
        if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(WriteConflictError);
      const stored = await renders.task(task);
      expect(stored).toMatchObject({ state: 'claimed', attempt: 1, token: won[0]?.value.token, lease_until: at(15) });
    });

    it('lasts until its lease has ended, then is taken over; what the first one still commits changes nothing', async () => {
      const { render, task } = await insert();
      const zombie = await claim(task, 'first');
      await expect(claim(task, 'too-early', 15)).rejects.toEqual(conflict);

      const second = await claim(task, 'second', 15.001);

      expect(second.task.attempt).toBe(2);
      await expect(renders.commit(zombie, { plan_key: 'zombie' }, at(16))).rejects.toEqual(conflict);
      await expect(renders.renew(zombie, at(60))).rejects.toEqual(conflict);
      await expect(renders.release(zombie)).rejects.toEqual(conflict);
      expect(await renders.task(task)).toMatchObject({ state: 'claimed', token: 'second', lease_until: at(30.001) });
      await renders.commit(second, { plan_key: 'real' }, at(17));
      expect(await renders.tasks(renderEpochRefOf(render))).toEqual([
        {
          ...task,
          ...{ state: 'done', attempt: 2, message_id: 'm-second', result: { plan_key: 'real' } },
          ...{ began_at: at(0), done_at: at(17) },
        },
      ]);
    });

    it('is renewed, given back, and taken at most three times', async () => {
      const { task } = await insert();
      for (let attempt = 1; attempt <= RENDER_TASK_ATTEMPT_LIMITS.claims; attempt++) {
        const lease = await claim(task, `t${attempt}`);
        expect(lease.task.attempt).toBe(attempt);
        await renders.renew(lease, at(40));
        expect((await renders.task(task))?.lease_until).toBe(at(40));
        await renders.release(lease);
        const { token, lease_until, state } = (await renders.task(task)) ?? {};
        expect({ token, lease_until, state }).toEqual({ token: undefined, lease_until: undefined, state: 'pending' });
      }
      await expect(claim(task, 'once-more')).rejects.toEqual(conflict);
    });

    it('of a task that is done, or that was never added, fails', async () => {
      const { task } = await insert();
      await renders.commit(await claim(task, 'a'), {}, at(1));
      await expect(claim(task, 'b', 100)).rejects.toEqual(conflict);
      await expect(claim({ ...task, index: 7 }, 'c')).rejects.toEqual(conflict);
      expect(await renders.task({ ...task, index: 7 })).toBeUndefined();
    });

    it('of a canceled render can neither be made nor renewed', async () => {
      const { render, task } = await insert();
      const lease = await claim(task, 'a');
      await renders.cancel(render, at(1), 0);
      await expect(renders.renew(lease, at(60))).rejects.toEqual(conflict);
      await expect(claim(task, 'b', 100)).rejects.toEqual(conflict);
      expect((await renders.task(task))?.state).toBe('claimed');
      await renders.release(lease);
      expect(await renders.task(task)).not.toHaveProperty('lease_until');
    });
  });

  describe('the slot of a render that has ended', () => {
    const ends: [string, (render: Render) => Promise<void>][] = [
      ['canceled', (render) => renders.cancel(render, at(1), 0)],
      [
        'failed',
        async (render) => {
          const failed: Render = { ...render, status: 'failed', completed_at: at(1) };
          const error = { code: 'encoder_failed', message: '' } as const;
          const { deadline } = render;
          await renders.fail(failed, error, createRenderEvent('render.failed', failed, at(1)), 0, { deadline });
        },
      ],
    ];
    it.each(ends)('is held when it was %s until it leaves, and the sweeper sees it meanwhile', async (_, end) => {
      const { render } = await insert();
      const { account_id, id } = render;
      await renders.acquireSlot(account_id, id, 5);
      await end(render);
      expect([(await renders.slots(account_id)).running, await isListed(render)]).toEqual([[id], true]);
      for (let again = 0; again < 2; again++) {
        await renders.releaseSlot(account_id, id);
        expect([(await renders.slots(account_id)).running, await isListed(render)]).toEqual([[], false]);
      }
    });

    it('is not held by a render that waited', async () => {
      const { render } = await insert();
      await renders.cancel(render, at(1), 0);
      expect((await renders.slots(render.account_id)).waiting).toEqual([]);
    });
  });

  describe('the failure of a render', () => {
    const isRefused = async (render: Render, cause: RenderFailureCause) => {
      const before = await found(render);
      await expect(failure(render, cause)).rejects.toEqual(conflict);
      expect(await found(render)).toEqual(before);
      expect(await outboxOf(render)).toEqual([]);
    };

    it('is written by the worker that has the task, and refused to one that lost it', async () => {
      const { render, lease } = await rendering();
      const next = await claim(lease.task, 'b', 20);
      await isRefused(render, { lease });
      await failure(render, { lease: next });
      expect(await found(render)).toMatchObject({ status: 'failed', error: { code: 'encoder_failed' } });
      expect(await outboxOf(render)).toEqual(['render.failed']);
    });

    it.each<[string, (lease: RenderTaskLease) => Promise<unknown>]>([
      ['claimed again', ({ task }) => claim(task, 'b', 20)],
      ['renewed', (lease) => renders.renew(lease, at(30))],
      ['given back', (lease) => renders.release(lease)],
      ['put off', (lease) => renders.postpone(lease, at(16), {})],
      ['given back to wait', (lease) => renders.wait(lease, at(16))],
      ['done', (lease) => renders.commit(lease, {}, at(16))],
    ])('of which the task was %s since it was found abandoned is refused', async (_, change) => {
      const { render, lease } = await rendering();
      const abandoned = await renders.task(lease.task);
      if (!abandoned) throw new Error('there is no task');
      await change(lease);
      await isRefused(render, { abandoned });
    });

    it.each<[string, (lease: RenderTaskLease) => Promise<unknown>]>([
      ['held', async () => undefined],
      ['given back', (lease) => renders.release(lease)],
    ])('of which the abandoned task is still %s is written', async (_, before) => {
      const { render, lease } = await rendering();
      await before(lease);
      const abandoned = await renders.task(lease.task);
      if (!abandoned) throw new Error('there is no task');
      await failure(render, { abandoned });
      expect((await found(render)).status).toBe('failed');
    });

    it('is refused when the render has got another deadline', async () => {
      const { render } = await insert();
      const begun = { deadline: at(99_999), renderer: { versions: {}, build: 'a' } };
      await renders.enterStage(render, 'processing', 'narrating', at(1), begun);
      await isRefused(render, { deadline: render.deadline });
      await failure(render, { deadline: begun.deadline });
      expect((await found(render)).status).toBe('failed');
    });
  });

  describe('tasks', () => {
    it('that are added again stay as they are', async () => {
      const { render, task } = await insert();
      await renders.commit(await claim(task, 'a'), { plan_key: 'k' }, at(1));
      const more = Array.from({ length: 130 }, (_, index) => sampleTask(render, { kind: 'video', index }));
      await renders.addTasks([task, ...more]);
      await renders.addTasks([task, ...more.map((again) => ({ ...again, enqueued_at: at(99) }))]);
      const tasks = await renders.tasks(renderEpochRefOf(render));
      expect(tasks).toHaveLength(131);
      expect(tasks.find(({ kind }) => kind === 'prepare')).toMatchObject({ state: 'done', result: { plan_key: 'k' } });
      const videos = tasks.filter(({ kind }) => kind === 'video');
      expect(videos.map(({ index }) => index)).toEqual(more.map(({ index }) => index));
      expect(new Set(videos.map(({ enqueued_at }) => enqueued_at))).toEqual(new Set([START.toISOString()]));
    });

    it('are noted as sent again by one of two sweepers, and never once done', async () => {
      const { task } = await insert();
      await renders.noteEnqueued(task, at(10));
      await expect(renders.noteEnqueued(task, at(11))).rejects.toEqual(conflict);
      expect(await renders.task(task)).toMatchObject({ enqueued_at: at(10), sent_again: 1 });
      await renders.noteEnqueued({ ...task, enqueued_at: at(10) }, at(11));
      expect(await renders.task(task)).toMatchObject({ sent_again: 2 });
      const claimed = await claim(task, 'a');
      expect(claimed.task).not.toHaveProperty('sent_again');
      await renders.commit(claimed, {}, at(1));
      await expect(renders.noteEnqueued({ ...task, enqueued_at: at(11) }, at(12))).rejects.toEqual(conflict);
    });
  });

  describe('a render that is started again', () => {
    const OLD = { versions: { painter: 1 }, build: 'a' };
    const NEW = { versions: { painter: 2 }, build: 'b' };
    const again = (render: Render, lease: RenderTaskLease, renderer = NEW) =>
      renders.beginAgain(render, lease, {
        first: sampleTask({ ...render, epoch: render.epoch + 1 }),
        renderer,
      });

    it('has its own tasks epoch only, and no worker of the one before changes anything', async () => {
      const { render, lease } = await rendering();
      await again(render, lease);
      const now = await found(render);
      expect(now).toEqual({ ...render, epoch: 2, renderer: NEW });
      expect(await renders.tasks(renderEpochRefOf(now))).toEqual([sampleTask(now)]);
      await expect(renders.renew(lease, at(60))).rejects.toEqual(conflict);
      await expect(completion(render, lease)).rejects.toEqual(conflict);
      await expect(failure(render)).rejects.toEqual(conflict);
      await expect(renders.enterStage(render, 'rendering', 'encoding', at(9))).rejects.toEqual(conflict);
      await expect(claim(sampleTask(render), 'late', 100)).rejects.toEqual(conflict);
      expect(await outboxOf(render)).toEqual([]);
      await renders.commit(await claim(sampleTask(now), 'first'), { parts: 0 }, at(9));
      await failure(now);
      expect(await outboxOf(render)).toEqual(['render.failed']);
    });

    it('is so once, by a worker that has its task, and not after its end', async () => {
      const { render, lease } = await rendering();
      const second = await claim(lease.task, 'second', 100);
      await expect(again(render, lease)).rejects.toEqual(conflict);
      const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => again(render, second)));
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect((await found(render)).epoch).toBe(2);
      const { render: ended, lease: last } = await rendering();
      await renders.cancel(ended, at(9), 0);
      await expect(again(ended, last)).rejects.toEqual(conflict);
      expect(await found(ended)).toMatchObject({ status: 'canceled', epoch: 1 });
    });

    it('can be canceled by who read it before', async () => {
      const { render, lease } = await rendering();
      await again(render, lease);
      await renders.cancel(render, at(9), 0);
      expect((await found(render)).status).toBe('canceled');
    });

    it('is made by one version of the program in each epoch: the first that says so', async () => {
      const { render } = await insert();
      const enter = (renderer: typeof OLD) =>
        renders.enterStage(render, 'processing', 'narrating', at(1), { deadline: at(99), renderer });
      await enter(OLD);
      await enter({ ...OLD });
      await expect(enter(NEW)).rejects.toEqual(conflict);
      await renders.enterStage(render, 'rendering', 'encoding', at(2));
      await enter(OLD);
      await expect(enter(NEW)).rejects.toEqual(conflict);
      expect(await found(render)).toMatchObject({ status: 'rendering', renderer: OLD, deadline: at(99) });
    });
  });

  describe('what a task records', () => {
    it('is there for its next attempt, and comes from the worker that has it only', async () => {
      const { task } = await insert();
      const killed = await claim(task, 'a');
      await renders.record(killed, { plan_key: 'one' });
      const next = await claim(task, 'b', 100);
      expect(next.task).toMatchObject({ state: 'claimed', result: { plan_key: 'one' } });
      await expect(renders.record(killed, { plan_key: 'two' })).rejects.toEqual(conflict);
      await renders.commit(next, { plan_key: 'one', parts: 2 }, at(101));
      await expect(renders.record(next, {})).rejects.toEqual(conflict);
      expect((await renders.task(task))?.result).toEqual({ plan_key: 'one', parts: 2 });
    });
  });

  describe('a render', () => {
    it('comes back as it was inserted, for its own account only, and is inserted once', async () => {
      const { render, task } = await insert({ metadata: { a: 'b' }, webhook_url: 'https://x.example/' });
      expect(await found(render)).toEqual(render);
      expect(await renders.find(newId('account'), render.id)).toBeUndefined();
      await expect(renders.insert(render, task, ENTITLEMENTS.max, NOTHING_RESERVED)).rejects.toEqual(conflict);
    });

    it('goes forward only: a late run of an earlier step changes nothing', async () => {
      const { render } = await insert();
      await renders.enterStage(render, 'processing', 'narrating', at(1));
      await renders.enterStage(render, 'rendering', 'encoding', at(2));
      await renders.enterStage(render, 'processing', 'narrating', at(3));
      expect(await found(render)).toMatchObject({ status: 'rendering', stage: 'encoding', started_at: at(1) });
    });

    it('never skips from queued to rendering', async () => {
      const { render } = await insert();
      await renders.enterStage(render, 'rendering', 'encoding', at(1));
      expect((await found(render)).status).toBe('queued');
    });

    it('never shows less progress than before', async () => {
      const { render } = await insert();
      await renders.raiseProgress(render, 40, 'encoding', at(1));
      await expect(renders.raiseProgress(render, 30, 'narrating', at(2))).rejects.toEqual(conflict);
      await expect(renders.raiseProgress(render, 40, 'narrating', at(2))).rejects.toEqual(conflict);
      expect(await found(render)).toMatchObject({ progress: 40, stage: 'encoding' });
    });

    it('hears one of the workers that read the same, and every new stage', async () => {
      const { render } = await insert();
      await renders.raiseProgress(render, 10, 'encoding', at(1));
      const seen = await found(render);
      await renders.raiseProgress(seen, 20, 'encoding', at(2));
      await expect(renders.raiseProgress(seen, 30, 'encoding', at(2))).rejects.toEqual(conflict);
      await renders.raiseProgress(seen, 40, 'assembling', at(2));
      expect(await found(render)).toMatchObject({ progress: 40, stage: 'assembling', progress_at: at(2) });
    });

    it('sends one progress event when two workers show progress at once, and one more for the next step', async () => {
      const { render } = await insert();
      const show = (from: Render, progress: number) =>
        renders.raiseProgress(
          from,
          progress,
          'encoding',
          at(1),
          createRenderEvent('render.progress', from, at(1), `${progress}`),
        );
      const outcomes = await Promise.allSettled([show(render, 20), show(render, 30)]);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await outboxOf(render)).toEqual(['render.progress']);
      await show(await found(render), 50);
      expect(await outboxOf(render)).toEqual(['render.progress', 'render.progress']);
      expect((await found(render)).progress_event).toEqual({ progress: 50, at: at(1) });
    });

    it('is completed once: result, task, event and the end of its being live in one', async () => {
      const { render, lease } = await rendering();
      await completion(render, lease);
      expect(await found(render)).toMatchObject({
        status: 'completed',
        stage: 'done',
        progress: 100,
        result: RESULT,
        completed_at: at(9),
      });
      expect((await renders.task(lease.task))?.state).toBe('done');
      await expect(completion(render, lease)).rejects.toEqual(conflict);
      expect(await outboxOf(render)).toEqual(['render.completed']);
      expect(await isListed(render)).toBe(false);
    });

    it('leaves the video that later renders of its account copy, with its end and not without it', async () => {
      const { render, lease } = await rendering();
      const film = { name: 'f'.repeat(64), files: RESULT, made_at: at(9) };
      await expect(completion(render, { ...lease, token: 'lost' }, film)).rejects.toEqual(conflict);
      expect(await films.find(render.account_id, film.name)).toBeUndefined();
      await completion(render, lease, film);
      expect(await films.find(render.account_id, film.name)).toEqual(film);
      expect(await films.find(newId('account'), film.name)).toBeUndefined();
      const again = await rendering();
      const later = { ...film, made_at: at(10) };
      await completion({ ...again.render, account_id: again.render.account_id }, again.lease, later);
      expect(await films.find(again.render.account_id, film.name)).toEqual(later);
    });

    it('is completed before anything of it is encoded where its video is copied', async () => {
      const { render, task } = await insert();
      await renders.enterStage(render, 'processing', 'narrating', at(1));
      await completion(await found(render), await claim(task, 'a'));
      expect(await found(render)).toMatchObject({ status: 'completed', stage: 'done', progress: 100 });
    });

    it('is not completed by a worker whose lease went to another', async () => {
      const { render, lease } = await rendering();
      const second = await claim(lease.task, 'b', 100);
      await expect(completion(render, lease)).rejects.toEqual(conflict);
      expect((await found(render)).status).toBe('rendering');
      expect(await outboxOf(render)).toEqual([]);
      await completion(render, second);
      expect(await outboxOf(render)).toEqual(['render.completed']);
    });

    it('comes to one end when ten attempt each of the three at once', async () => {
      const { render, lease } = await rendering();
      const outcomes = await Promise.allSettled(
        Array.from({ length: 10 }, () => [
          completion(render, lease),
          failure(render),
          renders.cancel(render, at(9), 0),
        ]).flat(),
      );
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const outcome of outcomes)
        if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(WriteConflictError);
      const { status } = await found(render);
      expect(await outboxOf(render)).toEqual(status === 'canceled' ? [] : [`render.${status}`]);
    });
  });

  describe('a terminal state absorbs', () => {
    const ends: Record<'completed' | 'failed' | 'canceled', (render: Render, lease: RenderTaskLease) => Promise<void>> =
      {
        completed: completion,
        failed: (render) => failure(render),
        canceled: (render) => renders.cancel(render, at(9), 0),
      };
    const attempts: [string, (render: Render, lease: RenderTaskLease) => Promise<void>][] = [
      ['complete', completion],
      ['fail', (render) => failure(render)],
      ['cancel', (render) => renders.cancel(render, at(20), 0)],
      ['enter processing', (render) => renders.enterStage(render, 'processing', 'narrating', at(20))],
      ['enter rendering', (render) => renders.enterStage(render, 'rendering', 'encoding', at(20))],
      [
        'begin again',
        (render, lease) =>
          renders.beginAgain(render, lease, {
            first: sampleTask({ ...render, epoch: 2 }),
            renderer: { versions: {}, build: '' },
          }),
      ],
      ['raise progress', (render) => renders.raiseProgress(render, 99, 'encoding', at(20))],
      [
        'raise progress with an event',
        (render) =>
          renders.raiseProgress(
            render,
            99,
            'encoding',
            at(20),
            createRenderEvent('render.progress', render, at(20), '99'),
          ),
      ],
    ];
    for (const [end, finish] of Object.entries(ends))
      it.each(attempts)(`${end}: %s changes nothing and sends nothing`, async (_, attempt) => {
        const { render, lease } = await rendering();
        await finish(render, lease);
        await renders.releaseSlot(render.account_id, render.id);
        const [before, sent] = [await found(render), await outboxOf(render)];
        await expect(attempt(render, lease)).rejects.toEqual(conflict);
        expect(await found(render)).toEqual(before);
        expect(await outboxOf(render)).toEqual(sent);
        expect(await isListed(render)).toBe(false);
      });
  });

  describe('a list of renders', () => {
    const account = newId('account');
    const made: Render[] = [];
    beforeAll(async () => {
      for (let i = 0; i < 23; i++) {
        const timeline_id = i % 2 === 0 ? 'tl_even' : 'tl_odd';
        // As rows of a batch: their ids are as old as it, and they start later.
        const id = deriveId('render', `${account}:${i}`, secondsAfter(i));
        const created_at = at(i % 3 === 0 ? i + 3600 : i);
        const metadata = { third: String(i % 3) };
        const { render } = await insert({ id, account_id: account, timeline_id, created_at, metadata });
        if (i % 5 === 0) {
          await renders.cancel(render, at(1), 0);
          await renders.releaseSlot(account, render.id);
        }
        made.push({ ...render, status: i % 5 === 0 ? 'canceled' : 'queued' });
      }
      await insert();
    });

    const cases: [RenderFilter, (render: Render) => boolean][] = [
      [{}, () => true],
      [{ status: 'canceled' }, ({ status }) => status === 'canceled'],
      [
        { status: 'queued', timeline_id: 'tl_odd' },
        (render) => render.status === 'queued' && render.timeline_id === 'tl_odd',
      ],
      [{ timeline_id: 'tl_even' }, ({ timeline_id }) => timeline_id === 'tl_even'],
      [{ status: 'completed' }, () => false],
      [{ metadata: 'third=1' }, ({ metadata }) => metadata.third === '1'],
      [
        { metadata: 'third=0', timeline_id: 'tl_odd' },
        ({ metadata, timeline_id }) => metadata.third === '0' && timeline_id === 'tl_odd',
      ],
      [{ created_after: at(20) }, ({ created_at }) => created_at > at(20)],
      [{ created_before: at(3609) }, ({ created_at }) => created_at < at(3609)],
      [
        { created_after: at(3600), created_before: at(3606) },
        ({ created_at }) => created_at > at(3600) && created_at < at(3606),
      ],
    ];
    it.each(cases)('filtered by %j gives each once, newest first, over pages of any size', async (filter, wanted) => {
      const expected = made
        .filter(wanted)
        .map(({ id }) => id)
        .toReversed();
      for (const limit of [1, 2, 5, 100]) {
        const seen: string[] = [];
        let after: string | undefined;
        do {
          const page = await renders.list(account, filter, { limit, after });
          expect(page.items.length).toBeLessThanOrEqual(limit);
          if (page.next !== undefined) expect(page.items).toHaveLength(limit);
          seen.push(...page.items.map(({ id }) => id));
          after = page.next;
        } while (after !== undefined);
        expect(seen).toEqual(expected);
      }
    });

    it('of the live ones has all of every shard, on pages that continue where others were taken', async () => {
      const live = made.filter(({ status }) => status === 'queued').map(({ id }) => id);
      const found: string[] = [];
      for (let shard = 0; shard < DUE_INDEX_SHARD_COUNT; shard++) {
        let after: DueEntryPosition | undefined;
        do {
          const page = await renders.listDue({ shard, now: at(9999), limit: 2, after });
          expect(page.entries.length).toBeLessThanOrEqual(2);
          for (const due of page.entries.filter(({ render }) => render.account_id === account)) {
            found.push(due.render.id);
            // The last entry of the page, too, is no longer where it was.
            await renders.noteCheck(due, at(500_000));
            await expect(renders.noteCheck(due, at(500_001))).rejects.toEqual(conflict);
          }
          after = page.next;
        } while (after !== undefined);
      }
      expect(found.toSorted()).toEqual(live.toSorted());
      const later = await allDue(renders.listDue, at(500_000));
      expect(later.filter(({ render }) => render.account_id === account)).toEqual([]);
    });

    it('is looked at by the sweeper first after 45 seconds, or at its deadline', async () => {
      const { render } = await insert({ account_id: newId('account') });
      const short = await insert({ account_id: newId('account'), deadline: at(20) });
      const due = async (seconds: number) =>
        (await allDue(renders.listDue, at(seconds)))
          .map(({ render: { id } }) => id)
          .filter((id) => id === render.id || id === short.render.id);
      expect(await due(20)).toEqual([]);
      expect(await due(21)).toEqual([short.render.id]);
      expect(await due(45)).toEqual([short.render.id]);
      expect(await due(46)).toHaveLength(2);
    });
  });
});

describe('a task of a later format', () => {
  beforeAll(useTable);

  it('is not claimed, and counts no attempt', async () => {
    const { render, task } = await insert();
    const key = tableKeys.task(render.account_id, render.id, task.epoch, task.kind, task.index);
    await makeUnreadable(database.table, key);
    await expect(claim(task, 'a')).rejects.toEqual(conflict);
    await expect(renders.task(task)).rejects.toThrow(WrittenByNewerVersionError);
    expect(await database.table.get(key)).toMatchObject({ state: 'pending', attempt: 0 });
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import type { Plan } from '#features/accounts/account.ts';
import { ENTITLEMENTS } from '#features/accounts/entitlements.ts';
import { type Batch, countsOfBatchRows, MAX_BATCH_ROW_WAIT_SECONDS } from '#features/renders/batches/batch.ts';
import { createBatchContract } from '#features/renders/batches/contract.ts';
import { type CreateBatchBody, createBatch } from '#features/renders/batches/create-batch.ts';
import { type CancelBatchDeps, cancelBatch } from '#features/renders/batches/manage-batches.ts';
import { renderIdsOfBatchRows } from '#features/renders/batches/row-render.ts';
import {
  type StartRowsOfOpenBatchesDeps,
  startRowsOfOpenBatches,
} from '#features/renders/batches/start-rows-of-open-batches.ts';
import { batchesSweep } from '#features/renders/batches/sweep-batches.ts';
import { toBatchRequest } from '#features/renders/batches/to-batch-request.ts';
import { failRender } from '#features/renders/fail-render.ts';
import { rendersSweep } from '#features/renders/sweep-renders.ts';
import { readTimelineSnapshot } from '#features/renders/timeline-snapshot.ts';
import type { RecoverySweep } from '#platform/recovery/recovery-sweep.ts';
import { noOwnTemplates } from '#test/support/fakes/custom-template-store.ts';
import { memoryFileStore } from '#test/support/fakes/file-store.ts';
import { Killed, type KillSwitch, killable, killPoints } from '#test/support/fakes/killed-at.ts';
import { memoryLedger } from '#test/support/fakes/ledger.ts';
import { memoryRenderStore } from '#test/support/fakes/render-store.ts';
import {
  handClock,
  NOTHING_RESERVED,
  sampleImage,
  samplePrincipal,
  sampleRender,
  sampleSlide,
  sampleTask,
  sampleTimeline,
} from '#test/support/samples/entities.ts';
import { sweepNow } from '#test/support/sweep-now.ts';

const NO_LOG = { info: () => undefined, warn: () => undefined, error: () => undefined };
const principal = samplePrincipal({ plan: 'pro' });
const { account_id } = principal;
const slides = [sampleSlide({ title: 'For {{name}}', bullet_points: ['{{offer}}'] })];

let kill: KillSwitch;
let hand: ReturnType<typeof handClock>;
let store: ReturnType<typeof memoryRenderStore>;
let files: ReturnType<typeof memoryFileStore>;
let deps: StartRowsOfOpenBatchesDeps & CancelBatchDeps;
/** The plan of the account at the moment. */
let plan: Plan;
/** How many messages ask for rows. */
let asked: number;
/** The renders that were sent a message. */
let sent: string[];

function world(): void {
  kill = { calls: 0, at: undefined };
  hand = handClock();
  const ledger = memoryLedger();
  store = memoryRenderStore(ledger);
  files = memoryFileStore();
  asked = 0;
  sent = [];
  plan = 'pro';
  deps = {
    renders: killable(store.renders, kill),
    batches: killable(store.batches, kill),
    files: killable(files, kill),
    queue: killable({ send: async ({ render_id }: { render_id: string }) => void sent.push(render_id) }, kill),
    batchQueue: killable({ send: async () => void asked++ }, kill),
    planOf: async () => plan,
    clock: hand.clock,
    speech: { findMany: async () => new Map() },
    speechRequiredBySlide: () => undefined,
  };
}
beforeEach(world);

const bodyOf = (rows: readonly object[], over: object = {}): CreateBatchBody =>
  createBatchContract.body?.parse({ timeline_id: 'tl_1', rows, narration: 'none', ...over }) as CreateBatchBody;

async function create(rows: readonly object[], over: object = {}, shown = slides, by = principal): Promise<Batch> {
  const timeline = sampleTimeline(shown, { account_id, variables: { name: null, offer: 'a gift' } });
  const { batch } = await createBatch(
    {
      ...deps,
      timelines: { load: async () => ({ timeline, slides: shown }) },
      templates: noOwnTemplates,
      codecs: ['h264'],
      prepareReceivers: async (_, named) => ({
        secret: 'whsec_1',
        sealed: new Map(named.map(({ url }) => [url, `sealed for ${url}`])),
      }),
    },
    by,
    toBatchRequest({ query: {}, body: bodyOf(rows, over) }),
  );
  return batch;
}
const names = (...of: string[]) => of.map((name) => ({ variables: { name }, external_id: `row-${name}` }));
const now = async ({ id }: Batch): Promise<Batch> => {
  const batch = await store.batches.find(account_id, id);
  if (!batch) throw new Error('the batch is gone');
  return batch;
};
const counts = async (batch: Batch) => countsOfBatchRows(await now(batch));
const running = async () => (await store.renders.slots(account_id)).running;
/** Ends a render that runs, as its worker would when it cannot be made. */
async function end(id: string): Promise<void> {
  const render = await store.renders.find(account_id, id);
  if (!render) throw new Error('the render is gone');
  const { deadline } = render;
  await failRender(deps, render, { code: 'encoder_failed', message: '' }, { deadline });
}
/** Ends one render after another, with what its end asks for, until nothing runs. */
async function untilOver(): Promise<void> {
  for (let ids = await running(); ids.length > 0; ids = await running()) {
    await end(ids[0] ?? '');
    await startRowsOfOpenBatches(deps, account_id);
  }
}

describe('the rows of a new batch', () => {
  it('are refused before the first of them where no worker has room for such a video', async () => {
    const moving = Array.from({ length: 48 }, () =>
      sampleSlide({ title: '', duration_seconds: 300, image: sampleImage(), image_motion: 'zoom_in' }),
    );
    const max = samplePrincipal({ account_id, plan: 'max' });
    const output = { resolution: '2160p', fps: 60 };
    await expect(create(names('Ada'), { output }, moving, max)).rejects.toMatchObject({
      code: 'entitlement_required',
      details: { param: 'output.resolution' },
    });
    expect([asked, await store.batches.list(account_id, {}, { limit: 1, after: undefined })]).toMatchObject([
      0,
      { items: [] },
    ]);
  });

  it('are asked for, start the first alone and then as many as the plan lets run', async () => {
    const batch = await create(names('Ada', 'Grace', 'Mary', 'Joan', 'Lise'));
    expect(asked).toBe(1);
    await startRowsOfOpenBatches(deps, account_id);
    await startRowsOfOpenBatches(deps, account_id);
    const ids = renderIdsOfBatchRows(batch, 0, 5);
    expect([sent, await running()]).toEqual([ids.slice(0, 1), ids.slice(0, 1)]);
    await end(ids[0] ?? '');
    expect(asked).toBe(2);
    await startRowsOfOpenBatches(deps, account_id);
    expect(await running()).toEqual(ids.slice(1, 1 + ENTITLEMENTS.pro.running_renders));
    expect(await counts(batch)).toEqual({ total: 5, waiting: 1, running: 3, completed: 0, failed: 1, canceled: 0 });
    await untilOver();
    expect(await now(batch)).toMatchObject({ status: 'completed', failed: 5 });
    expect([...store.stored.keys()].toSorted()).toEqual(ids);
  });

  it('are renders of the timeline as it was, each with its values and its name', async () => {
    const batch = await create(
      [{ variables: { name: 'Ada', offer: 'more' }, external_id: 'a', metadata: { k: 'v' } }],
      {
        webhook_url: 'https://example.com/hook',
      },
    );
    await startRowsOfOpenBatches(deps, account_id);
    const [id = ''] = renderIdsOfBatchRows(batch, 0, 1);
    const render = await store.renders.find(account_id, id);
    if (!render) throw new Error('the render is gone');
    expect(render).toMatchObject({
      batch_id: batch.id,
      external_id: 'a',
      metadata: { k: 'v' },
      status: 'queued',
      webhook_url: 'https://example.com/hook',
      webhook_secret: 'sealed for https://example.com/hook',
      output: batch.output,
    });
    const snapshot = await readTimelineSnapshot(files, render);
    expect(snapshot.slides[0]).toMatchObject({ title: 'For Ada', bullet_points: ['more'] });
    expect(snapshot.settings.variables).toBeUndefined();
  });

  it('wait one at a time with the renders of the account that wait, and run side by side when none does', async () => {
    const waiting = sampleRender({ account_id });
    await store.renders.insert(waiting, sampleTask(waiting), ENTITLEMENTS.pro, NOTHING_RESERVED);
    const batch = await create(names('Ada', 'Grace', 'Mary'));
    await startRowsOfOpenBatches(deps, account_id);
    await startRowsOfOpenBatches(deps, account_id);
    const [ada = '', grace, mary] = renderIdsOfBatchRows(batch, 0, 3);
    expect(await store.renders.slots(account_id)).toMatchObject({ running: [] });
    expect(new Set((await store.renders.slots(account_id)).waiting)).toEqual(new Set([waiting.id, ada]));
    await store.renders.acquireSlot(account_id, waiting.id, 3);
    await store.renders.acquireSlot(account_id, ada, 3);
    await startRowsOfOpenBatches(deps, account_id);
    expect(await running()).toHaveLength(2);
    await end(ada);
    await startRowsOfOpenBatches(deps, account_id);
    expect(new Set(await running())).toEqual(new Set([waiting.id, grace, mary]));
  });

  it('of a batch that is canceled are canceled where they wait', async () => {
    const waiting = sampleRender({ account_id });
    await store.renders.insert(waiting, sampleTask(waiting), ENTITLEMENTS.pro, NOTHING_RESERVED);
    const batch = await create(names('Ada', 'Grace'));
    await startRowsOfOpenBatches(deps, account_id);
    await cancelBatch(deps, principal, batch.id);
    expect(await counts(batch)).toMatchObject({ running: 0, canceled: 2 });
    expect((await store.renders.slots(account_id)).waiting).toEqual([waiting.id]);
  });

  const { render_seconds_per_month: MONTH } = ENTITLEMENTS.pro;
  const booked = () => store.ledger.booked(account_id, hand.clock().toISOString()).render_seconds;

  it('reserve what they will use: a month of 36,000 s takes 20 rows of 30 minutes, and not 21', async () => {
    const half = Array.from({ length: 6 }, () => sampleSlide({ title: '{{name}}', duration_seconds: 300 }));
    const rows = (count: number) => names(...Array.from({ length: count }, (_, n) => `n${n}`));
    await expect(create(rows(21), {}, half)).rejects.toMatchObject({
      code: 'quota_exceeded',
      details: { param: 'render_seconds_per_month' },
    });
    expect([booked(), [...files.files.keys()].length]).toEqual([0, 0]);
    const batch = await create(rows(20), {}, half);
    expect(booked()).toBe(MONTH);
    await startRowsOfOpenBatches(deps, account_id);
    expect(booked()).toBe(MONTH);
    await untilOver();
    expect([booked(), await counts(batch)]).toEqual([0, expect.objectContaining({ failed: 20 })]);
  });

  it('give back what they reserve with the cancel of their batch', async () => {
    const batch = await create(names('Ada', 'Grace', 'Mary'));
    expect(booked()).toBeGreaterThan(0);
    await startRowsOfOpenBatches(deps, account_id);
    await cancelBatch(deps, principal, batch.id);
    expect(booked()).toBe(0);
  });

  it('reserve no narration that exists already, however much of it all rows say', async () => {
    store.ledger.book(account_id, [
      {
        at: hand.clock().toISOString(),
        booked: { narration_characters: ENTITLEMENTS.pro.narration_characters_per_month - 10 },
      },
    ]);
    const said = [sampleSlide({ speaker_notes: 'A long greeting to {{name}}, who has been with us for years.' })];
    const request = { text: 'A long greeting to Ada, who has been with us for years.', language: 'en', speed: 1 };
    deps.speechRequiredBySlide = () => ({ hash: 'h', request });
    await expect(create(names('Ada'), { narration: 'auto' }, said)).rejects.toMatchObject({
      code: 'quota_exceeded',
      details: { param: 'narration_characters_per_month' },
    });
    deps.speech = {
      findMany: async () => new Map([['h', { hash: 'h', key: 'k', duration_seconds: 4, sentences: [] }]]),
    };
    const batch = await create(names('Ada'), { narration: 'auto' }, said);
    expect([batch.reserved_seconds, batch.reserved_characters]).toEqual([5, 0]);
  });

  it('fail one by one when the month has no room, with an event each, and hold nothing up', async () => {
    const batch = await create(names('Ada', 'Grace'));
    // As it is for a batch of before rows were reserved for, and for rows that need more than was likely.
    deps.renders = { ...deps.renders, insertRow: async () => ({ refused: 'render_seconds' }) };
    await startRowsOfOpenBatches(deps, account_id);
    expect(booked()).toBe(0);
    expect(await now(batch)).toMatchObject({ status: 'completed', failed: 2 });
    expect(store.events.map(({ event, render }) => [event, render.external_id, render.error?.code])).toEqual([
      ['render.failed', 'row-Ada', 'quota_exceeded'],
      ['render.failed', 'row-Grace', 'quota_exceeded'],
    ]);
    expect(sent).toEqual([]);
    // The frozen batch alone is left, and no snapshot of a row.
    expect([...files.files.keys()].filter((key) => !key.includes(batch.id))).toEqual([]);
  });
});

describe('the rows of an account that lost its access', () => {
  it('do not start: each fails with its reason and an event, what runs continues to its end, and nothing stays reserved', async () => {
    const batch = await create(names('Ada', 'Grace', 'Mary', 'Joan', 'Lise'));
    await startRowsOfOpenBatches(deps, account_id);
    const [ada = '', grace = '', ...others] = renderIdsOfBatchRows(batch, 0, 5);
    await end(ada);
    await startRowsOfOpenBatches(deps, account_id);
    expect(await running()).toEqual([grace, others[0], others[1]]);
    plan = 'free';
    await startRowsOfOpenBatches(deps, account_id);
    expect(await running()).toEqual([grace, others[0], others[1]]);
    await end(grace);
    await startRowsOfOpenBatches(deps, account_id);
    expect(await running()).toEqual([others[0], others[1]]);
    const failed = await store.renders.find(account_id, others[2] ?? '');
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'plan_not_allowed' } });
    expect(store.events.at(-1)).toMatchObject({ event: 'render.failed', render: { external_id: 'row-Lise' } });
    expect(sent).not.toContain(others[2]);
    await untilOver();
    expect(await now(batch)).toMatchObject({ status: 'completed', begun: 5, failed: 5 });
    expect(store.ledger.booked(account_id, hand.clock().toISOString()).render_seconds).toBe(0);
  });

  it('start with the limits of their batch after any other change of the plan', async () => {
    const batch = await create(names('Ada'));
    plan = 'max';
    await startRowsOfOpenBatches(deps, account_id);
    const [ada = ''] = renderIdsOfBatchRows(batch, 0, 1);
    const render = await store.renders.find(account_id, ada);
    expect(render).toMatchObject({ status: 'queued', max_seconds: ENTITLEMENTS.pro.video_seconds });
  });
});

describe('a row with its own address', () => {
  it('tells its events to it, with its secret', async () => {
    const webhook_url = 'https://example.com/one';
    const batch = await create([{ variables: { name: 'Ada' }, webhook_url }, { variables: { name: 'Grace' } }], {
      webhook_url: 'https://example.com/all',
    });
    await startRowsOfOpenBatches(deps, account_id);
    await untilOver();
    const renders = await store.renders.findMany(account_id, renderIdsOfBatchRows(batch, 0, 2));
    expect(
      renders.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map((render) => [render.webhook_url, render.webhook_secret]),
    ).toEqual([
      [webhook_url, `sealed for ${webhook_url}`],
      ['https://example.com/all', 'sealed for https://example.com/all'],
    ]);
  });
});

describe('a bad row', () => {
  it.each([
    ['variable_unknown', 'rows[1].variables.nam', { variables: { name: 'x', nam: 'x' } }],
    ['variable_missing', 'rows[1].variables.name', {}],
    ['validation_failed', 'rows[1].variables.name', { variables: { name: 'x'.repeat(500) } }],
  ])('is a %s at %s, and nothing starts', async (code, param, row) => {
    await expect(create([{ variables: { name: 'Ada' } }, row, row])).rejects.toMatchObject({
      code,
      message: expect.stringContaining('Row 2: '),
      details: { param, faults: [{ param }, { param: param.replace('[1]', '[2]') }] },
    });
    expect([asked, files.files.size, (await store.renders.slots(account_id)).batches]).toEqual([0, 0, []]);
  });

  it('is one more than the plan allows', async () => {
    const rows = Array.from({ length: ENTITLEMENTS.pro.batch_rows + 1 }, () => ({ variables: { name: 'x' } }));
    await expect(create(rows)).rejects.toMatchObject({
      code: 'entitlement_required',
      details: { param: 'batch_rows' },
    });
  });
});

describe('a batch', () => {
  it('beyond those that the plan allows is refused, and leaves no file', async () => {
    for (let count = 0; count < ENTITLEMENTS.pro.open_batches; count++) await create(names('Ada'));
    const before = files.files.size;
    await expect(create(names('Ada'))).rejects.toMatchObject({ details: { param: 'open_batches' } });
    expect(files.files.size).toBe(before);
  });

  it('takes turns with another one', async () => {
    const first = await create(names('a', 'b', 'c', 'd'));
    const second = await create(names('e', 'f', 'g', 'h'));
    await startRowsOfOpenBatches(deps, account_id);
    expect([(await now(first)).running, (await now(second)).running]).toEqual([1, 1]);
    await untilOver();
    expect([(await now(first)).status, (await now(second)).status]).toEqual(['completed', 'completed']);
  });

  it('that is canceled is so with what runs and what waits; what has ended stays', async () => {
    const batch = await create(names('Ada', 'Grace', 'Mary', 'Joan', 'Lise', 'Emmy'));
    await startRowsOfOpenBatches(deps, account_id);
    await end(renderIdsOfBatchRows(batch, 0, 1)[0] ?? '');
    await startRowsOfOpenBatches(deps, account_id);
    const canceled = await cancelBatch(deps, principal, batch.id);
    expect(countsOfBatchRows(canceled)).toEqual({
      total: 6,
      waiting: 0,
      running: 0,
      completed: 0,
      failed: 1,
      canceled: 5,
    });
    expect(canceled.completed_at).toBeDefined();
    expect(await cancelBatch(deps, principal, batch.id)).toEqual(canceled);
    await startRowsOfOpenBatches(deps, account_id);
    expect(await running()).toEqual([]);
  });

  it('that is completed cannot be canceled', async () => {
    const batch = await create(names('Ada'));
    await startRowsOfOpenBatches(deps, account_id);
    await untilOver();
    await expect(cancelBatch(deps, principal, batch.id)).rejects.toMatchObject({ code: 'batch_not_cancelable' });
    await expect(cancelBatch(deps, principal, 'bat_none')).rejects.toMatchObject({ code: 'batch_not_found' });
  });

  it('that has rows left after two days is canceled by the sweeper', async () => {
    const batch = await create(names('Ada', 'Grace'));
    await startRowsOfOpenBatches(deps, account_id);
    hand.pass(MAX_BATCH_ROW_WAIT_SECONDS + 1);
    await sweepNow(batchesSweep(deps), { clock: hand.clock });
    expect(await counts(batch)).toMatchObject({ waiting: 0, running: 0, canceled: 2 });
    expect((await now(batch)).canceled_by).toBe('time_limit');
  });
});

describe('a batch whose processes are killed', () => {
  /**
   * One life of the batch. In each minute the sweepers look at it, a worker starts rows, and one of them ends. A killed process is
   * left to what comes after it.
   */
  async function live(at: KillSwitch['at']): Promise<{ batch: Batch; kills: number }> {
    const batch = await create(names('Ada', 'Grace', 'Mary', 'Joan'));
    Object.assign(kill, { calls: 0, at });
    let kills = 0;
    const step = async (work: () => Promise<unknown>): Promise<void> => {
      try {
        await work();
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
        kills += 1;
        kill.at = undefined;
      }
      const { total, ...states } = await counts(batch);
      expect(Object.values(states).reduce((sum, count) => sum + count)).toBe(total);
    };
    const sweep = <Entry>(duty: RecoverySweep<Entry>) =>
      sweepNow(duty, {
        clock: hand.clock,
        onError: ({ error }) => {
          throw (error as Error).name === 'Killed' ? new Killed('in a sweep') : error;
        },
      });
    for (let minute = 0; minute < 10; minute++) {
      hand.pass(61);
      await step(() => sweep(batchesSweep(deps)));
      await step(() => sweep(rendersSweep({ ...deps, log: NO_LOG })));
      await step(() => startRowsOfOpenBatches(deps, account_id));
      const [id] = await running();
      if (id !== undefined) await step(() => end(id));
    }
    return { batch, kills };
  }

  it('starts every row once, wherever that happens', async () => {
    await live(undefined);
    const { calls } = kill;
    expect(calls).toBeGreaterThan(50);
    for (const point of killPoints(calls)) {
      world();
      const { batch, kills } = await live(point);
      const rows = [...store.stored.keys()].toSorted();
      expect({ point, kills, rows }).toEqual({ point, kills: 1, rows: renderIdsOfBatchRows(batch, 0, 4) });
      expect(await now(batch)).toMatchObject({ status: 'completed', begun: 4, running: 0, failed: 4 });
    }
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { ENTITLEMENTS } from '#features/accounts/entitlements.ts';
import {
  createPoolTicketForRenderTask,
  isSlotRequiredBeforeMessage,
  readRenderTaskWorkState,
} from '#features/renders/create-pool-ticket-for-render-task.ts';
import type { RenderStore } from '#features/renders/ports.ts';
import type { Render } from '#features/renders/render.ts';
import { RENDER_TASK_KINDS, type RenderTaskKind, type RenderTaskRef } from '#features/renders/render-task.ts';
import { memoryRenderStore } from '#test/support/fakes/render-store.ts';
import { handClock, NOTHING_RESERVED, sampleRender, sampleTask, secondsAfter } from '#test/support/samples/entities.ts';

let renders: RenderStore;
let hand: ReturnType<typeof handClock>;
let render: Render;
const LIMITS = { ...ENTITLEMENTS.max, running_renders: 1 };

beforeEach(async () => {
  ({ renders } = memoryRenderStore());
  hand = handClock();
  render = sampleRender();
  await renders.insert(render, sampleTask(render), LIMITS, NOTHING_RESERVED);
});

const stateOf = (task: RenderTaskRef) => readRenderTaskWorkState({ renders, clock: hand.clock }, task);
const prepare = (of = render) => sampleTask(of, { kind: 'prepare', index: 0 });
const run = (of = render) => renders.acquireSlot(of.account_id, of.id, LIMITS.running_renders);
async function claim(task: RenderTaskRef) {
  const lease = {
    now: hand.clock().toISOString(),
    leaseUntil: secondsAfter(15, hand.clock()).toISOString(),
    messageId: 'm',
  };
  return { task: (await renders.claim(task, { token: 't', ...lease })).task, token: 't' };
}

describe('the work of a render', () => {
  it('is done in these pools', () => {
    const pools = Object.fromEntries(
      RENDER_TASK_KINDS.map((kind): [RenderTaskKind, string | undefined] => [
        kind,
        createPoolTicketForRenderTask(sampleTask(render, { kind }))?.pool,
      ]),
    );
    expect(pools).toEqual({
      ...{ prepare: 'preparation', plan: 'preparation', narration: 'narration' },
      ...{ video: 'encoding', audio: 'encoding', assembly: undefined },
    });
  });

  it('is sent when it has its slot where there may be hundreds, and at once where there is one', () => {
    const asked = RENDER_TASK_KINDS.filter((kind) => isSlotRequiredBeforeMessage(sampleTask(render, { kind })));
    expect(asked).toEqual(['narration', 'video', 'audio']);
  });

  it('keeps no slot while its render waits for its place', async () => {
    await run();
    const next = sampleRender({ account_id: render.account_id });
    await renders.insert(next, prepare(next), LIMITS, NOTHING_RESERVED);
    expect([await stateOf(prepare()), await stateOf(prepare(next))]).toEqual(['idle', 'not_yet']);
    await renders.releaseSlot(render.account_id, render.id);
    expect(await stateOf(prepare(next))).toBe('idle');
  });

  it('has ended for the worker that planned a long video, which another one joins', async () => {
    await run();
    await renders.commit(await claim(prepare()), { plan_key: 'plan', parts: 3 }, hand.clock().toISOString());
    const assembly = sampleTask(render, { kind: 'assembly' });
    await renders.addTasks([assembly]);
    await claim(assembly);
    expect(await stateOf(prepare())).toBe('ended');
  });
});

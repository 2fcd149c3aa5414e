import { beforeEach, expect, it } from 'vitest';
import { ENTITLEMENTS } from '#features/accounts/entitlements.ts';
import type { RenderStore, RenderTaskLease } from '#features/renders/ports.ts';
import { renderTaskClaimNumber } from '#features/renders/render-task.ts';
import { memoryRenderStore } from '#test/support/fakes/render-store.ts';
import { NOTHING_RESERVED, sampleRender, sampleTask, secondsAfter } from '#test/support/samples/entities.ts';

const render = sampleRender();
const at = secondsAfter(0).toISOString();
let renders: RenderStore;
let claims: number;

beforeEach(async () => {
  ({ renders } = memoryRenderStore());
  claims = 0;
  await renders.insert(render, sampleTask(render), ENTITLEMENTS.max, NOTHING_RESERVED);
});

async function claim(): Promise<RenderTaskLease> {
  const token = `t${++claims}`;
  return {
    task: (await renders.claim(sampleTask(render), { token, now: at, leaseUntil: at, messageId: 'm' })).task,
    token,
  };
}

it('rises with each claim of a task, counted or not, and with each epoch', async () => {
  const numbers: number[] = [];
  const first = await claim();
  await renders.postpone(first, at, { throttled: 1 });
  const second = await claim();
  await renders.postpone(second, at, { throttled: 1, busy: 1 });
  const third = await claim();
  await renders.release(third);
  const fourth = await claim();
  await renders.wait(fourth, at);
  const fifth = await claim();
  for (const { task } of [first, second, third, fourth, fifth]) numbers.push(renderTaskClaimNumber(task));
  numbers.push(renderTaskClaimNumber({ ...first.task, epoch: first.task.epoch + 1 }));
  expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
});

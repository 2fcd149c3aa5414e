import { expect, it } from 'vitest';
import { ENTITLEMENTS } from '#features/accounts/entitlements.ts';
import { cancelRender } from '#features/renders/cancel-render.ts';
import type { RenderSlotDeps } from '#features/renders/render-slots.ts';
import { WriteConflictError } from '#kernel/shared/errors.ts';
import { noBatchQueue } from '#test/support/fakes/batch-queue.ts';
import { memoryRenderStore } from '#test/support/fakes/render-store.ts';
import {
  handClock,
  NOTHING_RESERVED,
  samplePrincipal,
  sampleRender,
  sampleTask,
} from '#test/support/samples/entities.ts';

it('a cancel that other changes come before each time is asked for again, and does not say that the render has ended', async () => {
  const { renders } = memoryRenderStore();
  const render = sampleRender({});
  await renders.insert(render, sampleTask(render), ENTITLEMENTS.pro, NOTHING_RESERVED);
  let conflicts = 0;
  const deps: RenderSlotDeps & { renders: typeof renders } = {
    renders: {
      ...renders,
      cancel: async () => {
        conflicts += 1;
        throw new WriteConflictError('a task was committed meanwhile');
      },
    },
    clock: handClock().clock,
    queue: { send: async () => undefined },
    batchQueue: noBatchQueue,
  };
  const { account_id } = render;
  await expect(cancelRender(deps, samplePrincipal({ account_id }), render.id)).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('again'),
  });
  expect(conflicts).toBeGreaterThan(1);
  expect((await renders.find(account_id, render.id))?.status).toBe(render.status);
});

import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import {
  createInvokerAwaitingBundles,
  createWorkerBundlesReadiness,
  waitForCapacityWhenBundled,
} from '#stack/workers/bundles.ts';
import { InvocationError } from '#stack/workers/worker-process.ts';

const invoke = vi.fn(async (name: string, event: unknown) => [name, event]);

it('lets an event wait for the bundles, and then runs it', async () => {
  invoke.mockClear();
  const bundles = createWorkerBundlesReadiness();
  const answer = createInvokerAwaitingBundles(bundles, invoke)('encode', { part: 1 });
  await delay(5);
  expect(invoke).not.toHaveBeenCalled();
  bundles.note(undefined);
  expect(await answer).toEqual(['encode', { part: 1 }]);
});

it('lets events fail with the reason if the bundles cannot be made, until another process has made them', async () => {
  invoke.mockClear();
  const bundles = createWorkerBundlesReadiness();
  const waiting = createInvokerAwaitingBundles(bundles, invoke);
  bundles.note('encode.ts does not build');
  await expect(waiting('encode', {})).rejects.toThrow(
    new InvocationError('its bundle cannot be made: encode.ts does not build'),
  );
  expect(invoke).not.toHaveBeenCalled();
  bundles.note(undefined);
  expect(await waiting('encode', {})).toEqual(['encode', {}]);
});

it('makes the source of events wait until it is known whether there are bundles', async () => {
  const bundles = createWorkerBundlesReadiness();
  const whenReady = vi.fn(async () => undefined);
  const ready = waitForCapacityWhenBundled(bundles, whenReady)('encode', new AbortController().signal);
  await delay(5);
  expect(whenReady).not.toHaveBeenCalled();
  bundles.note('encode.ts does not build');
  await ready;
  expect(whenReady).toHaveBeenCalledOnce();
});

it('lets a source of events end while it waits', async () => {
  const stopping = new AbortController();
  const ready = waitForCapacityWhenBundled(createWorkerBundlesReadiness(), async () => undefined)(
    'encode',
    stopping.signal,
  );
  stopping.abort();
  await ready;
});

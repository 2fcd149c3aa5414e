import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { messageBody, parseMessage } from '#adapters/aws/queue-messages.ts';
import { fairQueueTicketOfMessage } from '#app/composition/fair-queue.ts';
import { ENTITLEMENTS } from '#features/accounts/entitlements.ts';
import { imageFetchTicket, readImageFetchWorkState } from '#features/images/fetching/fetch-ticket.ts';
import {
  imageFetchIdForRenders,
  MAX_IMAGES_OF_FETCH,
  queuedImageFetch,
} from '#features/images/fetching/image-fetch.ts';
import { formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { createOpaqueToken, newId } from '#kernel/shared/ids.ts';
import { type RunInAccountSlotDeps, runInAccountSlot } from '#platform/fair-queue/run-in-account-slot.ts';
import { memoryFairQueueStore } from '#test/support/fakes/fair-queue-store.ts';
import { memoryImageFetches } from '#test/support/fakes/image-fetch-store.ts';
import { handClock, START, secondsAfter } from '#test/support/samples/entities.ts';
import { importers } from '#test/support/stack/serverless-file.ts';

/** Twenty addresses that do not answer: four side by side, three attempts each of 15 s. */
const SLOW_SECONDS = (MAX_IMAGES_OF_FETCH / 4) * 3 * 15;
/** A timeline of 500 slides, each with such an address. */
const SLOW_FETCHES = 500 / MAX_IMAGES_OF_FETCH;
const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Seconds until the image of another account is started, when one account asked for slow images just before it. */
async function delayOfAnother(isShared: boolean): Promise<number> {
  const ended = new Set<string>();
  const queue: string[] = [];
  const deps: RunInAccountSlotDeps = {
    store: memoryFairQueueStore(),
    shares: { preparation: 1, narration: 1, encoding: 1, fetching: importers.share },
    sendAll: async (_, tickets) => void queue.push(...tickets.map(({ message }) => message)),
    clock: () => new Date(),
    stateOf: async ({ message }) => (ended.has(message) ? 'ended' : 'idle'),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  };
  const begun = Date.now();
  const delays: number[] = [];
  const fetch = async (message: string): Promise<void> => {
    const isOther = parseMessage(message, 'image_fetch').account_id === 'acc_b';
    if (isOther) delays.push((Date.now() - begun) / 1000);
    await pause(isOther ? 1 : SLOW_SECONDS);
    ended.add(message);
  };
  const worker = async (): Promise<void> => {
    while (delays.length === 0) {
      const message = queue.shift();
      const ticket = message === undefined ? undefined : fairQueueTicketOfMessage(parseMessage(message, 'image_fetch'));
      if (!ticket) await pause(1);
      else await (isShared ? runInAccountSlot(deps, ticket, () => fetch(ticket.message)) : fetch(ticket.message));
    }
  };
  for (let place = 0; place < SLOW_FETCHES; place++)
    queue.push(messageBody('image_fetch', { account_id: 'acc_a', fetch_id: createOpaqueToken() }));
  queue.push(messageBody('image_fetch', { account_id: 'acc_b', fetch_id: createOpaqueToken() }));
  for (let one = 0; one < importers.elsewhere; one++) void worker();
  while (delays.length === 0) await vi.advanceTimersByTimeAsync(1000);
  return delays[0] ?? Number.NaN;
}

describe('slow images of one account', () => {
  it('hold up the image of another account by no more than a look at the queue; without a share it waited for minutes', async () => {
    expect(await delayOfAnother(false)).toBeGreaterThanOrEqual(SLOW_SECONDS);
    expect(await delayOfAnother(true)).toBeLessThanOrEqual(1);
  });

  it('leave room for the decks that the account may import at the same time', () => {
    expect(importers.share + ENTITLEMENTS.max.imports_waiting).toBeLessThan(importers.elsewhere);
  });
});

describe('the ticket of an image fetch', () => {
  const account_id = 'acc_a';

  it('sorts by when the images were asked for, whether slides or a render asked', () => {
    const at = (seconds: number) => secondsAfter(seconds);
    const ids = [
      createOpaqueToken(at(0)),
      imageFetchIdForRenders(newId('render', at(1)), 'https://example.com/z.png'),
      createOpaqueToken(at(2)),
      imageFetchIdForRenders(newId('batch', at(3)), 'https://example.com/a.png'),
    ];
    const sorted = ids.map((fetch_id) => imageFetchTicket({ account_id, fetch_id }).id);
    expect(sorted).toEqual(sorted.toSorted());
    expect(imageFetchTicket({ account_id, fetch_id: ids[0] ?? '' }).pool).toBe('fetching');
  });

  it('is of work that is idle until a worker takes it, and ended when it is done or forgotten', async () => {
    const hand = handClock();
    const imageFetches = memoryImageFetches();
    const deps = { imageFetches, clock: hand.clock };
    const ref = { account_id, fetch_id: 'f' };
    expect(await readImageFetchWorkState(deps, ref)).toBe('ended');
    const sources = [{ url: 'https://example.com/a.png' }];
    await imageFetches.insert(
      queuedImageFetch({ id: 'f', account_id, timeline_id: 'tl_1', plan: 'pro', sources }, START),
    );
    expect(await readImageFetchWorkState(deps, ref)).toBe('idle');
    const claim = {
      now: formatUtcTimestamp(START),
      lease_until: formatUtcTimestamp(secondsAfter(15)),
      message_id: 'm',
      max_claims: 5,
    };
    const claimed = await imageFetches.claim(ref, claim);
    expect(await readImageFetchWorkState(deps, ref)).toBe('working');
    hand.pass(16);
    expect(await readImageFetchWorkState(deps, ref)).toBe('idle');
    await imageFetches.complete(claimed, {});
    expect(await readImageFetchWorkState(deps, ref)).toBe('ended');
  });
});

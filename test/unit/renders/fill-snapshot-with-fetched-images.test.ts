import { beforeEach, describe, expect, it } from 'vitest';
import { ENTITLEMENTS } from '#features/accounts/entitlements.ts';
import {
  imageFetchIdForRenders,
  type MediaFetchOutcome,
  queuedImageFetch,
} from '#features/images/fetching/image-fetch.ts';
import { NonRetryableRenderError } from '#features/renders/failure.ts';
import {
  type FillSnapshotMediaDeps,
  fillSnapshotWithFetchedImages,
  MAX_IMAGE_WAIT_SECONDS,
} from '#features/renders/fill-snapshot-with-fetched-images.ts';
import type { RenderTaskQueue } from '#features/renders/ports.ts';
import { isTerminalRenderStatus } from '#features/renders/render.ts';
import { type ClaimedRenderTask, type RunRenderTaskDeps, runRenderTask } from '#features/renders/run-render-task.ts';
import { readTimelineSnapshot, type TimelineSnapshot } from '#features/renders/timeline-snapshot.ts';
import type { SlideImageRequest } from '#features/timelines/slide-image.ts';
import { pickTimelineSettings } from '#features/timelines/timeline.ts';
import { formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { VISIBILITY_TIMEOUT_SECONDS } from '#platform/leases/lease-rules.ts';
import { WaitingForOtherWorkError } from '#platform/leases/postponement-counts.ts';
import { noBatchQueue } from '#test/support/fakes/batch-queue.ts';
import { memoryFileStore } from '#test/support/fakes/file-store.ts';
import { memoryImageFetches } from '#test/support/fakes/image-fetch-store.ts';
import { Killed, type KillSwitch, killable, killPoints } from '#test/support/fakes/killed-at.ts';
import { memoryRenderStore } from '#test/support/fakes/render-store.ts';
import {
  handClock,
  NOTHING_RESERVED,
  sampleRender,
  sampleSlide,
  sampleTask,
  sampleTimeline,
} from '#test/support/samples/entities.ts';

const SHOWN = { fit: 'contain', focus: { x: 0, y: 1 }, alt: 'A boat' } as const;
const PICTURE = { key: 'k', sha256: 's', width: 4, height: 3, content_type: 'image/png', size_bytes: 7 } as const;
const ADDRESS = 'https://images.example/a.png';

let kill: KillSwitch;
let files: ReturnType<typeof memoryFileStore>;
let fetches: ReturnType<typeof memoryImageFetches>;
let sent: string[];
let hand: ReturnType<typeof handClock>;
let deps: FillSnapshotMediaDeps;
let account_id: string;

beforeEach(() => {
  kill = { calls: 0, at: undefined };
  [files, fetches, sent, hand] = [memoryFileStore(), memoryImageFetches(), [], handClock()];
  account_id = sampleRender().account_id;
  deps = {
    imageFetches: killable(fetches, kill),
    imageFetchQueue: killable({ send: async ({ fetch_id }: { fetch_id: string }) => void sent.push(fetch_id) }, kill),
    files: killable(files, kill),
    clock: hand.clock,
  };
});

const workOf = (
  over: Partial<ClaimedRenderTask['render']> = {},
  waited?: Partial<ClaimedRenderTask['task']>,
): ClaimedRenderTask => {
  const render = sampleRender({ account_id, ...over });
  const task = { ...sampleTask(render), began_at: formatUtcTimestamp(hand.clock()), ...waited };
  return { render, task, lease: { task, token: 't' }, signal: new AbortController().signal };
};
const frozen = (...awaited: (SlideImageRequest | undefined)[]): TimelineSnapshot => {
  const slides = awaited.map((image_request) => sampleSlide({ image_request }));
  return { settings: pickTimelineSettings(sampleTimeline(slides)), slides, first_position: 2 };
};

/** Ends a fetch as its worker does. */
async function end(fetch_id: string, outcomes: Record<string, MediaFetchOutcome>): Promise<void> {
  const claim = { now: '2026-01-01', lease_until: '2026-01-02', message_id: 'm', max_claims: 5 };
  await fetches.complete(await fetches.claim({ account_id, fetch_id }, claim), outcomes);
}

const ofSlides = async (id: string) => {
  const sources = [{ url: ADDRESS }, { url: ADDRESS }];
  await fetches.insert(queuedImageFetch({ id, account_id, timeline_id: 'tl_1', plan: 'pro', sources }, deps.clock()));
};
const from = (fetch: string, index: number): SlideImageRequest => ({ ...SHOWN, from: { fetch, index } });

describe('a render whose slides wait for images', () => {
  it('continues at once when there are none', async () => {
    const snapshot = frozen(undefined);
    expect(await fillSnapshotWithFetchedImages(deps, workOf(), snapshot)).toBe(snapshot);
    expect(kill.calls).toBe(0);
  });

  it('freezes them in its snapshot when they are there', async () => {
    await ofSlides('f');
    await end('f', { 0: { image: PICTURE }, 1: { image: PICTURE } });
    const work = workOf();
    const filled = await fillSnapshotWithFetchedImages(deps, work, frozen(undefined, from('f', 1)));
    expect(filled.slides.map(({ image, image_request }) => [image, image_request])).toEqual([
      [undefined, undefined],
      [{ ...PICTURE, ...SHOWN }, undefined],
    ]);
    expect((await readTimelineSnapshot(files, work.render)).slides[1]?.image).toEqual({ ...PICTURE, ...SHOWN });
  });

  it('freezes the pictures of its lists, and names the one that failed', async () => {
    await ofSlides('f');
    const pictures = [
      { of: 'images' as const, index: 0, image_request: from('f', 0) },
      { of: 'items' as const, index: 2, image_request: from('f', 1) },
    ];
    const slides = [sampleSlide({ pictures })];
    const snapshot = { settings: pickTimelineSettings(sampleTimeline(slides)), slides, first_position: 0 };
    await end('f', { 0: { image: PICTURE }, 1: { image: PICTURE } });
    const [filled] = (await fillSnapshotWithFetchedImages(deps, workOf(), snapshot)).slides;
    expect(filled?.pictures?.map(({ of, image, image_request }) => [of, image, image_request])).toEqual([
      ['images', { ...PICTURE, ...SHOWN }, undefined],
      ['items', { ...PICTURE, ...SHOWN }, undefined],
    ]);
    await ofSlides('g');
    await end('g', { 0: { image: PICTURE }, 1: { error: { code: 'image_invalid', message: 'It is damaged.' } } });
    const failed = [sampleSlide({ pictures: [{ of: 'items', index: 2, image_request: from('g', 1) }] })];
    await expect(fillSnapshotWithFetchedImages(deps, workOf(), { ...snapshot, slides: failed })).rejects.toMatchObject({
      asRenderError: { code: 'image_unreadable', message: expect.stringMatching(/^The image of item 3 of slide 1/) },
    });
  });

  it('looks once, and is given back for longer and longer while one is on its way', async () => {
    await ofSlides('f');
    const began_at = formatUtcTimestamp(hand.clock());
    const pauses: unknown[] = [];
    for (const seconds of [0, 1, 8, 10, 20, 100, 200]) {
      const before = kill.calls;
      hand.pass(seconds);
      const error = await fillSnapshotWithFetchedImages(
        deps,
        workOf({}, { began_at }),
        frozen(from('f', 0), from('f', 1)),
      ).catch((thrown: unknown) => thrown);
      expect(kill.calls - before).toBe(1);
      pauses.push(error instanceof WaitingForOtherWorkError ? error.seconds : error);
    }
    expect(pauses).toEqual([1, 1, 1, 2, 4, 14, 30]);
  });

  it('fails with the slide and the host of an image that was not there in 20 minutes', async () => {
    await ofSlides('f');
    const began_at = formatUtcTimestamp(hand.clock());
    const snapshot = frozen(undefined, from('f', 1));
    hand.pass(MAX_IMAGE_WAIT_SECONDS);
    await expect(fillSnapshotWithFetchedImages(deps, workOf({}, { began_at }), snapshot)).rejects.toBeInstanceOf(
      WaitingForOtherWorkError,
    );
    hand.pass(1);
    await expect(fillSnapshotWithFetchedImages(deps, workOf({}, { began_at }), snapshot)).rejects.toMatchObject({
      asRenderError: {
        code: 'image_unreadable',
        message: expect.stringMatching(/slide 4 .*from images\.example is not available.* within 20 minutes/),
        slide_id: snapshot.slides[1]?.id,
        position: 3,
      },
    });
  });

  it('fails at once with one that failed, while others are on their way', async () => {
    await ofSlides('f');
    const claim = { now: '2026-01-01', lease_until: '2026-01-02', message_id: 'm', max_claims: 5 };
    const claimed = await fetches.claim({ account_id, fetch_id: 'f' }, claim);
    await fetches.record(claimed, { 1: { error: { code: 'image_invalid', message: 'No image.' } } });
    await expect(
      fillSnapshotWithFetchedImages(deps, workOf(), frozen(from('f', 0), from('f', 1))),
    ).rejects.toMatchObject({
      asRenderError: { code: 'image_unreadable', position: 3 },
    });
  });

  it.each([
    ['one that failed meanwhile', () => from('f', 1)],
    [
      'one that had failed before',
      () => ({ ...from('f', 0), error: { code: 'image_invalid', message: 'No image.' } }) as const,
    ],
    ['one whose fetch has expired', () => from('gone', 0)],
  ])('fails with `image_unreadable` and names the slide of %s', async (_, awaited) => {
    await ofSlides('f');
    await end('f', { 0: { image: PICTURE }, 1: { error: { code: 'url_forbidden', message: 'Private.' } } });
    const snapshot = frozen(undefined, awaited());
    const failure = await fillSnapshotWithFetchedImages(deps, workOf(), snapshot).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(NonRetryableRenderError);
    expect((failure as NonRetryableRenderError).asRenderError).toMatchObject({
      code: 'image_unreadable',
      message: expect.stringContaining('slide 4'),
      slide_id: snapshot.slides[1]?.id,
      position: 3,
    });
  });

  it('has an address of a variable fetched once, for all renders of its batch, whatever is killed', async () => {
    const named = frozen({ ...SHOWN, from: { url: ADDRESS } }, { ...SHOWN, from: { url: ADDRESS } });
    const id = imageFetchIdForRenders('bat_1', ADDRESS);
    const work = workOf({ batch_id: 'bat_1' });
    const obtain = async () => {
      const waits = await fillSnapshotWithFetchedImages(deps, work, named).catch((error: unknown) => error);
      if (!(waits instanceof WaitingForOtherWorkError)) throw waits;
      if (fetches.stored.get(id)?.status === 'queued') await end(id, { 0: { image: PICTURE } });
      return fillSnapshotWithFetchedImages(deps, work, named);
    };
    await obtain();
    const calls = kill.calls;
    for (const at of killPoints(calls)) {
      fetches = memoryImageFetches();
      kill.calls = 0;
      kill.at = at;
      sent = [];
      deps = { ...deps, imageFetches: killable(fetches, kill) };
      await expect(obtain()).rejects.toBeInstanceOf(Killed);
      kill.at = undefined;
      const isDone = fetches.stored.get(id)?.status === 'done';
      const filled = await (isDone ? fillSnapshotWithFetchedImages(deps, work, named) : obtain());
      expect(filled.slides.map(({ image }) => image?.key)).toEqual(['k', 'k']);
      await fillSnapshotWithFetchedImages(deps, workOf({ batch_id: 'bat_1' }), named);
      expect([...fetches.stored.keys()]).toEqual([id]);
      // A message that was lost with a kill comes from the sweeper.
      expect(sent.length).toBeLessThanOrEqual(1);
    }
    await fillSnapshotWithFetchedImages(deps, workOf(), frozen(undefined));
    expect(imageFetchIdForRenders('bat_2', ADDRESS)).not.toBe(id);
  });
});

describe('the first task of a render whose images take long', () => {
  let renders: ReturnType<typeof memoryRenderStore>['renders'];
  /** Messages, by when they are received. */
  let messages: { at: number; id: string }[];
  let looks: number;

  /** The life of a render whose images are there after some seconds. @param isDoubled every message is received twice */
  async function live(
    thereAfter: number,
    at?: KillSwitch['at'],
    isDoubled = false,
  ): Promise<ClaimedRenderTask['render']> {
    ({ renders } = memoryRenderStore());
    fetches = memoryImageFetches();
    hand = handClock();
    [messages, looks, kill.calls, kill.at] = [[], 0, 0, at];
    let sends = 0;
    const begun = hand.clock().getTime();
    const push = (id: string, seconds: number): void => {
      messages.push({ at: hand.clock().getTime() + seconds * 1000, id });
    };
    const queue: RenderTaskQueue = {
      async send({ kind }, seconds = 0) {
        if (kind !== 'prepare') return;
        const id = `m${++sends}`;
        for (const copy of isDoubled ? [id, `${id} again`] : [id]) push(copy, seconds);
      },
    };
    const watched: RunRenderTaskDeps = {
      renders: killable(renders, kill),
      queue: killable(queue, kill),
      batchQueue: noBatchQueue,
      clock: hand.clock,
      renderer: async () => ({ versions: {}, build: 'test' }),
      every: () => ({ stop: () => undefined }),
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    };
    deps = { ...deps, clock: hand.clock, imageFetches: killable(fetches, kill) };
    await ofSlides('f');
    const render = sampleRender({ account_id, status: 'processing' });
    const task = sampleTask(render);
    await renders.insert(render, task, ENTITLEMENTS.max, NOTHING_RESERVED);
    await queue.send(task);
    const perform = async (work: ClaimedRenderTask) => {
      looks += 1;
      await fillSnapshotWithFetchedImages(deps, work, frozen(from('f', 0)));
      return { parts: 1 };
    };
    const isOver = async () =>
      isTerminalRenderStatus((await renders.find(account_id, render.id))?.status ?? 'failed') ||
      (await renders.task(task))?.state === 'done';
    let isThere = false;
    while (!(await isOver())) {
      messages.sort((one, other) => one.at - other.at);
      const message = messages.shift();
      // What a kill lost comes from the sweeper.
      if (!message) {
        hand.pass(120);
        await queue.send(task);
        continue;
      }
      hand.pass(Math.max(0, (message.at - hand.clock().getTime()) / 1000));
      if (!isThere && hand.clock().getTime() - begun >= thereAfter * 1000) {
        isThere = true;
        await end('f', { 0: { image: PICTURE }, 1: { image: PICTURE } });
      }
      const receipt = { message_id: message.id, hideFor: async () => undefined };
      try {
        await runRenderTask(watched, task, receipt, perform);
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
        kill.at = undefined;
        push(message.id, VISIBILITY_TIMEOUT_SECONDS);
      }
    }
    return (await renders.find(account_id, render.id)) ?? render;
  }
  const firstTask = async (render: ClaimedRenderTask['render']) => renders.task(sampleTask(render));

  it('is looked at some times, with no worker in between and no attempt counted, until they are there', async () => {
    const render = await live(600);
    expect(await firstTask(render)).toMatchObject({ state: 'done', attempt: 1, waited: looks - 1 });
    expect(looks).toBeLessThan(60);
    expect(hand.clock().getTime() - Date.parse(render.created_at)).toBeLessThan(631_000);
  });

  it('ends its render when they never come, with the reason', async () => {
    const render = await live(Number.POSITIVE_INFINITY);
    expect(render).toMatchObject({ status: 'failed', error: { code: 'image_unreadable', position: 2 } });
    expect(hand.clock().getTime() - Date.parse(render.created_at)).toBeLessThan((MAX_IMAGE_WAIT_SECONDS + 60) * 1000);
  });

  it('comes to the same end whatever call its worker is killed at, and whatever message is received twice', async () => {
    await live(4);
    const { calls } = kill;
    for (const isDoubled of [false, true])
      for (const at of killPoints(calls)) {
        const render = await live(4, at, isDoubled);
        expect(await firstTask(render)).toMatchObject({ state: 'done' });
        expect(render.error).toBeUndefined();
        expect(looks).toBeLessThan(40);
      }
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { fetchIdOf, type ImageOutcome, queuedFetch } from '../../../lib/images/fetching/image-fetch.ts';
import { Postponement, RenderFailure } from '../../../lib/renders/failure.ts';
import { type ObtainImagesDeps, obtainImages } from '../../../lib/renders/obtain-images.ts';
import type { Work } from '../../../lib/renders/run-task.ts';
import { readSnapshot, type Snapshot } from '../../../lib/renders/snapshot.ts';
import type { ImageRequest } from '../../../lib/timelines/slide-image.ts';
import { settingsOf } from '../../../lib/timelines/timeline.ts';
import { memoryFileStore } from '../../support/fakes/file-store.ts';
import { memoryImageFetches } from '../../support/fakes/image-fetch-store.ts';
import { Killed, type KillSwitch, killable, killPoints } from '../../support/fakes/killed-at.ts';
import { handClock, sampleRender, sampleSlide, sampleTask, sampleTimeline } from '../../support/samples/entities.ts';

const SHOWN = { fit: 'contain', focus: { x: 0, y: 1 }, alt: 'A boat' } as const;
const PICTURE = { key: 'k', sha256: 's', width: 4, height: 3, content_type: 'image/png', size_bytes: 7 } as const;
const ADDRESS = 'https://images.example/a.png';

let kill: KillSwitch;
let files: ReturnType<typeof memoryFileStore>;
let fetches: ReturnType<typeof memoryImageFetches>;
let sent: string[];
let pauses: number;
/** What happens while a render waits. */
let meanwhile: () => Promise<void>;
let deps: ObtainImagesDeps;
let account_id: string;

beforeEach(() => {
  kill = { calls: 0, at: undefined };
  [files, fetches, sent, pauses] = [memoryFileStore(), memoryImageFetches(), [], 0];
  meanwhile = async () => undefined;
  account_id = sampleRender().account_id;
  deps = {
    imageFetches: killable(fetches, kill),
    imageFetchQueue: killable({ send: async ({ fetch_id }: { fetch_id: string }) => void sent.push(fetch_id) }, kill),
    files: killable(files, kill),
    clock: handClock().clock,
    async pause() {
      pauses += 1;
      await meanwhile();
    },
  };
});

const workOf = (over: Partial<Work['render']> = {}): Work => {
  const render = sampleRender({ account_id, ...over });
  const task = sampleTask(render);
  return { render, task, lease: { task, token: 't' }, signal: new AbortController().signal };
};
const frozen = (...awaited: (ImageRequest | undefined)[]): Snapshot => {
  const slides = awaited.map((image_request) => sampleSlide({ image_request }));
  return { settings: settingsOf(sampleTimeline(slides)), slides, first_position: 2 };
};

/** Ends a fetch as its worker does. */
async function end(fetch_id: string, outcomes: Record<string, ImageOutcome>): Promise<void> {
  const claim = { now: '2026-01-01', lease_until: '2026-01-02', message_id: 'm', max_claims: 5 };
  await fetches.complete(await fetches.claim({ account_id, fetch_id }, claim), outcomes);
}

const ofSlides = async (id: string) => {
  const sources = [{ url: ADDRESS }, { url: ADDRESS }];
  await fetches.insert(queuedFetch({ id, account_id, timeline_id: 'tl_1', plan: 'pro', sources }, deps.clock()));
};
const from = (fetch: string, index: number): ImageRequest => ({ ...SHOWN, from: { fetch, index } });

describe('a render whose slides wait for images', () => {
  it('goes on at once when there are none', async () => {
    const snapshot = frozen(undefined);
    expect(await obtainImages(deps, workOf(), snapshot)).toBe(snapshot);
    expect(kill.calls).toBe(0);
  });

  it('waits for them, and freezes them in its snapshot', async () => {
    await ofSlides('f');
    meanwhile = () => (pauses === 3 ? end('f', { 0: { image: PICTURE }, 1: { image: PICTURE } }) : Promise.resolve());
    const work = workOf();
    const filled = await obtainImages(deps, work, frozen(undefined, from('f', 1)));
    expect(filled.slides.map(({ image, image_request }) => [image, image_request])).toEqual([
      [undefined, undefined],
      [{ ...PICTURE, ...SHOWN }, undefined],
    ]);
    expect((await readSnapshot(files, work.render)).slides[1]?.image).toEqual({ ...PICTURE, ...SHOWN });
    expect(pauses).toBe(3);
  });

  it('is put off when they take long, without a failure', async () => {
    await ofSlides('f');
    await expect(obtainImages(deps, workOf(), frozen(from('f', 0)))).rejects.toBeInstanceOf(Postponement);
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
    const failure = await obtainImages(deps, workOf(), snapshot).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(RenderFailure);
    expect((failure as RenderFailure).told).toMatchObject({
      code: 'image_unreadable',
      message: expect.stringContaining('slide 4'),
      slide_id: snapshot.slides[1]?.id,
      position: 3,
    });
  });

  it('has an address of a variable fetched once, for all renders of its batch, whatever is killed', async () => {
    const named = frozen({ ...SHOWN, from: { url: ADDRESS } }, { ...SHOWN, from: { url: ADDRESS } });
    const id = fetchIdOf('bat_1', ADDRESS);
    meanwhile = async () => {
      if (fetches.stored.get(id)?.status === 'queued') await end(id, { 0: { image: PICTURE } });
    };
    const work = workOf({ batch_id: 'bat_1' });
    await obtainImages(deps, work, named);
    const calls = kill.calls;
    for (const at of killPoints(calls)) {
      fetches = memoryImageFetches();
      kill.calls = 0;
      kill.at = at;
      sent = [];
      deps = { ...deps, imageFetches: killable(fetches, kill) };
      await expect(obtainImages(deps, work, named)).rejects.toBeInstanceOf(Killed);
      kill.at = undefined;
      const filled = await obtainImages(deps, work, named);
      expect(filled.slides.map(({ image }) => image?.key)).toEqual(['k', 'k']);
      await obtainImages(deps, workOf({ batch_id: 'bat_1' }), named);
      expect([...fetches.stored.keys()]).toEqual([id]);
      // A message that was lost with a kill comes from the sweeper.
      expect(sent.length).toBeLessThanOrEqual(1);
    }
    await obtainImages(deps, workOf(), frozen(undefined));
    expect(fetchIdOf('bat_2', ADDRESS)).not.toBe(id);
  });
});

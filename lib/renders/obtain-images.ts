import {
  fetchIdOf,
  type ImageFetch,
  type ImageFetchQueue,
  type ImageFetchStore,
  queuedFetch,
} from '../images/public.ts';
import type { Clock } from '../shared/clock.ts';
import { forEachConcurrent } from '../shared/concurrency.ts';
import { unlessUnavailable } from '../shared/errors.ts';
import type { ImageRequest, Slide } from '../timelines/public.ts';
import { Postponement, RenderFailure } from './failure.ts';
import type { FileStore } from './ports.ts';
import type { Work } from './run-task.ts';
import { type Snapshot, slideName, slidePlace, writeSnapshot } from './snapshot.ts';

export interface ObtainImagesDeps {
  imageFetches: Pick<ImageFetchStore, 'insert' | 'find'>;
  imageFetchQueue: ImageFetchQueue;
  files: FileStore;
  clock: Clock;
  /** Waits for this many seconds. */
  pause(seconds: number): Promise<void>;
}

/** Seconds between two looks at fetches that are not done, and how many looks there are before the task is put off. */
const LOOK_SECONDS = 0.5;
const LOOKS = 40;
/** Fetches that are read or begun at a time. */
const AT_ONCE = 8;

/** Where the image of a slide comes from, as the render shares it with other renders of its batch. */
const fetchOf = ({ from }: ImageRequest, scope: string): { id: string; index: number } =>
  'fetch' in from ? { id: from.fetch, index: from.index } : { id: fetchIdOf(scope, from.url), index: 0 };

/** Begins the fetches of addresses that variables named. Run twice, or by several renders of a batch, it begins each once. */
async function beginFetches(
  { imageFetches, imageFetchQueue, clock }: ObtainImagesDeps,
  { render: { account_id, timeline_id } }: Work,
  urls: ReadonlyMap<string, string>,
): Promise<void> {
  await forEachConcurrent(urls, AT_ONCE, async ([id, url]) => {
    const fetch = queuedFetch({ id, account_id, timeline_id, plan: undefined, sources: [{ url }] }, clock());
    if (await imageFetches.insert(fetch))
      await unlessUnavailable(() => imageFetchQueue.send({ account_id, fetch_id: id }));
  });
}

/** Waits until fetches are done. @throws Postponement when some take longer than the looks of one attempt */
async function doneFetches(
  { imageFetches, pause }: ObtainImagesDeps,
  { render: { account_id }, signal }: Work,
  ids: Iterable<string>,
): Promise<Map<string, ImageFetch | undefined>> {
  const done = new Map<string, ImageFetch | undefined>();
  let waiting = [...ids];
  for (let look = 0; look < LOOKS; look++) {
    await forEachConcurrent(waiting, AT_ONCE, async (id) => {
      const fetch = await imageFetches.find({ account_id, fetch_id: id });
      // One that is not there has expired.
      if (!fetch || fetch.status === 'done') done.set(id, fetch);
    });
    waiting = waiting.filter((id) => !done.has(id));
    if (waiting.length === 0) return done;
    signal.throwIfAborted();
    await pause(LOOK_SECONDS);
  }
  throw new Postponement(`${waiting.length} fetches of images are not done`);
}

/**
 * The frozen timeline with the images that it waits for. What is fetched once never changes, so a second run fills in the same,
 * and the snapshot is overwritten by the same bytes; all later tasks read it.
 * @throws RenderFailure `image_unreadable`, which names the slide; Postponement while images are on their way
 */
export async function obtainImages(deps: ObtainImagesDeps, work: Work, snapshot: Snapshot): Promise<Snapshot> {
  const { render } = work;
  const scope = render.batch_id ?? render.id;
  const unreadable = (index: number, why: string) =>
    new RenderFailure('image_unreadable', `The image of ${slideName(snapshot, index)} could not be had. ${why}`, {
      place: slidePlace(snapshot, index),
    });
  const urls = new Map<string, string>();
  const ids = new Set<string>();
  snapshot.slides.forEach(({ image_request: awaited }, index) => {
    if (!awaited) return;
    if (awaited.error) throw unreadable(index, awaited.error.message);
    const { id } = fetchOf(awaited, scope);
    ids.add(id);
    if ('url' in awaited.from) urls.set(id, awaited.from.url);
  });
  if (ids.size === 0) return snapshot;
  await beginFetches(deps, work, urls);
  const fetches = await doneFetches(deps, work, ids);
  const slides = snapshot.slides.map((slide, index): Slide => {
    const { image_request: awaited, ...rest } = slide;
    if (!awaited) return slide;
    const { id, index: place } = fetchOf(awaited, scope);
    const outcome = fetches.get(id)?.outcomes[place];
    if (!outcome || 'error' in outcome)
      throw unreadable(index, outcome?.error.message ?? 'It was fetched too long ago. Send it again.');
    const { fit, focus, alt } = awaited;
    return { ...rest, image: { ...outcome.image, fit, focus, alt } };
  });
  const filled = { ...snapshot, slides };
  await writeSnapshot(deps.files, render.snapshot_key, filled);
  return filled;
}

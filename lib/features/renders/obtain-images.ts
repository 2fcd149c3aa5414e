import {
  fetchIdOf,
  type ImageFetch,
  type ImageFetchQueue,
  type ImageFetchStore,
  queuedFetch,
} from '#features/images/public.ts';
import { fitOf, type ImageRequest, type Slide } from '#features/timelines/public.ts';
import { type Clock, plusSeconds } from '#kernel/shared/clock.ts';
import { forEachConcurrent } from '#kernel/shared/concurrency.ts';
import { unlessUnavailable } from '#kernel/shared/errors.ts';
import { Waiting } from '#platform/leases/public.ts';
import { RenderFailure } from './failure.ts';
import type { FileStore } from './ports.ts';
import type { Work } from './run-task.ts';
import { type Snapshot, slideName, slidePlace, writeSnapshot } from './snapshot.ts';

export interface ObtainImagesDeps {
  imageFetches: Pick<ImageFetchStore, 'insert' | 'find'>;
  imageFetchQueue: ImageFetchQueue;
  files: FileStore;
  clock: Clock;
}

/** Seconds until a render looks again whether its images are there: short at first, since most are fetched in a second or two. */
const PAUSES = [1, 1, 2, 3, 5, 8, 13, 20, 30] as const;
const LONGEST_PAUSE = 30;
/**
 * A render waits this long for its images, in seconds. A fetch of 20 addresses that answer slowly takes four minutes, and an account
 * has eight at a time (`custom.importers` in serverless.yml): 500 slides have their images, or their failures, within 16 minutes.
 */
export const IMAGE_WAIT_SECONDS = 20 * 60;
/** Fetches that are read or started at a time. */
const AT_ONCE = 8;

/** Seconds for which a task is given back that has waited this many times. */
const pauseAfter = (waited: number): number => PAUSES[waited] ?? LONGEST_PAUSE;

/** Fetch of the image of a slide, which the render shares with other renders of its batch. */
const fetchOf = ({ from }: ImageRequest, scope: string): { id: string; index: number } =>
  'fetch' in from ? { id: from.fetch, index: from.index } : { id: fetchIdOf(scope, from.url), index: 0 };

/** Starts the fetch of an address that a variable named. Run twice, or by several renders of a batch, it starts it once. */
async function beginFetch(
  { imageFetches, imageFetchQueue, clock }: ObtainImagesDeps,
  { render: { account_id, timeline_id } }: Work,
  id: string,
  url: string,
): Promise<void> {
  const fetch = queuedFetch({ id, account_id, timeline_id, plan: undefined, sources: [{ url }] }, clock());
  if (await imageFetches.insert(fetch))
    await unlessUnavailable(() => imageFetchQueue.send({ account_id, fetch_id: id }));
}

/** Checks fetches once, and starts those of addresses without one. @returns the fetches that exist */
async function lookAtFetches(
  deps: ObtainImagesDeps,
  work: Work,
  wanted: ReadonlyMap<string, string | undefined>,
): Promise<Map<string, ImageFetch>> {
  const { account_id } = work.render;
  const found = new Map<string, ImageFetch>();
  await forEachConcurrent(wanted, AT_ONCE, async ([id, url]) => {
    const fetch = await deps.imageFetches.find({ account_id, fetch_id: id });
    if (fetch) found.set(id, fetch);
    else if (url !== undefined) await beginFetch(deps, work, id, url);
  });
  work.signal.throwIfAborted();
  return found;
}

/** Host that an image is fetched from; undefined for an uploaded image, or if its fetch has expired. */
function hostOf(fetch: ImageFetch | undefined, index: number): string | undefined {
  const source = fetch?.sources[index];
  return source && 'url' in source ? URL.parse(source.url)?.host : undefined;
}

/** An image that slides wait for, by the place of its slide. */
interface AwaitedImage {
  slide: number;
  request: ImageRequest;
  id: string;
  index: number;
}

function awaitedImages({ slides }: Snapshot, scope: string): AwaitedImage[] {
  return slides.flatMap(({ image_request: request }, slide) =>
    request ? [{ slide, request, ...fetchOf(request, scope) }] : [],
  );
}

const EXPIRED = { error: { message: 'It was fetched too long ago. Send it again.' } };

/** The image, or why it failed; undefined: it is on its way. */
function outcomeOf({ request: { from }, id, index }: AwaitedImage, fetches: ReadonlyMap<string, ImageFetch>) {
  const fetch = fetches.get(id);
  // An address is asked for by this render. What slides asked for was there when they did.
  if (!fetch) return 'url' in from ? undefined : EXPIRED;
  return fetch.outcomes[index] ?? (fetch.status === 'done' ? EXPIRED : undefined);
}

/**
 * The frozen timeline with the images that it waits for. What is fetched once never changes, so a second run fills in the same,
 * and the snapshot is overwritten by the same bytes; all later tasks read it.
 * @throws RenderFailure `image_unreadable`, which names the slide and the host, for an image that failed or was not there in
 * IMAGE_WAIT_SECONDS; Waiting while images are on their way
 */
export async function obtainImages(deps: ObtainImagesDeps, work: Work, snapshot: Snapshot): Promise<Snapshot> {
  const { render, task } = work;
  const awaited = awaitedImages(snapshot, render.batch_id ?? render.id);
  if (awaited.length === 0) return snapshot;
  const unreadable = ({ slide, index }: AwaitedImage, fetch: ImageFetch | undefined, why: string) => {
    const host = hostOf(fetch, index);
    const image = `The image of ${slideName(snapshot, slide)}${host === undefined ? '' : ` from ${host}`}`;
    return new RenderFailure('image_unreadable', `${image} is not available. ${why}`, {
      place: slidePlace(snapshot, slide),
    });
  };
  for (const image of awaited) if (image.request.error) throw unreadable(image, undefined, image.request.error.message);
  const wanted = new Map(awaited.map(({ id, request: { from } }) => [id, 'url' in from ? from.url : undefined]));
  const fetches = await lookAtFetches(deps, work, wanted);
  const waiting: AwaitedImage[] = [];
  const images = new Map<number, Slide['image']>();
  for (const image of awaited) {
    const outcome = outcomeOf(image, fetches);
    // One failure decides, whatever else is on its way.
    if (outcome && 'error' in outcome) throw unreadable(image, fetches.get(image.id), outcome.error.message);
    const { fit, focus, alt } = image.request;
    if (outcome) images.set(image.slide, { ...outcome.image, fit: fitOf(fit, outcome.image), focus, alt });
    else waiting.push(image);
  }
  const [late] = waiting;
  if (late) {
    const since = new Date(task.began_at ?? deps.clock());
    if (plusSeconds(since, IMAGE_WAIT_SECONDS) < deps.clock())
      throw unreadable(
        late,
        fetches.get(late.id),
        `It was not fetched within ${IMAGE_WAIT_SECONDS / 60} minutes. Check how fast its server answers, or upload the image.`,
      );
    throw new Waiting(`${waiting.length} images are on their way`, pauseAfter(task.waited ?? 0));
  }
  const slides = snapshot.slides.map((slide, place): Slide => {
    const image = images.get(place);
    if (!image) return slide;
    // States are those of the image before.
    const { image_request: _, builds: __, ...rest } = slide;
    return { ...rest, image };
  });
  const filled = { ...snapshot, slides };
  await writeSnapshot(deps.files, render.snapshot_key, filled);
  return filled;
}

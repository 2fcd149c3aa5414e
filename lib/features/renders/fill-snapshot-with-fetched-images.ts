import {
  type ImageFetch,
  type ImageFetchQueue,
  type ImageFetchStore,
  imageFetchIdForRenders,
  queuedImageFetch,
} from '#features/images/public.ts';
import {
  displayOfImage,
  pictureNameInSentence,
  type Slide,
  type SlideImage,
  type SlideImageRequest,
  type SlidePictureWithPosition,
  slideChangeByImageOutcomes,
  slidePicturesWithPositions,
} from '#features/timelines/public.ts';
import { type Clock, plusSeconds } from '#kernel/shared/clock.ts';
import { forEachConcurrent } from '#kernel/shared/concurrency.ts';
import { runIgnoringUnavailability } from '#kernel/shared/errors.ts';
import { WaitingForOtherWorkError } from '#platform/leases/public.ts';
import { NonRetryableRenderError } from './failure.ts';
import type { FileStore } from './ports.ts';
import type { ClaimedRenderTask } from './run-render-task.ts';
import {
  slideForError,
  slideNameInMessage,
  type TimelineSnapshot,
  writeTimelineSnapshot,
} from './timeline-snapshot.ts';

/** Dependencies of the obtaining of images. */
export interface FillSnapshotMediaDeps {
  imageFetches: Pick<ImageFetchStore, 'insert' | 'find'>;
  imageFetchQueue: ImageFetchQueue;
  files: FileStore;
  clock: Clock;
}

/** Seconds before each further check for missing images: short at first, because most images are fetched within two seconds. */
const PAUSES = [1, 1, 2, 3, 5, 8, 13, 20, 30] as const;
const MAX_PAUSE_SECONDS = 30;
/**
 * The longest wait of a render for its images, in seconds. A fetch of 20 addresses that answer slowly takes four minutes, and an account
 * has eight fetches at the same time (`custom.importers` in serverless.yml): 500 slides have images or failures within 16 minutes.
 */
export const MAX_IMAGE_WAIT_SECONDS = 20 * 60;
/** The number of fetches that are read or started at the same time. */
const AT_ONCE = 8;

/** Seconds after which a task that has waited this number of times checks again. */
export const secondsUntilNextImageCheck = (waited: number): number => PAUSES[waited] ?? MAX_PAUSE_SECONDS;

/** The id of the image fetch for a slide's request, and the index of the image in it. @param scope see `imageFetchIdForRenders` */
const fetchOf = ({ from }: SlideImageRequest, scope: string): { id: string; index: number } =>
  'fetch' in from ? { id: from.fetch, index: from.index } : { id: imageFetchIdForRenders(scope, from.url), index: 0 };

/** Starts the fetch of an address that a variable names. Only the first of several calls, also by other renders of the batch, starts it. */
async function beginFetch(
  { imageFetches, imageFetchQueue, clock }: FillSnapshotMediaDeps,
  { render: { account_id, timeline_id } }: ClaimedRenderTask,
  id: string,
  url: string,
): Promise<void> {
  const fetch = queuedImageFetch({ id, account_id, timeline_id, plan: undefined, sources: [{ url }] }, clock());
  if (await imageFetches.insert(fetch))
    await runIgnoringUnavailability(() => imageFetchQueue.send({ account_id, fetch_id: id }));
}

/** Reads fetches, and starts one for each address without one. @param wanted address by id of the fetch. @returns the existing fetches, by id */
async function readOrStartFetches(
  deps: FillSnapshotMediaDeps,
  work: ClaimedRenderTask,
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

/** The host from which an image is fetched; undefined for an uploaded image, or if its fetch has expired. */
function hostOf(fetch: ImageFetch | undefined, index: number): string | undefined {
  const source = fetch?.sources[index];
  return source && 'url' in source ? URL.parse(source.url)?.host : undefined;
}

/** An image that a slide waits for. */
interface AwaitedImage {
  /** Index of the slide in the snapshot. */
  slide: number;
  /** Its place in the slide. */
  place: Pick<SlidePictureWithPosition, 'of' | 'index'>;
  request: SlideImageRequest;
  id: string;
  index: number;
}

function awaitedImages({ slides }: TimelineSnapshot, scope: string): AwaitedImage[] {
  return slides.flatMap((each, slide) =>
    slidePicturesWithPositions(each).flatMap(({ image_request: request, ...place }) =>
      request ? [{ slide, place, request, ...fetchOf(request, scope) }] : [],
    ),
  );
}

const EXPIRED = { error: { message: 'It was fetched too long ago. Send it again.' } };

/** The outcome of an image: the image or its failure; undefined while it is being fetched. */
function outcomeOf({ request: { from }, id, index }: AwaitedImage, fetches: ReadonlyMap<string, ImageFetch>) {
  const fetch = fetches.get(id);
  // The fetch of an address is started by this render. A fetch that slides requested existed then, so it must have expired.
  if (!fetch) return 'url' in from ? undefined : EXPIRED;
  return fetch.outcomes[index] ?? (fetch.status === 'done' ? EXPIRED : undefined);
}

/**
 * Fills a frozen timeline with the images that its slides wait for, and stores the snapshot again for the later tasks. Outcomes of fetches
 * never change, so a second run writes the same bytes.
 * @throws NonRetryableRenderError `image_unreadable`, which names the slide and the host, for an image that failed or was not fetched within
 * MAX_IMAGE_WAIT_SECONDS; WaitingForOtherWorkError while images are being fetched
 */
export async function fillSnapshotWithFetchedImages(
  deps: FillSnapshotMediaDeps,
  work: ClaimedRenderTask,
  snapshot: TimelineSnapshot,
): Promise<TimelineSnapshot> {
  const { render, task } = work;
  const awaited = awaitedImages(snapshot, render.batch_id ?? render.id);
  if (awaited.length === 0) return snapshot;
  const unreadable = ({ slide, place, index }: AwaitedImage, fetch: ImageFetch | undefined, why: string) => {
    const host = hostOf(fetch, index);
    const image = `${pictureNameInSentence(place)} of ${slideNameInMessage(snapshot, slide)}${host === undefined ? '' : ` from ${host}`}`;
    return new NonRetryableRenderError('image_unreadable', `${image} is not available. ${why}`, {
      place: slideForError(snapshot, slide),
    });
  };
  for (const image of awaited) if (image.request.error) throw unreadable(image, undefined, image.request.error.message);
  const wanted = new Map(awaited.map(({ id, request: { from } }) => [id, 'url' in from ? from.url : undefined]));
  const fetches = await readOrStartFetches(deps, work, wanted);
  const waiting: AwaitedImage[] = [];
  const images = new Map<SlideImageRequest, SlideImage>();
  for (const image of awaited) {
    const outcome = outcomeOf(image, fetches);
    // One failure ends the render, even if other images are still being fetched.
    if (outcome && 'error' in outcome) throw unreadable(image, fetches.get(image.id), outcome.error.message);
    if (outcome && 'image' in outcome)
      images.set(image.request, { ...outcome.image, ...displayOfImage(image.request, outcome.image) });
    else waiting.push(image);
  }
  const [late] = waiting;
  if (late) {
    const since = new Date(task.began_at ?? deps.clock());
    if (plusSeconds(since, MAX_IMAGE_WAIT_SECONDS) < deps.clock())
      throw unreadable(
        late,
        fetches.get(late.id),
        `It was not fetched within ${MAX_IMAGE_WAIT_SECONDS / 60} minutes. Check how fast its server answers, or upload the image.`,
      );
    throw new WaitingForOtherWorkError(
      `${waiting.length} images are on their way`,
      secondsUntilNextImageCheck(task.waited ?? 0),
    );
  }
  const slides = snapshot.slides.map((slide): Slide => {
    const change = slideChangeByImageOutcomes(slide, (request) => {
      const image = images.get(request);
      return image && { image };
    });
    // The states belong to the previous image.
    return change ? { ...slide, ...change, ...(change.image ? { builds: undefined } : {}) } : slide;
  });
  const filled = { ...snapshot, slides };
  await writeTimelineSnapshot(deps.files, render.snapshot_key, filled);
  return filled;
}

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
  settleSlideImageRequests,
  slidePicturesWithPositions,
} from '#features/timelines/public.ts';
import type { Clock } from '#kernel/shared/clock.ts';
import { forEachConcurrent } from '#kernel/shared/concurrency.ts';
import { runIgnoringUnavailability } from '#kernel/shared/errors.ts';
import { WaitingForOtherWorkError } from '#platform/leases/public.ts';
import { NonRetryableRenderError } from './failure.ts';
import { secondsSinceFirstClaim, secondsUntilNextMediaCheck } from './media-check-pause.ts';
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

/**
 * The longest wait of a render for its images, in seconds. A fetch of 20 addresses that answer slowly takes four minutes, and an account
 * has eight fetches at the same time (`custom.importers` in serverless.yml): 500 slides have images or failures within 16 minutes.
 */
export const MAX_IMAGE_WAIT_SECONDS = 20 * 60;
/** The number of fetches that are read or started at the same time. */
const MAX_CONCURRENT_FETCHES = 8;

/** The id of the image fetch for a slide's request, and the index of the image in it. @param scope see `imageFetchIdForRenders` */
const fetchRefOf = ({ from }: SlideImageRequest, scope: string): { id: string; index: number } =>
  'fetch' in from ? { id: from.fetch, index: from.index } : { id: imageFetchIdForRenders(scope, from.url), index: 0 };

/** Starts the fetch of an address that a variable names. Only the first of several calls, also by other renders of the batch, starts it. */
async function startFetch(
  { imageFetches, imageFetchQueue, clock }: FillSnapshotMediaDeps,
  { render: { account_id, timeline_id } }: ClaimedRenderTask,
  id: string,
  url: string,
): Promise<void> {
  const fetch = queuedImageFetch({ id, account_id, timeline_id, plan: undefined, sources: [{ url }] }, clock());
  if (await imageFetches.insert(fetch))
    await runIgnoringUnavailability(() => imageFetchQueue.send({ account_id, fetch_id: id }));
}

/** Reads fetches, and starts one for each address without one. @param addressByFetchId the address of each fetch to start; undefined for fetches that slides requested. @returns the existing fetches, by id */
async function readOrStartFetches(
  deps: FillSnapshotMediaDeps,
  work: ClaimedRenderTask,
  addressByFetchId: ReadonlyMap<string, string | undefined>,
): Promise<Map<string, ImageFetch>> {
  const { account_id } = work.render;
  const existingFetches = new Map<string, ImageFetch>();
  await forEachConcurrent(addressByFetchId, MAX_CONCURRENT_FETCHES, async ([id, url]) => {
    const fetch = await deps.imageFetches.find({ account_id, fetch_id: id });
    if (fetch) existingFetches.set(id, fetch);
    else if (url !== undefined) await startFetch(deps, work, id, url);
  });
  work.signal.throwIfAborted();
  return existingFetches;
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
  return slides.flatMap((slideContent, slide) =>
    slidePicturesWithPositions(slideContent).flatMap(({ image_request: request, ...place }) =>
      request ? [{ slide, place, request, ...fetchRefOf(request, scope) }] : [],
    ),
  );
}

const EXPIRED_OUTCOME = { error: { message: 'It was fetched too long ago. Send it again.' } };

/** The outcome of an image: the image or its failure; undefined while it is being fetched. */
function outcomeOf({ request: { from }, id, index }: AwaitedImage, fetches: ReadonlyMap<string, ImageFetch>) {
  const fetch = fetches.get(id);
  // The fetch of an address is started by this render. A fetch that slides requested existed then, so it must have expired.
  if (!fetch) return 'url' in from ? undefined : EXPIRED_OUTCOME;
  return fetch.outcomes[index] ?? (fetch.status === 'done' ? EXPIRED_OUTCOME : undefined);
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
  const awaitedImagesOfSlides = awaitedImages(snapshot, render.batch_id ?? render.id);
  if (awaitedImagesOfSlides.length === 0) return snapshot;
  const unreadableError = ({ slide, place, index }: AwaitedImage, fetch: ImageFetch | undefined, reason: string) => {
    const host = hostOf(fetch, index);
    const image = `${pictureNameInSentence(place)} of ${slideNameInMessage(snapshot, slide)}${host === undefined ? '' : ` from ${host}`}`;
    return new NonRetryableRenderError('image_unreadable', `${image} is not available. ${reason}`, {
      failedSlide: slideForError(snapshot, slide),
    });
  };
  for (const image of awaitedImagesOfSlides)
    if (image.request.error) throw unreadableError(image, undefined, image.request.error.message);
  const addressByFetchId = new Map(
    awaitedImagesOfSlides.map(({ id, request: { from } }) => [id, 'url' in from ? from.url : undefined]),
  );
  const fetches = await readOrStartFetches(deps, work, addressByFetchId);
  const pendingImages: AwaitedImage[] = [];
  const imageByRequest = new Map<SlideImageRequest, SlideImage>();
  for (const image of awaitedImagesOfSlides) {
    const outcome = outcomeOf(image, fetches);
    // One failure ends the render, even if other images are still being fetched.
    if (outcome && 'error' in outcome) throw unreadableError(image, fetches.get(image.id), outcome.error.message);
    if (outcome && 'image' in outcome)
      imageByRequest.set(image.request, { ...outcome.image, ...displayOfImage(image.request, outcome.image) });
    else pendingImages.push(image);
  }
  const [firstPending] = pendingImages;
  if (firstPending) {
    const waitedSeconds = secondsSinceFirstClaim(task, deps.clock());
    if (waitedSeconds > MAX_IMAGE_WAIT_SECONDS)
      throw unreadableError(
        firstPending,
        fetches.get(firstPending.id),
        `It was not fetched within ${MAX_IMAGE_WAIT_SECONDS / 60} minutes. Check how fast its server answers, or upload the image.`,
      );
    throw new WaitingForOtherWorkError(
      `${pendingImages.length} images are on their way`,
      secondsUntilNextMediaCheck(waitedSeconds),
    );
  }
  const slides = snapshot.slides.map((slide): Slide => {
    const change = settleSlideImageRequests(slide, (request) => {
      const image = imageByRequest.get(request);
      return image && { image };
    });
    // The states belong to the previous image.
    return change ? { ...slide, ...change, ...(change.image ? { builds: undefined } : {}) } : slide;
  });
  const filledSnapshot = { ...snapshot, slides };
  await writeTimelineSnapshot(deps.files, render.snapshot_key, filledSnapshot);
  return filledSnapshot;
}

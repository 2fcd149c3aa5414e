import { createHash } from 'node:crypto';
import type { ImageFailure, StoredVideo, TimelineDeps } from '#features/timelines/public.ts';
import {
  FETCHED_VIDEO_FILE_RULES,
  type FetchFile,
  readUploadedBytes,
  type SentFileRules,
  type UploadBlobs,
} from '#features/uploads/public.ts';
import { type ErrorCode, ServiceError } from '#kernel/shared/errors.ts';
import { createOpaqueToken } from '#kernel/shared/ids.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import { type TombstoneStore, writeTombstoneBeforeFile } from '#platform/erasure/public.ts';
import {
  isWorkAbandoned,
  type LeaseDeps,
  type LeasedWorkHandler,
  MAX_WORK_FAILURES,
  type ReceivedMessage,
  runLeasedWork,
  type WorkAttemptCountLimits,
} from '#platform/leases/public.ts';
import { IMAGE_FILE_RULES } from '../image-rules.ts';
import type { ReencodeImage } from '../ports.ts';
import { applyFetchedImages, failAwaitedImages, readAwaitedIndexesOfFetch } from './apply-fetched-images.ts';
import { copyStoredVideo, type VideoCopyFileStore } from './copy-video.ts';
import type { DecodeAndStoreVideo } from './decode-and-store-video.ts';
import type {
  ClientMediaSource,
  ImageFetch,
  ImageFetchRef,
  MediaFetchOutcome,
  MediaFetchSource,
} from './image-fetch.ts';
import type { ImageFetchQueue, ImageFetchStore } from './ports.ts';
import type { TimelineForVideoStorage } from './store-decoded-video.ts';

/** Dependencies of the worker of image fetches. */
export interface FetchImagesDeps extends LeaseDeps, TimelineDeps {
  fetches: ImageFetchStore;
  queue: ImageFetchQueue;
  blobs: Pick<UploadBlobs, 'sizeOf' | 'getBytes' | 'putBytes'> & VideoCopyFileStore;
  tombstones: Pick<TombstoneStore, 'insert'>;
  fetchFile: FetchFile;
  reencodeImage: ReencodeImage;
  decodeVideo: DecodeAndStoreVideo;
  /** Reports whether a render that has not ended, or an open batch, was made of a timeline. */
  hasLiveRender(accountId: string, timelineId: string): Promise<boolean>;
}

/** The number of claims of a fetch, without postponed ones, after which it fails. */
const MAX_CLAIMS = 5;
/** The limits of the attempts of one image fetch. */
export const IMAGE_ATTEMPT_LIMITS: WorkAttemptCountLimits = {
  claims: MAX_CLAIMS,
  failures: MAX_WORK_FAILURES,
  postponements: MAX_CLAIMS - 1,
};
/** The maximum duration of an attempt: within the timeout of the function in serverless.yml. */
const MAX_ATTEMPT_SECONDS = 840;
/** The number of images that are fetched at the same time. */
const CONCURRENT_IMAGES = 4;
/** The number of requests to an address after which its image has failed. */
const MAX_REQUESTS = 3;
/** Seconds after which a file that no slide names is removed: longer than any fetch. */
const UNNAMED_FILE_SECONDS = 86_400;

/** The failure of an image that could not be fetched because of a fault of the service. */
export const IMAGE_FETCH_SERVICE_FAILURE: ImageFailure = {
  code: 'internal_error',
  message: 'It could not be fetched because of a fault on our side. Send it again.',
};
const NO_LONGER_NEEDED_FAILURE: ImageFailure = {
  code: 'internal_error',
  message: 'It was taken away before it was fetched.',
};

/** Error codes whose cause is the image or its address, not the service. */
const IMAGE_FAULT_CODES = [
  'image_invalid',
  'image_too_large',
  'video_invalid',
  'video_too_large',
  'url_forbidden',
] as const;
const isImageFault = (code: ErrorCode): code is (typeof IMAGE_FAULT_CODES)[number] =>
  IMAGE_FAULT_CODES.some((faultCode) => faultCode === code);

/** The number of claims of a fetch without those that were postponed. */
export const countUnpostponedImageFetchClaims = ({ attempt, claims_allowed = MAX_CLAIMS }: ImageFetch): number =>
  attempt - (claims_allowed - MAX_CLAIMS);

/** Reports whether a download failed, so that another attempt may succeed. */
const isFailedDownload = (error: unknown): boolean =>
  error instanceof ServiceError &&
  (error.code === IMAGE_FILE_RULES.invalid_code || error.code === FETCHED_VIDEO_FILE_RULES.invalid_code) &&
  error.details.param === 'url';

/** Fetches a file from its address, with repetitions. @throws ServiceError */
async function fetchBytes(
  { fetchFile, backoff }: FetchImagesDeps,
  url: string,
  rules: SentFileRules,
): Promise<Uint8Array> {
  for (let requests = 1; ; requests++) {
    try {
      return await fetchFile(url, rules);
    } catch (error) {
      if (!isFailedDownload(error) || requests === MAX_REQUESTS) throw error;
      await backoff(requests);
    }
  }
}

/** Reads the file of an image: from the upload, or from its address. @throws ServiceError */
function readImageBytes(deps: FetchImagesDeps, source: ClientMediaSource): Promise<Uint8Array> {
  if ('upload_key' in source) return readUploadedBytes(deps, IMAGE_FILE_RULES, { ...source, key: source.upload_key });
  return fetchBytes(deps, source.url, IMAGE_FILE_RULES);
}

/** The timeline of a fetched video, and the tombstones of its files. */
const ownerOf = (deps: FetchImagesDeps, { account_id, timeline_id }: ImageFetch): TimelineForVideoStorage => ({
  account_id,
  timeline_id,
  announce: (key) => writeTombstoneBeforeFile(deps, { account_id, timeline_id }, key, UNNAMED_FILE_SECONDS),
});

/** Fetches, decodes and stores a video. */
async function fetchVideo(
  deps: FetchImagesDeps,
  fetch: ImageFetch,
  source: ClientMediaSource,
  signal: AbortSignal,
): Promise<MediaFetchOutcome> {
  const file =
    'upload_key' in source ? source : { bytes: await fetchBytes(deps, source.url, FETCHED_VIDEO_FILE_RULES) };
  return { video: await deps.decodeVideo(file, ownerOf(deps, fetch), signal) };
}

/** Copies a stored video. */
async function copyVideo(deps: FetchImagesDeps, fetch: ImageFetch, copied: StoredVideo): Promise<MediaFetchOutcome> {
  const newName = () => createOpaqueToken(deps.clock());
  return { video: await copyStoredVideo(deps.blobs, ownerOf(deps, fetch), copied, newName) };
}

/**
 * Fetches one image or video and stores it under new keys.
 * @returns the image or video, or the failure if its cause is the file or its address
 * @throws Error for a fault of the service
 */
async function fetchImage(
  deps: FetchImagesDeps,
  fetch: ImageFetch,
  source: MediaFetchSource,
  signal: AbortSignal,
): Promise<MediaFetchOutcome> {
  const { account_id, timeline_id } = fetch;
  try {
    if ('copied' in source) return await copyVideo(deps, fetch, source.copied);
    if (source.is_video) return await fetchVideo(deps, fetch, source, signal);
    const { bytes, ...facts } = await deps.reencodeImage(await readImageBytes(deps, source), account_id);
    const { content_type } = facts;
    const extension = content_type === 'image/png' ? 'png' : 'jpg';
    const key = storageKeys.slideImage(account_id, timeline_id, createOpaqueToken(deps.clock()), extension);
    await writeTombstoneBeforeFile(deps, { account_id, timeline_id }, key, UNNAMED_FILE_SECONDS);
    await deps.blobs.putBytes(key, bytes, content_type);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return { image: { key, sha256, size_bytes: bytes.length, ...facts } };
  } catch (error) {
    if (!(error instanceof ServiceError) || !isImageFault(error.code)) throw error;
    return { error: { code: error.code, message: error.message } };
  }
}

/** The outcomes of a fetch, with a failure for every image that has none. */
const withFailures = ({ sources, outcomes }: ImageFetch, error: ImageFailure): ImageFetch['outcomes'] =>
  Object.fromEntries(sources.map((_, index) => [index, outcomes[index] ?? { error }]));

/** Ends a fetch that no attempt finished. Its slides get the failure first, so that no slide waits forever after a kill in between. */
async function failFetch(
  deps: FetchImagesDeps,
  seenFetch: ImageFetch,
  complete: ImageFetchStore['complete'],
): Promise<void> {
  const currentFetch =
    (await deps.fetches.find({ account_id: seenFetch.account_id, fetch_id: seenFetch.id })) ?? seenFetch;
  await failAwaitedImages(deps, currentFetch, IMAGE_FETCH_SERVICE_FAILURE);
  await complete(seenFetch, withFailures(currentFetch, IMAGE_FETCH_SERVICE_FAILURE));
}

/** Ends a fetch whose last worker died. @throws WriteConflictError when that worker has renewed its lease */
export const endAbandonedImageFetch = (deps: FetchImagesDeps, seenFetch: ImageFetch): Promise<void> =>
  failFetch(deps, seenFetch, deps.fetches.completeAbandoned);

function leasedWorkOf(deps: FetchImagesDeps, ref: ImageFetchRef): LeasedWorkHandler<ImageFetch> {
  const { fetches, queue, clock } = deps;
  const find = async () => {
    const fetch = await fetches.find(ref);
    return fetch && fetch.status !== 'done' ? fetch : undefined;
  };
  return {
    name: 'image fetch',
    limits: IMAGE_ATTEMPT_LIMITS,
    claim: (claim) => fetches.claim(ref, { ...claim, max_claims: MAX_CLAIMS }),
    async state() {
      const fetch = await find();
      return fetch && { ...fetch, claims: countUnpostponedImageFetchClaims(fetch) };
    },
    renew: (fetch, leaseUntil) => fetches.renew(fetch, leaseUntil),
    release: (fetch) => fetches.release(fetch),
    postpone: (fetch, at, postponed) =>
      fetches.postpone(fetch, at, { claims_allowed: (fetch.claims_allowed ?? MAX_CLAIMS) + 1, postponed }),
    fail: (fetch) => failFetch(deps, fetch, fetches.complete),
    async failAbandoned() {
      const now = clock();
      const fetch = await find();
      if (
        fetch &&
        isWorkAbandoned({ ...fetch, claims: countUnpostponedImageFetchClaims(fetch) }, { now, maxClaims: MAX_CLAIMS })
      )
        await endAbandonedImageFetch(deps, fetch);
    },
    send: (delaySeconds) => queue.send(ref, delaySeconds),
    counts: (fetch) => ({
      claims: countUnpostponedImageFetchClaims(fetch),
      failures: fetch.failures ?? 0,
      postponed: fetch.postponed,
    }),
    // Other files of the account are being decoded: nothing failed.
    kindOf: (error) => (error instanceof ServiceError && error.code === 'rate_limited' ? 'busy' : 'failure'),
    describe: ({ id, account_id, timeline_id, attempt }) => ({ fetch_id: id, account_id, timeline_id, attempt }),
  };
}

/** The positions of the images that are not fetched yet and that a slide or a render still needs. */
async function indicesToFetch(deps: FetchImagesDeps, fetch: ImageFetch): Promise<number[]> {
  const indices = [...fetch.sources.keys()].filter((index) => fetch.outcomes[index] === undefined);
  if (fetch.plan === undefined || (await deps.hasLiveRender(fetch.account_id, fetch.timeline_id))) return indices;
  const awaitedIndices = await readAwaitedIndexesOfFetch(deps, fetch);
  return indices.filter((index) => awaitedIndices.has(index));
}

/**
 * Handles one message of an image fetch: fetches the missing images, a few at the same time, stores the outcomes, and names the images in
 * their slides. It may be killed anywhere and run twice. A tombstone is written before each file; the change that names the file lifts it.
 * Outcomes are stored before slides are changed, so that an attempt after a kill continues with them. A slide that no longer waits is not
 * changed.
 * @throws the error of a failed attempt, so that the message is not deleted
 */
export async function fetchImages(deps: FetchImagesDeps, ref: ImageFetchRef, receipt: ReceivedMessage): Promise<void> {
  const { fetches } = deps;
  const perform = async (fetch: ImageFetch, signal: AbortSignal): Promise<void> => {
    const outcomes: Record<string, MediaFetchOutcome> = { ...fetch.outcomes };
    await applyFetchedImages(deps, fetch, outcomes);
    const indices = await indicesToFetch(deps, fetch);
    for (let start = 0; start < indices.length; start += CONCURRENT_IMAGES) {
      signal.throwIfAborted();
      const chunk = indices.slice(start, start + CONCURRENT_IMAGES);
      const chunkOutcomes = await Promise.all(
        chunk.map((index) => fetchImage(deps, fetch, sourceAt(fetch, index), signal)),
      );
      chunk.forEach((index, position) => {
        const outcome = chunkOutcomes[position];
        if (outcome) outcomes[index] = outcome;
      });
      await fetches.record(fetch, outcomes);
      await applyFetchedImages(deps, fetch, outcomes);
    }
    await fetches.complete(fetch, withFailures({ ...fetch, outcomes }, NO_LONGER_NEEDED_FAILURE));
  };
  await runLeasedWork(deps, leasedWorkOf(deps, ref), receipt, perform, MAX_ATTEMPT_SECONDS);
}

function sourceAt({ sources }: ImageFetch, index: number): MediaFetchSource {
  const source = sources[index];
  if (!source) throw new RangeError(`the fetch has no image ${index}`);
  return source;
}

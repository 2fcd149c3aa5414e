import type { FetchImagesDeps } from '#features/images/fetching/fetch-images.ts';
import { hasLiveRenderOrOpenBatch } from '#features/renders/has-live-render-or-open-batch.ts';
import { createHttpFileFetcher } from '#features/uploads/fetch-file.ts';
import { timelineDeps } from './api.ts';
import { clientVideoDecoder } from './client-video-decoder.ts';
import { createSlottedFileDecoder } from './decoded-isolated.ts';
import { IMAGE_DECODE_TASK } from './images.ts';
import { lazy } from './lazy.ts';
import { log } from './log.ts';
import { sharedServices } from './services.ts';
import { repeatEverySeconds } from './worker.ts';

/** Milliseconds, after a slot is free, until the decoding of one image is given up: longer than the decoder function may run. */
const DECODE_TIME_LIMIT_MS = 30_000;
/** Longest wait for a free decoder slot, in milliseconds: longer than that of a request, because no client waits for the answer. */
const MAX_FETCH_SLOT_WAIT_MS = 60_000;

/** Dependencies of the fetching of images and videos that clients named by an address or an upload. */
export const fetchImagesDeps = lazy((): FetchImagesDeps => {
  const {
    imageFetches: fetches,
    imageFetchQueue: queue,
    files: blobs,
    tombstones,
    renders,
    batches,
  } = sharedServices();
  return {
    ...timelineDeps(),
    fetches,
    queue,
    blobs,
    tombstones,
    fetchFile: createHttpFileFetcher(),
    // A decoder for each image: its deadline starts when it is made.
    reencodeImage: (bytes, accountId) =>
      createSlottedFileDecoder(
        IMAGE_DECODE_TASK,
        AbortSignal.timeout(MAX_FETCH_SLOT_WAIT_MS + DECODE_TIME_LIMIT_MS),
        MAX_FETCH_SLOT_WAIT_MS,
      )(bytes, accountId),
    decodeVideo: clientVideoDecoder(),
    hasLiveRender: (accountId, timelineId) => hasLiveRenderOrOpenBatch({ renders, batches }, accountId, timelineId),
    every: repeatEverySeconds,
    log,
  };
});

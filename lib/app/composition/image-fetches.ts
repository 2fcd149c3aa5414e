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

/** Milliseconds for the decoding of one image: longer than the decoder function runs. */
const DECODE_MS = 30_000;
/** Longest wait for a free decoder slot, in milliseconds. */
const MAX_SLOT_WAIT_MS = 60_000;

/** Dependencies of the fetching of images. */
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
    reencodeImage: (bytes, accountId) =>
      createSlottedFileDecoder(
        IMAGE_DECODE_TASK,
        AbortSignal.timeout(MAX_SLOT_WAIT_MS + DECODE_MS),
        MAX_SLOT_WAIT_MS,
      )(bytes, accountId),
    decodeVideo: clientVideoDecoder(),
    hasLiveRender: (accountId, timelineId) => hasLiveRenderOrOpenBatch({ renders, batches }, accountId, timelineId),
    every: repeatEverySeconds,
    log,
  };
});

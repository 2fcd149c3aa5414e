import type { FetchImagesDeps } from '#features/images/fetching/fetch-images.ts';
import { hasLiveRender } from '#features/renders/has-live-render.ts';
import { httpFetchFile } from '#features/uploads/fetch-file.ts';
import { timelineDeps } from './api.ts';
import { decodeVideos } from './decode-videos.ts';
import { decodedIsolated } from './decoded-isolated.ts';
import { IMAGE_DECODING } from './images.ts';
import { lazy } from './lazy.ts';
import { log } from './log.ts';
import { services } from './services.ts';
import { repeatEvery } from './worker.ts';

/** Milliseconds for the decoding of one image: longer than the decoder function runs. */
const DECODE_MS = 30_000;
/** Longest wait for a free decoder slot, in milliseconds. */
const PATIENCE_MS = 60_000;

/** Dependencies of the fetching of images. */
export const fetchImagesDeps = lazy((): FetchImagesDeps => {
  const { imageFetches: fetches, imageFetchQueue: queue, files: blobs, tombstones, renders, batches } = services();
  return {
    ...timelineDeps(),
    fetches,
    queue,
    blobs,
    tombstones,
    fetchFile: httpFetchFile(),
    reencodeImage: (bytes, accountId) =>
      decodedIsolated(IMAGE_DECODING, AbortSignal.timeout(PATIENCE_MS + DECODE_MS), PATIENCE_MS)(bytes, accountId),
    decodeVideo: decodeVideos(),
    hasLiveRender: (accountId, timelineId) => hasLiveRender({ renders, batches }, accountId, timelineId),
    every: repeatEvery,
    log,
  };
});

import type { AddPresenterSentenceTimesDeps } from '#features/renders/add-presenter-sentence-times.ts';
import type { FillSnapshotMediaDeps } from '#features/renders/fill-snapshot-with-fetched-images.ts';
import type { MediaFetcher } from '#features/timelines/ports.ts';

const none = () => Promise.reject(new Error('this test fetches no images'));

/** For use cases whose slides name no images. */
export const noImageFetches: MediaFetcher = { announce: none };

/** For renders of timelines that wait for no images. */
export const noImagesToObtain: Omit<FillSnapshotMediaDeps & AddPresenterSentenceTimesDeps, 'files' | 'clock'> = {
  imageFetches: { insert: none, find: none },
  imageFetchQueue: { send: none },
  alignPresenterSpeech: async () => [],
};

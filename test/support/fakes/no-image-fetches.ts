import type { FindPresenterSpeechDeps } from '#features/renders/find-presenter-speech.ts';
import type { ObtainImagesDeps } from '#features/renders/obtain-images.ts';
import type { ImageFetches } from '#features/timelines/ports.ts';

const none = () => Promise.reject(new Error('this test fetches no images'));

/** For use cases whose slides name no images. */
export const noImageFetches: ImageFetches = { announce: none };

/** For renders of timelines that wait for no images. */
export const noImagesToObtain: Omit<ObtainImagesDeps & FindPresenterSpeechDeps, 'files' | 'clock'> = {
  imageFetches: { insert: none, find: none },
  imageFetchQueue: { send: none },
  alignPresenterSpeech: async () => [],
};

/** What the rest of the service may use of this feature. */
export {
  fetchIdOf,
  type ImageFetch,
  type ImageFetchRef,
  type ImageOutcome,
  queuedFetch,
} from './fetching/image-fetch.ts';
export type { DueImageFetch, ImageFetchQueue, ImageFetchStore } from './fetching/ports.ts';
export { firstImageLook } from './fetching/sweep-image-fetches.ts';

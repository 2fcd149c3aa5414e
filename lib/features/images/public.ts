/** The part of this feature that the rest of the service may use. */
export type { DecodeAndStoreVideo, VideoSource } from './fetching/decode-and-store-video.ts';
export {
  type ImageFetch,
  type ImageFetchRef,
  imageFetchIdForRenders,
  queuedImageFetch,
} from './fetching/image-fetch.ts';
export type { ImageFetchQueue, ImageFetchStore } from './fetching/ports.ts';
export { firstImageFetchCheckTime } from './fetching/sweep-image-fetches.ts';
export { IMAGE_FILE_RULES } from './image-rules.ts';
export { imageFactsSchema } from './ports.ts';

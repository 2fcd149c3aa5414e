import { httpFetchImage } from '../images/fetch-image.ts';
import type { ImageTools } from '../images/place-image.ts';
import type { FetchImage } from '../images/ports.ts';
import { reencode } from '../images/reencode.ts';
import { timelineTools } from './api.ts';
import { data } from './data.ts';
import { lazy } from './lazy.ts';

/** Apart from the rest of the API: only one function needs the image library. */
export const imageTools = lazy((): ImageTools & { fetchImage: FetchImage } => {
  const { uploads, files } = data();
  return { ...timelineTools(), uploads, blobs: files, reencode, fetchImage: httpFetchImage() };
});

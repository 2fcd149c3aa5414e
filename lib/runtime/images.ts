import { httpFetchImage } from '../images/fetch-image.ts';
import type { ImageTools } from '../images/place-image.ts';
import { reencode } from '../images/reencode.ts';
import type { FetchFile } from '../uploads/ports.ts';
import { timelineTools } from './api.ts';
import { data } from './data.ts';
import { lazy } from './lazy.ts';

/** Apart from the rest of the API: only one function needs the image library. */
export const imageTools = lazy((): ImageTools & { fetchImage: FetchFile } => {
  const { uploads, files } = data();
  return { ...timelineTools(), uploads, blobs: files, reencode, fetchImage: httpFetchImage() };
});

import { httpFetchImage } from '../images/fetch-image.ts';
import type { ImageDeps } from '../images/place-image.ts';
import { reencode } from '../images/reencode.ts';
import type { FetchFile } from '../uploads/ports.ts';
import { timelineDeps } from './api.ts';
import { lazy } from './lazy.ts';
import { services } from './services.ts';

/** Apart from the rest of the API: only one function needs the image library. */
export const imageDeps = lazy((): ImageDeps & { fetchImage: FetchFile } => {
  const { uploads, files } = services();
  return { ...timelineDeps(), uploads, blobs: files, reencode, fetchImage: httpFetchImage() };
});

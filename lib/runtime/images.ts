import { reencodeImage } from '../images/reencode.ts';
import type { ImageDeps } from '../images/set-slide-image.ts';
import { httpFetchFile } from '../uploads/fetch-file.ts';
import { timelineDeps } from './api.ts';
import { lazy } from './lazy.ts';
import { services } from './services.ts';

/** What the upload of an image needs. A module of its own: no other function loads the image library. */
export const imageDeps = lazy((): ImageDeps => {
  const { uploads, files, tombstones } = services();
  return { ...timelineDeps(), uploads, tombstones, blobs: files, reencodeImage, fetchFile: httpFetchFile() };
});

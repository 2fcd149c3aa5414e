import { reencode } from '../images/reencode.ts';
import type { ImageTools } from '../images/upload-image.ts';
import { timelineTools } from './api.ts';
import { data } from './data.ts';
import { lazy } from './lazy.ts';

/** Apart from the rest of the API: only one function needs the image library. */
export const imageTools = lazy((): ImageTools => {
  const { uploads, files } = data();
  return { ...timelineTools(), uploads, blobs: files, reencode };
});

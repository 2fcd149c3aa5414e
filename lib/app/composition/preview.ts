import { createSlideAndCaptionPainter } from '#engine/video/drawing/paint/slide-and-caption-painter.ts';
import type { PreviewDeps } from '#features/timelines/preview-slide.ts';
import { ByteLimitedLruCache } from '#kernel/shared/byte-limited-lru-cache.ts';
import { createTemplateFileReader } from './drawn-files.ts';
import { lazy } from './lazy.ts';
import { sharedServices } from './services.ts';

/**
 * The most bytes of images, fonts and logos that a process keeps. A client that edits a slide asks for the same files again; a key's content
 * never changes.
 */
const KEPT_FILE_BYTES = 32 * 2 ** 20;

/** Dependencies of previews of slides. They are not in `api.ts` because few functions need the painter. */
export const previewSlideDeps = lazy((): PreviewDeps => {
  const { timelines, templates, files } = sharedServices();
  const keptFiles = new ByteLimitedLruCache<Uint8Array>(KEPT_FILE_BYTES, (bytes) => bytes.length);
  const readFile = (key: string): Promise<Uint8Array> => keptFiles.get(key, () => files.getBytes(key));
  return {
    store: timelines,
    templates,
    readFile,
    painter: lazy(() => createSlideAndCaptionPainter(createTemplateFileReader(readFile))),
  };
});

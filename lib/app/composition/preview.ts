import { createPainter } from '#engine/video/drawing/paint/painter.ts';
import type { PreviewDeps } from '#features/timelines/preview-slide.ts';
import { ByteCache } from '#kernel/shared/byte-cache.ts';
import { readDrawnFiles } from './drawn-files.ts';
import { lazy } from './lazy.ts';
import { services } from './services.ts';

/** A key names one content for ever, and a client that edits a slide asks for the same image repeatedly. */
const KEPT_FILE_BYTES = 32 * 2 ** 20;

/** Apart from the rest of the API: few functions need the painter. */
export const previewDeps = lazy((): PreviewDeps => {
  const { timelines, templates, files } = services();
  const kept = new ByteCache<Uint8Array>(KEPT_FILE_BYTES, (bytes) => bytes.length);
  const readFile = (key: string): Promise<Uint8Array> => kept.get(key, () => files.getBytes(key));
  return {
    store: timelines,
    templates,
    readFile,
    painter: lazy(() => createPainter(readDrawnFiles(readFile))),
  };
});

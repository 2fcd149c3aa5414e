import { ByteCache } from '../shared/byte-cache.ts';
import type { PreviewDeps } from '../timelines/preview-slide.ts';
import { createPainter } from '../video/drawing/paint/painter.ts';
import { lazy } from './lazy.ts';
import { services } from './services.ts';

/** A key names one content forever, and whoever edits a slide looks at the same image again and again. */
const KEPT_FILE_BYTES = 32 * 2 ** 20;

/** Apart from the rest of the API: few functions need the painter. */
export const previewDeps = lazy((): PreviewDeps => {
  const { timelines, files } = services();
  const kept = new ByteCache<Uint8Array>(KEPT_FILE_BYTES, (bytes) => bytes.length);
  return {
    store: timelines,
    readFile: (key) => kept.get(key, () => files.getBytes(key)),
    painter: lazy(() => createPainter()),
  };
});

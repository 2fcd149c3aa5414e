import { ByteCache } from '../byte-cache.ts';
import type { PreviewTools } from '../timelines/preview-slide.ts';
import { createPainter } from '../video/drawing/painter.ts';
import { data } from './data.ts';
import { lazy } from './lazy.ts';

/** A key names one content forever, and whoever edits a slide looks at the same image again and again. */
const KEPT_FILE_BYTES = 32 * 2 ** 20;

/** Apart from the rest of the API: few functions need the painter. */
export const previewTools = lazy((): PreviewTools => {
  const { timelines, files } = data();
  const kept = new ByteCache<Uint8Array>(KEPT_FILE_BYTES, (bytes) => bytes.length);
  return {
    store: timelines,
    readFile: (key) => kept.get(key, () => files.getBytes(key)),
    painter: lazy(() => createPainter()),
  };
});

import type { PreviewTools } from '../timelines/preview-slide.ts';
import { createPainter } from '../video/drawing/painter.ts';
import { data } from './data.ts';
import { lazy } from './lazy.ts';

/** Apart from the rest of the API: only one function needs the painter. */
export const previewTools = lazy((): PreviewTools => {
  const { timelines, files } = data();
  return { store: timelines, readFile: (key) => files.getBytes(key), painter: lazy(() => createPainter()) };
});

import type { SlideVideo } from '#features/timelines/public.ts';

/** A video of a slide: 10 s at 25 frames per second, without sound. */
export const sampleVideo = (fields: Partial<SlideVideo> = {}): SlideVideo => ({
  ...{ key: 'timelines/acc/tl/videos/a.footage', sha256: 'f', size_bytes: 1000, index_bytes: 100 },
  ...{ width: 1280, height: 720, fps: 25, frames: 250 },
  poster: {
    ...{ key: 'timelines/acc/tl/images/a.jpg', sha256: 'p', size_bytes: 100 },
    ...{ width: 1280, height: 720, content_type: 'image/jpeg' },
  },
  ...{ volume: 1, muted: false, loop: false, plays: 'with_slide', place: 'full' },
  ...fields,
});

import { slideInputSchema } from '#features/timelines/contract.ts';
import { newSlideContent, toSlideContentAnswer } from '#features/timelines/slide-content.ts';
import type { Schemas } from '#front/client/client.ts';

/** A slide as the API answers it, without texts. */
export const sampleSlide = (fields: Partial<Schemas['Slide']> = {}): Schemas['Slide'] => ({
  id: 'sl_1',
  timeline_id: 'tl_1',
  position: 0,
  ...toSlideContentAnswer(newSlideContent(slideInputSchema.parse({}))),
  layout_drawn: 'bullets',
  image: null,
  images: [],
  builds: null,
  video: null,
  presenter: null,
  audio: { status: 'none', stale: false, duration_seconds: null },
  etag: '"r1"',
  created_at: '2026-11-25T10:00:00.000Z',
  updated_at: '2026-11-25T10:00:00.000Z',
  ...fields,
});

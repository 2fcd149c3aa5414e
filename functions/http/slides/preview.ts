import { createApiEndpoint } from '#app/composition/api.ts';
import { previewSlideDeps } from '#app/composition/preview.ts';
import { previewSlideContract } from '#features/timelines/contract.ts';
import { previewSlide } from '#features/timelines/preview-slide.ts';

/** Answers `GET /timelines/{id}/slides/{sid}/preview` with the slide as a PNG, as the video will show it. */
export const handler = createApiEndpoint(previewSlideContract, ({ principal, params, query }) =>
  previewSlide(previewSlideDeps(), principal, params, query),
);

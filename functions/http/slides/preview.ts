import { endpoint } from '../../../lib/runtime/api.ts';
import { previewDeps } from '../../../lib/runtime/preview.ts';
import { previewSlideContract } from '../../../lib/timelines/contract.ts';
import { previewSlide } from '../../../lib/timelines/preview-slide.ts';

export const handler = endpoint(previewSlideContract, ({ principal, params, query }) =>
  previewSlide(previewDeps(), principal, params, query),
);

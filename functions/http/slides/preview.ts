import { endpoint } from '../../../lib/runtime/api.ts';
import { previewTools } from '../../../lib/runtime/preview.ts';
import { previewSlide as contract } from '../../../lib/timelines/contract.ts';
import { previewSlide } from '../../../lib/timelines/preview-slide.ts';

export const handler = endpoint(contract, ({ principal, params, query: { width } }) =>
  previewSlide(previewTools(), principal, params, width),
);

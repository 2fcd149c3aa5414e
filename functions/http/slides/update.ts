import { endpoint, timelineTools } from '../../../lib/runtime/api.ts';
import { updateSlide as contract } from '../../../lib/timelines/contract.ts';
import { updateSlide } from '../../../lib/timelines/edit-slides.ts';
import { slideView } from '../../../lib/timelines/view.ts';

export const handler = endpoint(contract, async ({ principal, params, body }) =>
  slideView(await updateSlide(timelineTools(), principal, params, body), timelineTools().files),
);

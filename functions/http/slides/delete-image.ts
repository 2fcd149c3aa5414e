import { deleteSlideImageContract } from '../../../lib/images/contract.ts';
import { deleteImage } from '../../../lib/images/set-slide-image.ts';
import { endpoint, timelineDeps } from '../../../lib/runtime/api.ts';
import { slideView } from '../../../lib/timelines/view.ts';

export const handler = endpoint(deleteSlideImageContract, async ({ principal, params, precondition }) =>
  slideView(await deleteImage(timelineDeps(), principal, params, precondition), timelineDeps().files),
);

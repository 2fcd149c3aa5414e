import { deleteSlideImage as contract } from '../../../lib/images/contract.ts';
import { deleteImage } from '../../../lib/images/place-image.ts';
import { endpoint, timelineTools } from '../../../lib/runtime/api.ts';
import { slideView } from '../../../lib/timelines/view.ts';

export const handler = endpoint(contract, async ({ principal, params }) =>
  slideView(await deleteImage(timelineTools(), principal, params), timelineTools().files),
);

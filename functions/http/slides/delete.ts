import { endpoint, timelineDeps } from '../../../lib/runtime/api.ts';
import { deleteSlideContract } from '../../../lib/timelines/contract.ts';
import { deleteSlide } from '../../../lib/timelines/edit-slides.ts';

export const handler = endpoint(deleteSlideContract, async ({ principal, params, precondition }) => {
  await deleteSlide(timelineDeps(), principal, params.id, params.sid, precondition);
  return { id: params.sid, deleted: true as const };
});

import { endpoint, timelineTools } from '../../../lib/runtime/api.ts';
import { deleteSlide as contract } from '../../../lib/timelines/contract.ts';
import { deleteSlide } from '../../../lib/timelines/edit-slides.ts';

export const handler = endpoint(contract, async ({ principal, params }) => {
  await deleteSlide(timelineTools(), principal, params.id, params.sid);
  return { id: params.sid, deleted: true as const };
});

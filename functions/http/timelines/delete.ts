import { endpoint, timelineDeps } from '../../../lib/runtime/api.ts';
import { deleteTimelineContract } from '../../../lib/timelines/contract.ts';
import { deleteTimeline } from '../../../lib/timelines/delete-timeline.ts';

export const handler = endpoint(deleteTimelineContract, async ({ principal, params, precondition }) => {
  await deleteTimeline(timelineDeps(), principal, params.id, precondition);
  return { id: params.id, deleted: true as const };
});

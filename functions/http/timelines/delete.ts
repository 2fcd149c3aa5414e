import { endpoint, timelineDeps } from '#app/composition/api.ts';
import { deleteTimelineContract } from '#features/timelines/contract.ts';
import { deleteTimeline } from '#features/timelines/delete-timeline.ts';

export const handler = endpoint(deleteTimelineContract, async ({ principal, params, precondition }) => {
  await deleteTimeline(timelineDeps(), principal, params.id, precondition);
  return { id: params.id, deleted: true as const };
});

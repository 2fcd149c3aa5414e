import { createApiEndpoint, timelineDeps } from '#app/composition/api.ts';
import { deleteTimelineContract } from '#features/timelines/contract.ts';
import { deleteTimeline } from '#features/timelines/delete-timeline.ts';

/** Handles `DELETE /timelines/{id}`: deletes a timeline with its slides and their files. */
export const handler = createApiEndpoint(deleteTimelineContract, async ({ principal, params, precondition }) => {
  await deleteTimeline(timelineDeps(), principal, params.id, precondition);
  return { id: params.id, deleted: true as const };
});

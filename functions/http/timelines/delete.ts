import { endpoint, timelineTools } from '../../../lib/runtime/api.ts';
import { deleteTimeline as contract } from '../../../lib/timelines/contract.ts';
import { deleteTimeline } from '../../../lib/timelines/delete-timeline.ts';

export const handler = endpoint(contract, async ({ principal, params }) => {
  await deleteTimeline(timelineTools(), principal, params.id);
  return { id: params.id, deleted: true as const };
});

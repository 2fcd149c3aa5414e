import { endpoint, timelineDeps } from '../../../lib/runtime/api.ts';
import { getTimelineContract } from '../../../lib/timelines/contract.ts';
import { getTimeline } from '../../../lib/timelines/get-timeline.ts';
import { timelineView } from '../../../lib/timelines/view.ts';

export const handler = endpoint(getTimelineContract, async ({ principal, params }) =>
  timelineView(await getTimeline(timelineDeps().store, principal, params.id), timelineDeps().files),
);

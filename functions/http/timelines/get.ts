import { endpoint, timelineDeps } from '../../../lib/runtime/api.ts';
import { loadTimeline } from '../../../lib/timelines/change-timeline.ts';
import { getTimelineContract } from '../../../lib/timelines/contract.ts';
import { timelineView } from '../../../lib/timelines/view.ts';

export const handler = endpoint(getTimelineContract, async ({ principal, params }) =>
  timelineView(await loadTimeline(timelineDeps().store, principal, params.id), timelineDeps().files),
);

import { endpoint, timelineTools } from '../../../lib/runtime/api.ts';
import { loadTimeline } from '../../../lib/timelines/change-timeline.ts';
import { getTimeline as contract } from '../../../lib/timelines/contract.ts';
import { timelineView } from '../../../lib/timelines/view.ts';

export const handler = endpoint(contract, async ({ principal, params }) =>
  timelineView(await loadTimeline(timelineTools().store, principal, params.id), timelineTools().files),
);

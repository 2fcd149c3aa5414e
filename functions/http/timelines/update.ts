import { endpoint, timelineTools } from '../../../lib/runtime/api.ts';
import { updateTimeline as contract } from '../../../lib/timelines/contract.ts';
import { updateTimeline } from '../../../lib/timelines/update-timeline.ts';
import { timelineView } from '../../../lib/timelines/view.ts';

export const handler = endpoint(contract, async ({ principal, params, body }) =>
  timelineView(await updateTimeline(timelineTools(), principal, params.id, body), timelineTools().files),
);

import { endpoint, timelineTools } from '../../../lib/runtime/api.ts';
import { createTimeline as contract } from '../../../lib/timelines/contract.ts';
import { createTimeline } from '../../../lib/timelines/create-timeline.ts';
import { timelineView } from '../../../lib/timelines/view.ts';

export const handler = endpoint(contract, async ({ principal, body, announce }) => {
  await createTimeline(timelineTools(), principal, body, async (made) =>
    announce(await timelineView(made, timelineTools().files)),
  );
});

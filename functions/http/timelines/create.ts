import { endpoint, imageFetchDeps, timelineDeps } from '../../../lib/runtime/api.ts';
import { createTimelineContract } from '../../../lib/timelines/contract.ts';
import { createTimeline } from '../../../lib/timelines/create-timeline.ts';
import { timelineView } from '../../../lib/timelines/view.ts';

export const handler = endpoint(createTimelineContract, async ({ principal, body, prepareAnswer }) => {
  await createTimeline({ ...timelineDeps(), ...imageFetchDeps() }, principal, body, async (made) =>
    prepareAnswer(await timelineView(made, timelineDeps().files)),
  );
});

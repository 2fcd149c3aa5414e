import { endpoint, imageFetchDeps, timelineDeps } from '../../../lib/runtime/api.ts';
import { updateTimelineContract } from '../../../lib/timelines/contract.ts';
import { updateTimeline } from '../../../lib/timelines/update-timeline.ts';
import { timelineView } from '../../../lib/timelines/view.ts';

export const handler = endpoint(updateTimelineContract, async ({ principal, params, body, precondition }) =>
  timelineView(
    await updateTimeline({ ...timelineDeps(), ...imageFetchDeps() }, principal, params.id, body, precondition),
    timelineDeps().files,
  ),
);

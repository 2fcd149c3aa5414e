import { endpoint, imageFetchDeps, timelineDeps } from '#app/composition/api.ts';
import { updateTimelineContract } from '#features/timelines/contract.ts';
import { updateTimeline } from '#features/timelines/update-timeline.ts';
import { timelineView } from '#features/timelines/view.ts';

export const handler = endpoint(updateTimelineContract, async ({ principal, params, body, precondition }) =>
  timelineView(
    await updateTimeline({ ...timelineDeps(), ...imageFetchDeps() }, principal, params.id, body, precondition),
    timelineDeps().files,
  ),
);

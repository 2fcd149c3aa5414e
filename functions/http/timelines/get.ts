import { createApiEndpoint, timelineDeps } from '#app/composition/api.ts';
import { getTimelineContract } from '#features/timelines/contract.ts';
import { getTimeline } from '#features/timelines/get-timeline.ts';
import { toTimelineAnswer } from '#features/timelines/view.ts';

/** Answers `GET /timelines/{id}` with a timeline and its slides. */
export const handler = createApiEndpoint(getTimelineContract, async ({ principal, params }) =>
  toTimelineAnswer(await getTimeline(timelineDeps().store, principal, params.id), timelineDeps().files),
);

import { createApiEndpoint } from '#app/composition/api.ts';
import { checkTimelineDeps } from '#app/composition/check.ts';
import { checkTimeline } from '#features/renders/check/check-timeline.ts';
import { checkTimelineContract } from '#features/renders/contract.ts';

/** Answers `GET /timelines/{id}/check` with the problems of a timeline, and the amounts that a render of it would use. */
export const handler = createApiEndpoint(checkTimelineContract, ({ principal, params, query }) =>
  checkTimeline(checkTimelineDeps(), principal, params.id, query),
);

import { announceMediaFetchesDeps, createApiEndpoint, timelineDeps } from '#app/composition/api.ts';
import { updateTimelineContract } from '#features/timelines/contract.ts';
import { updateTimeline } from '#features/timelines/update-timeline.ts';
import { toTimelineAnswer } from '#features/timelines/view.ts';

/** Handles `PUT /timelines/{id}`: changes the settings that the body names; `slides`, if sent, replaces all slides. */
export const handler = createApiEndpoint(updateTimelineContract, async ({ principal, params, body, precondition }) =>
  toTimelineAnswer(
    await updateTimeline(
      { ...timelineDeps(), ...announceMediaFetchesDeps() },
      principal,
      params.id,
      body,
      precondition,
    ),
    timelineDeps().files,
  ),
);

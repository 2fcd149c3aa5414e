import { announceMediaFetchesDeps, createApiEndpoint, timelineDeps } from '#app/composition/api.ts';
import { createTimelineContract } from '#features/timelines/contract.ts';
import { createTimeline } from '#features/timelines/create-timeline.ts';
import { toTimelineAnswer } from '#features/timelines/view.ts';

/** Handles `POST /timelines`: makes a timeline, with its slides if they are sent. */
export const handler = createApiEndpoint(createTimelineContract, async ({ principal, body, prepareAnswer }) => {
  await createTimeline({ ...timelineDeps(), ...announceMediaFetchesDeps() }, principal, body, async (loadedTimeline) =>
    prepareAnswer(await toTimelineAnswer(loadedTimeline, timelineDeps().files)),
  );
});

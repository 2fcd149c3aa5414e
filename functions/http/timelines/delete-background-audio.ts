import { createApiEndpoint, timelineDeps } from '#app/composition/api.ts';
import { deleteBackgroundAudioContract } from '#features/music/contract.ts';
import { deleteBackgroundAudio } from '#features/music/set-background-audio.ts';
import { toTimelineAnswer } from '#features/timelines/view.ts';

/** Handles `DELETE /timelines/{id}/background-audio`: removes the music of a timeline. */
export const handler = createApiEndpoint(deleteBackgroundAudioContract, async ({ principal, params, precondition }) =>
  toTimelineAnswer(
    await deleteBackgroundAudio(timelineDeps(), principal, params.id, precondition),
    timelineDeps().files,
  ),
);

import { endpoint, timelineDeps } from '#app/composition/api.ts';
import { deleteBackgroundAudioContract } from '#features/music/contract.ts';
import { deleteMusic } from '#features/music/set-background-audio.ts';
import { timelineView } from '#features/timelines/view.ts';

/** Handles `DELETE /timelines/{id}/background-audio`: removes the music of a timeline. */
export const handler = endpoint(deleteBackgroundAudioContract, async ({ principal, params, precondition }) =>
  timelineView(await deleteMusic(timelineDeps(), principal, params.id, precondition), timelineDeps().files),
);

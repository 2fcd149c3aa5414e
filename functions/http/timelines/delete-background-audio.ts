import { deleteBackgroundAudioContract } from '../../../lib/music/contract.ts';
import { deleteAudio } from '../../../lib/music/place-audio.ts';
import { endpoint, timelineDeps } from '../../../lib/runtime/api.ts';
import { timelineView } from '../../../lib/timelines/view.ts';

export const handler = endpoint(deleteBackgroundAudioContract, async ({ principal, params }) =>
  timelineView(await deleteAudio(timelineDeps(), principal, params.id), timelineDeps().files),
);

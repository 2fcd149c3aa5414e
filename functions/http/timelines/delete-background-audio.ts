import { deleteBackgroundAudioContract } from '../../../lib/music/contract.ts';
import { deleteMusic } from '../../../lib/music/set-background-audio.ts';
import { endpoint, timelineDeps } from '../../../lib/runtime/api.ts';
import { timelineView } from '../../../lib/timelines/view.ts';

export const handler = endpoint(deleteBackgroundAudioContract, async ({ principal, params, precondition }) =>
  timelineView(await deleteMusic(timelineDeps(), principal, params.id, precondition), timelineDeps().files),
);

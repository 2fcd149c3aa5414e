import { deleteBackgroundAudio as contract } from '../../../lib/background-audio/contract.ts';
import { deleteAudio } from '../../../lib/background-audio/place-audio.ts';
import { endpoint, timelineTools } from '../../../lib/runtime/api.ts';
import { timelineView } from '../../../lib/timelines/view.ts';

export const handler = endpoint(contract, async ({ principal, params }) =>
  timelineView(await deleteAudio(timelineTools(), principal, params.id), timelineTools().files),
);

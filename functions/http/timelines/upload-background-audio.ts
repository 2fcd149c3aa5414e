import { uploadBackgroundAudioContract } from '../../../lib/music/contract.ts';
import { importAudio, sendAudio } from '../../../lib/music/send-audio.ts';
import { announceAudio, completeAudio } from '../../../lib/music/upload-audio.ts';
import { endpoint } from '../../../lib/runtime/api.ts';
import { backgroundAudioDeps } from '../../../lib/runtime/background-audio.ts';
import type { LoadedTimeline } from '../../../lib/timelines/timeline.ts';
import { timelineView } from '../../../lib/timelines/view.ts';

export const handler = endpoint(
  uploadBackgroundAudioContract,
  async ({ principal, params: { id }, body, file, announce }) => {
    const deps = backgroundAudioDeps();
    const announceTimeline = async (changed: LoadedTimeline) => announce(await timelineView(changed, deps.files));
    if (file) await sendAudio(deps, principal, id, file, announceTimeline);
    else if ('url' in body) await importAudio(deps, principal, id, body, announceTimeline);
    else if ('upload_id' in body) await completeAudio(deps, principal, id, body, announceTimeline);
    else await announceAudio(deps, principal, id, body, announce);
  },
);

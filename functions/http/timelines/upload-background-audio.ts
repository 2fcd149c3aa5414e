import { uploadBackgroundAudio as contract } from '../../../lib/background-audio/contract.ts';
import { importAudio, sendAudio } from '../../../lib/background-audio/send-audio.ts';
import { announceAudio, completeAudio } from '../../../lib/background-audio/upload-audio.ts';
import { endpoint } from '../../../lib/runtime/api.ts';
import { backgroundAudioTools } from '../../../lib/runtime/background-audio.ts';
import type { LoadedTimeline } from '../../../lib/timelines/timeline.ts';
import { timelineView } from '../../../lib/timelines/view.ts';

export const handler = endpoint(contract, async ({ principal, params: { id }, body, file, announce }) => {
  const tools = backgroundAudioTools();
  const announceTimeline = async (changed: LoadedTimeline) => announce(await timelineView(changed, tools.files));
  if (file) await sendAudio(tools, principal, id, file, announceTimeline);
  else if ('url' in body) await importAudio(tools, principal, id, body, announceTimeline);
  else if ('upload_id' in body) await completeAudio(tools, principal, id, body, announceTimeline);
  else await announceAudio(tools, principal, id, body, announce);
});

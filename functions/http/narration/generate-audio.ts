import { audioView } from '../../../lib/narration/audio-view.ts';
import { generateSlideAudio as contract } from '../../../lib/narration/contract.ts';
import { generateAudio } from '../../../lib/narration/generate-audio.ts';
import { importRecording, sendRecording } from '../../../lib/narration/recording/send-recording.ts';
import { announceRecording, completeRecording } from '../../../lib/narration/recording/upload-recording.ts';
import type { SlideWithAudio } from '../../../lib/narration/replace-audio.ts';
import { endpoint } from '../../../lib/runtime/api.ts';
import { data } from '../../../lib/runtime/data.ts';
import { slideAudioTools } from '../../../lib/runtime/recordings.ts';

export const handler = endpoint(contract, async ({ principal, params, body, file, announce }) => {
  const tools = slideAudioTools();
  const announceAudio = async (placed: SlideWithAudio) => announce(await audioView(placed, data().files.presignGet));
  if (file) await sendRecording(tools, principal, params, file, announceAudio);
  else if ('url' in body) await importRecording(tools, principal, params, body, announceAudio);
  else if ('upload_id' in body) await completeRecording(tools, principal, params, body, announceAudio);
  else if ('content_type' in body) await announceRecording(tools, principal, params, body, announce);
  else await generateAudio(tools, principal, params, body, announceAudio);
});

import { audioView } from '../../../lib/narration/audio-view.ts';
import { generateSlideAudioContract } from '../../../lib/narration/contract.ts';
import { generateAudio } from '../../../lib/narration/generate-audio.ts';
import { importRecording, sendRecording } from '../../../lib/narration/recording/send-recording.ts';
import { announceRecording, completeRecording } from '../../../lib/narration/recording/upload-recording.ts';
import type { SlideWithAudio } from '../../../lib/narration/replace-audio.ts';
import { endpoint } from '../../../lib/runtime/api.ts';
import { slideAudioDeps } from '../../../lib/runtime/recordings.ts';
import { services } from '../../../lib/runtime/services.ts';

export const handler = endpoint(generateSlideAudioContract, async ({ principal, params, body, file, announce }) => {
  const deps = slideAudioDeps();
  const announceAudio = async (placed: SlideWithAudio) =>
    announce(await audioView(placed, services().files.presignGet));
  if (file) await sendRecording(deps, principal, params, file, announceAudio);
  else if ('url' in body) await importRecording(deps, principal, params, body, announceAudio);
  else if ('upload_id' in body) await completeRecording(deps, principal, params, body, announceAudio);
  else if ('content_type' in body) await announceRecording(deps, principal, params, body, announce);
  else await generateAudio(deps, principal, params, body, announceAudio);
});

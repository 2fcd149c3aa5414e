import { audioView } from '../../../lib/narration/audio-view.ts';
import { generateSlideAudioContract } from '../../../lib/narration/contract.ts';
import { generateAudio } from '../../../lib/narration/generate-audio.ts';
import { recordingUploadOperation } from '../../../lib/narration/recording/set-recording.ts';
import type { SlideWithAudio } from '../../../lib/narration/replace-audio.ts';
import { endpoint } from '../../../lib/runtime/api.ts';
import { services } from '../../../lib/runtime/services.ts';
import { slideAudioDeps } from '../../../lib/runtime/slide-audio.ts';
import { receiveFile } from '../../../lib/uploads/receive-file.ts';

export const handler = endpoint(
  generateSlideAudioContract,
  async ({ principal, params, body, file, precondition, prepareAnswer }) => {
    const deps = slideAudioDeps();
    const prepareAudioAnswer = async (audio: SlideWithAudio) =>
      prepareAnswer(await audioView(audio, services().files.presignGet));
    const place = { ...params, precondition };
    const destination = recordingUploadOperation(deps, principal, place, prepareAudioAnswer);
    const sent = file ?? body;
    if ('speed' in sent) await generateAudio(deps, principal, place, sent, prepareAudioAnswer);
    else await receiveFile(deps, principal, destination, sent, prepareAnswer);
  },
);

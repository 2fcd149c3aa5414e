import { createApiEndpoint } from '#app/composition/api.ts';
import { stageSpeechEngineIdentity } from '#app/composition/engine-identity.ts';
import { sharedServices } from '#app/composition/services.ts';
import { slideAudioDeps } from '#app/composition/slide-audio.ts';
import { toSlideAudioAnswer } from '#features/narration/audio-view.ts';
import { generateSlideAudioContract } from '#features/narration/contract.ts';
import { generateSlideAudio } from '#features/narration/generate-slide-audio.ts';
import { recordingUploadOperation } from '#features/narration/recording/set-recording.ts';
import type { SlideWithAudio } from '#features/narration/replace-slide-audio.ts';
import { receiveFile } from '#features/uploads/receive-file.ts';

/** Handles `POST /timelines/{id}/slides/{sid}/audio`: synthesizes the narration of a slide, or receives a recording of it. */
export const handler = createApiEndpoint(
  generateSlideAudioContract,
  async ({ principal, params, body, file, precondition, prepareAnswer }) => {
    const deps = slideAudioDeps();
    const prepareAudioAnswer = async (audio: SlideWithAudio) =>
      prepareAnswer(await toSlideAudioAnswer(audio, sharedServices().files.presignGet, stageSpeechEngineIdentity));
    const slideTarget = { ...params, precondition };
    const operation = recordingUploadOperation(deps, principal, slideTarget, prepareAudioAnswer);
    const content = file ?? body;
    // `format` has a default: only a request for synthesis has it.
    if ('format' in content) await generateSlideAudio(deps, principal, slideTarget, content, prepareAudioAnswer);
    else await receiveFile(deps, principal, operation, content, prepareAnswer);
  },
);

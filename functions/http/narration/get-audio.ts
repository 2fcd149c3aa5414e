import { createApiEndpoint } from '#app/composition/api.ts';
import { stageSpeechEngineIdentity } from '#app/composition/engine-identity.ts';
import { sharedServices } from '#app/composition/services.ts';
import { toSlideAudioAnswer } from '#features/narration/audio-view.ts';
import { getSlideAudioContract } from '#features/narration/contract.ts';
import { getSlideAudio } from '#features/narration/get-slide-audio.ts';

/** Answers `GET /timelines/{id}/slides/{sid}/audio` with the narration of a slide. */
export const handler = createApiEndpoint(getSlideAudioContract, async ({ principal, params }) =>
  toSlideAudioAnswer(
    await getSlideAudio(sharedServices(), principal, params),
    sharedServices().files.presignGet,
    stageSpeechEngineIdentity,
  ),
);

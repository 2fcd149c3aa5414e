import { endpoint } from '#app/composition/api.ts';
import { engineIdentity } from '#app/composition/engine-identity.ts';
import { services } from '#app/composition/services.ts';
import { audioView } from '#features/narration/audio-view.ts';
import { getSlideAudioContract } from '#features/narration/contract.ts';
import { getAudio } from '#features/narration/get-audio.ts';

/** Answers `GET /timelines/{id}/slides/{sid}/audio` with the narration of a slide. */
export const handler = endpoint(getSlideAudioContract, async ({ principal, params }) =>
  audioView(await getAudio(services(), principal, params), services().files.presignGet, engineIdentity),
);

import { apiEndpoint } from '#app/composition/api.ts';
import { stageEngineIdentity } from '#app/composition/engine-identity.ts';
import { previewSoundDeps } from '#app/composition/preview-sound.ts';
import { previewSpeechContract } from '#features/narration/contract.ts';
import { previewSound } from '#features/narration/preview-sound.ts';
import { previewSpeech } from '#features/narration/preview-speech.ts';

/** Answers `POST /speech/preview` with the words that a voice would be given for a text, and with `audio` their sound. */
export const handler = apiEndpoint(previewSpeechContract, async ({ principal, query, body }) =>
  query.audio === 'true' ? previewSound(previewSoundDeps(), principal, body) : previewSpeech(stageEngineIdentity, body),
);

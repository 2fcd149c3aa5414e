import { createApiEndpoint } from '#app/composition/api.ts';
import { stageSpeechEngineIdentity } from '#app/composition/engine-identity.ts';
import { previewSoundDeps } from '#app/composition/preview-sound.ts';
import { previewSpeechContract } from '#features/narration/contract.ts';
import { previewSpeech } from '#features/narration/preview-speech.ts';
import { previewSpeechWithSound } from '#features/narration/preview-speech-with-sound.ts';

/** Answers `POST /speech/preview` with the words that a voice would be given for a text, and with `audio` their sound. */
export const handler = createApiEndpoint(previewSpeechContract, async ({ principal, query, body }) =>
  query.audio === 'true'
    ? previewSpeechWithSound(previewSoundDeps(), principal, body)
    : previewSpeech(stageSpeechEngineIdentity, body),
);

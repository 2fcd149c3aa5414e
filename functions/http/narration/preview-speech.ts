import { endpoint } from '#app/composition/api.ts';
import { engineIdentity } from '#app/composition/engine-identity.ts';
import { previewSpeechContract } from '#features/narration/contract.ts';
import { previewSpeech } from '#features/narration/preview-speech.ts';

/** Answers `POST /speech/preview` with the words that a voice would be given for a text. */
export const handler = endpoint(previewSpeechContract, async ({ body }) => previewSpeech(engineIdentity, body));

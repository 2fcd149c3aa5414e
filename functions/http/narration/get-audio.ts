import { audioView } from '../../../lib/narration/audio-view.ts';
import { getSlideAudioContract } from '../../../lib/narration/contract.ts';
import { getAudio } from '../../../lib/narration/get-audio.ts';
import { endpoint } from '../../../lib/runtime/api.ts';
import { services } from '../../../lib/runtime/services.ts';

export const handler = endpoint(getSlideAudioContract, async ({ principal, params }) =>
  audioView(await getAudio(services(), principal, params), services().files.presignGet),
);

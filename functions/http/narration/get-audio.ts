import { audioView } from '../../../lib/narration/audio-view.ts';
import { getSlideAudio as contract } from '../../../lib/narration/contract.ts';
import { getAudio } from '../../../lib/narration/get-audio.ts';
import { endpoint } from '../../../lib/runtime/api.ts';
import { data } from '../../../lib/runtime/data.ts';

export const handler = endpoint(contract, async ({ principal, params }) =>
  audioView(await getAudio(data(), principal, params), data().files.presignGet),
);

import { ServiceError } from '../../../lib/errors.ts';
import { audioView } from '../../../lib/narration/audio-view.ts';
import { generateSlideAudio as contract } from '../../../lib/narration/contract.ts';
import { generateAudio } from '../../../lib/narration/generate-audio.ts';
import { endpoint } from '../../../lib/runtime/api.ts';
import { data } from '../../../lib/runtime/data.ts';
import { narrator } from '../../../lib/runtime/narrator.ts';

export const handler = endpoint(contract, async ({ principal, params, body, file, announce }) => {
  if (file || !('speed' in body))
    throw new ServiceError('unsupported_option', 'Recordings cannot be taken so far; have the notes narrated.');
  const { timelines, audio, narrations: queue, clock, files } = data();
  const tools = { timelines, audio, queue, engine: narrator, clock };
  await generateAudio(tools, principal, params, body, async (made) =>
    announce(await audioView(made.slide, made.audio, [], files.presignGet)),
  );
});

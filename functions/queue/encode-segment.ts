import { encodeAudio, encodeVideo } from '../../lib/renders/work-encode.ts';
import { encodeDeps } from '../../lib/runtime/video.ts';
import { unitHandler } from '../../lib/runtime/worker.ts';

export const handler = unitHandler('segments', {
  video: (work) => encodeVideo(encodeDeps(), work),
  audio: (work) => encodeAudio(encodeDeps(), work),
});

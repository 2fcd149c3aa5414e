import { encodeAudio, encodeVideo } from '../../lib/renders/encode-segment.ts';
import { encodeDeps } from '../../lib/runtime/video.ts';
import { taskHandler } from '../../lib/runtime/worker.ts';

export const handler = taskHandler('segments', {
  video: (work) => encodeVideo(encodeDeps(), work),
  audio: (work) => encodeAudio(encodeDeps(), work),
});

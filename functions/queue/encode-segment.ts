import { encodeSoundShare, encodeVideoShare } from '../../lib/renders/encode-segment.ts';
import { encodeDeps } from '../../lib/runtime/video.ts';
import { taskHandler } from '../../lib/runtime/worker.ts';

export const handler = taskHandler('segments', {
  video: (work) => encodeVideoShare(encodeDeps(), work),
  audio: (work) => encodeSoundShare(encodeDeps(), work),
});

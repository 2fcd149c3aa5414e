import { encodeAudio, encodeVideo } from '../../lib/renders/work-encode.ts';
import { encodeDeps } from '../../lib/runtime/video.ts';
import { batchHandler, unitWorker } from '../../lib/runtime/worker.ts';

export const handler = batchHandler(
  unitWorker('segments', {
    video: (work) => encodeVideo(encodeDeps(), work),
    audio: (work) => encodeAudio(encodeDeps(), work),
  }),
);

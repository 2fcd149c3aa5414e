import { encodeAudio, encodeVideo } from '../../lib/renders/work-encode.ts';
import { encodeTools } from '../../lib/runtime/video.ts';
import { batchHandler, unitWorker } from '../../lib/runtime/worker.ts';

export const handler = batchHandler(
  unitWorker('segments', {
    video: (work) => encodeVideo(encodeTools(), work),
    audio: (work) => encodeAudio(encodeTools(), work),
  }),
);

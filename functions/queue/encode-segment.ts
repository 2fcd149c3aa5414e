import { drawAndEncodeDeps } from '#app/composition/video.ts';
import { createRenderTaskHandler } from '#app/composition/worker.ts';
import { performSoundEncodingTask, performVideoEncodingTask } from '#features/renders/encode-segment.ts';

/** Does a task of a render for each message: encodes a share of its clips (`video`), or of its soundtrack (`audio`). */
export const handler = createRenderTaskHandler('segments', {
  video: (work) => performVideoEncodingTask(drawAndEncodeDeps(), work),
  audio: (work) => performSoundEncodingTask(drawAndEncodeDeps(), work),
});

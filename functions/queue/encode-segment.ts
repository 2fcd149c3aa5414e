import { drawAndEncodeDeps } from '#app/composition/video.ts';
import { createRenderTaskHandler } from '#app/composition/worker.ts';
import { encodeSoundShare, encodeVideoShare } from '#features/renders/encode-segment.ts';

/** Does a task of a render for each message: encodes a share of its clips (`video`), or of its soundtrack (`audio`). */
export const handler = createRenderTaskHandler('segments', {
  video: (work) => encodeVideoShare(drawAndEncodeDeps(), work),
  audio: (work) => encodeSoundShare(drawAndEncodeDeps(), work),
});

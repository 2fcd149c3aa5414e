import { encodeDeps } from '#app/composition/video.ts';
import { renderTaskHandler } from '#app/composition/worker.ts';
import { encodeSoundShare, encodeVideoShare } from '#features/renders/encode-segment.ts';

/** Does a task of a render for each message: encodes a share of its clips (`video`), or of its soundtrack (`audio`). */
export const handler = renderTaskHandler('segments', {
  video: (work) => encodeVideoShare(encodeDeps(), work),
  audio: (work) => encodeSoundShare(encodeDeps(), work),
});

import { assembleVideoDeps } from '#app/composition/video.ts';
import { createRenderTaskHandler } from '#app/composition/worker.ts';
import { assembleRender } from '#features/renders/assemble-render.ts';

/** Does the last task of a render for each message: the encoded segments and the soundtrack become the video file. */
export const handler = createRenderTaskHandler('assemblies', {
  assembly: (work) => assembleRender(assembleVideoDeps(), work),
});

import { assembleDeps } from '#app/composition/video.ts';
import { renderTaskHandler } from '#app/composition/worker.ts';
import { assembleRender } from '#features/renders/assemble-render.ts';

/** Does the last task of a render for each message: the encoded segments and the soundtrack become the video file. */
export const handler = renderTaskHandler('assemblies', { assembly: (work) => assembleRender(assembleDeps(), work) });

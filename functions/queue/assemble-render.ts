import { assembleVideoDeps } from '#app/composition/video.ts';
import { createRenderTaskHandler } from '#app/composition/worker.ts';
import { performRenderAssemblyTask } from '#features/renders/perform-render-assembly-task.ts';

/** Does the last task of a render for each message: the encoded segments and the soundtrack become the video file. */
export const handler = createRenderTaskHandler('assemblies', {
  assembly: (work) => performRenderAssemblyTask(assembleVideoDeps(), work),
});

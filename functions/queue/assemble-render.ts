import { assembleDeps } from '#app/composition/video.ts';
import { taskHandler } from '#app/composition/worker.ts';
import { assembleRender } from '#features/renders/assemble-render.ts';

export const handler = taskHandler('assemblies', { assembly: (work) => assembleRender(assembleDeps(), work) });

import { assembleRender } from '../../lib/renders/assemble-render.ts';
import { assembleDeps } from '../../lib/runtime/video.ts';
import { taskHandler } from '../../lib/runtime/worker.ts';

export const handler = taskHandler('assemblies', { assembly: (work) => assembleRender(assembleDeps(), work) });

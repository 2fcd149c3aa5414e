import { assembleRender } from '../../lib/renders/work-assemble.ts';
import { assembleDeps } from '../../lib/runtime/video.ts';
import { unitHandler } from '../../lib/runtime/worker.ts';

export const handler = unitHandler('assemblies', { assembly: (work) => assembleRender(assembleDeps(), work) });

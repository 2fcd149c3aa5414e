import { assembleRender } from '../../lib/renders/work-assemble.ts';
import { assembleDeps } from '../../lib/runtime/video.ts';
import { batchHandler, unitWorker } from '../../lib/runtime/worker.ts';

export const handler = batchHandler(
  unitWorker('assemblies', { assembly: (work) => assembleRender(assembleDeps(), work) }),
);

import { assembleRender } from '../../lib/renders/work-assemble.ts';
import { planVideo, prepareRender } from '../../lib/renders/work-prepare.ts';
import { prepareTools } from '../../lib/runtime/narration.ts';
import { assembleTools } from '../../lib/runtime/video.ts';
import { batchHandler, unitWorker } from '../../lib/runtime/worker.ts';

export const handler = batchHandler(
  unitWorker(
    'renders',
    {
      prepare: (work) => prepareRender(prepareTools(), work),
      plan: (work) => planVideo(prepareTools(), work),
      assembly: (work) => assembleRender(assembleTools(), work),
    },
    ['assembly'],
  ),
);

import { assembleRender } from '../../lib/renders/work-assemble.ts';
import { planVideo, prepareRender } from '../../lib/renders/work-prepare.ts';
import { prepareDeps } from '../../lib/runtime/narration.ts';
import { assembleDeps } from '../../lib/runtime/video.ts';
import { unitHandler } from '../../lib/runtime/worker.ts';

export const handler = unitHandler(
  'renders',
  {
    prepare: (work) => prepareRender(prepareDeps(), work),
    plan: (work) => planVideo(prepareDeps(), work),
    assembly: (work) => assembleRender(assembleDeps(), work),
  },
  ['assembly'],
);

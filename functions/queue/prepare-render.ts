import { assembleRender } from '../../lib/renders/assemble-render.ts';
import { planAfterNarration, prepareRender } from '../../lib/renders/prepare-render.ts';
import { prepareDeps } from '../../lib/runtime/narration.ts';
import { assembleDeps } from '../../lib/runtime/video.ts';
import { taskHandler } from '../../lib/runtime/worker.ts';

export const handler = taskHandler(
  'renders',
  {
    prepare: (work) => prepareRender(prepareDeps(), work),
    plan: (work) => planAfterNarration(prepareDeps(), work),
    assembly: (work) => assembleRender(assembleDeps(), work),
  },
  ['assembly'],
);

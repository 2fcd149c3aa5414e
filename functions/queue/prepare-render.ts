import { planAfterNarration, prepareRender } from '../../lib/renders/prepare-render.ts';
import { prepareDeps } from '../../lib/runtime/prepare.ts';
import { taskHandler } from '../../lib/runtime/worker.ts';

export const handler = taskHandler('renders', {
  prepare: (work) => prepareRender(prepareDeps(), work),
  plan: (work) => planAfterNarration(prepareDeps(), work),
});

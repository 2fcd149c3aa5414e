import { narrateSlide } from '../../lib/renders/work-narration.ts';
import { narrationTools } from '../../lib/runtime/narration.ts';
import { unitWorker } from '../../lib/runtime/worker.ts';

export const handler = unitWorker('narration', { narration: (work) => narrateSlide(narrationTools(), work) });

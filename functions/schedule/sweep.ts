import { sweepRenders } from '../../lib/renders/sweep-renders.ts';
import { log } from '../../lib/runtime/log.ts';
import { advanceTools } from '../../lib/runtime/worker.ts';

export const handler = async (): Promise<{ live: number }> => {
  const live = await sweepRenders(advanceTools(), (render, error) =>
    log.error('render not swept', { render_id: render.id, error }),
  );
  return { live };
};

import { sweepAudio } from '../../lib/narration/sweep-audio.ts';
import { sweepRenders } from '../../lib/renders/sweep-renders.ts';
import { data } from '../../lib/runtime/data.ts';
import { log } from '../../lib/runtime/log.ts';
import { advanceTools } from '../../lib/runtime/worker.ts';

export const handler = async (): Promise<{ live: number; narrations: number }> => {
  const live = await sweepRenders(advanceTools(), (render, error) =>
    log.error('render not swept', { render_id: render.id, error }),
  );
  const { audio, narrations: queue, clock } = data();
  const narrations = await sweepAudio({ audio, queue, clock }, ({ timeline_id, slide_id }, error) =>
    log.error('narration not swept', { timeline_id, slide_id, error }),
  );
  return { live, narrations };
};

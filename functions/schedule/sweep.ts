import { sweepFairQueues } from '../../lib/fair-queue/sweep-fair-queues.ts';
import { sweepAudio } from '../../lib/narration/sweep-audio.ts';
import { sweepRenders } from '../../lib/renders/sweep-renders.ts';
import { sweepDeps } from '../../lib/runtime/events.ts';
import { log, logUnreadable } from '../../lib/runtime/log.ts';
import { services } from '../../lib/runtime/services.ts';
import { advanceDeps, slotDeps } from '../../lib/runtime/worker.ts';
import { sweepWebhooks } from '../../lib/webhooks/sweep-webhooks.ts';

const renders = (): Promise<number> =>
  sweepRenders(
    advanceDeps(),
    (render, error) => log.error('render not swept', { render_id: render.id, error }),
    logUnreadable,
  );

function narrations(): Promise<number> {
  const { audio, audioQueue: queue, clock } = services();
  return sweepAudio(
    { audio, queue, clock },
    ({ timeline_id, slide_id }, error) => log.error('narration not swept', { timeline_id, slide_id, error }),
    logUnreadable,
  );
}

const lines = (): Promise<number> =>
  sweepFairQueues(
    slotDeps(),
    ({ account_id, pool }, error) => log.error('line not swept', { account_id, pool, error }),
    logUnreadable,
  );

/**
 * Sweeps everything, also when one kind cannot be swept.
 * @throws the first failure, when the others are done; TableFormatError before anything is swept
 */
export const handler = async () => {
  await services().checkTableFormat();
  const sweeps = [renders(), narrations(), lines(), sweepWebhooks(sweepDeps())] as const;
  await Promise.allSettled(sweeps);
  const [live, audio, swept, webhooks] = await Promise.all(sweeps);
  return { live, narrations: audio, lines: swept, ...webhooks };
};

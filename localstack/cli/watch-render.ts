import { setTimeout as sleep } from 'node:timers/promises';
import { isTerminal } from '../../lib/renders/render.ts';
import type { ApiClient, RenderResponse } from './api-client.ts';
import { ApiError, NoAnswer } from './api-error.ts';
import type { Progress } from './progress.ts';
import type { WebhookReceiver } from './webhook-receiver.ts';

const POLL_MS = 1000;
/** Polls in a row that may go unanswered before the command gives up. */
const PATIENCE = 10;

export interface WatchOptions {
  onProgress(progress: Progress): void;
  /** Its deliveries are news as well, and the last one ends the wait at once. */
  receiver?: WebhookReceiver | undefined;
  signal: AbortSignal;
  pollMs?: number;
}

/**
 * Follows a render to its end by polling, and by webhook where there is a receiver; answers it as it ended, whether
 * completed, failed or canceled. The service gives every render a deadline, so this ends.
 */
export async function watchRender(
  client: Pick<ApiClient, 'getRender'>,
  renderId: string,
  { onProgress, receiver, signal, pollMs = POLL_MS }: WatchOptions,
): Promise<RenderResponse> {
  let wake = new AbortController();
  const onDelivery = ({ data }: { data: RenderResponse }): void => {
    if (data.id !== renderId) return;
    onProgress(data);
    if (isTerminal(data.status)) wake.abort();
  };
  receiver?.events.on('delivery', onDelivery);
  try {
    for (let unanswered = 0; ; ) {
      try {
        const render = await client.getRender(renderId);
        unanswered = 0;
        onProgress(render);
        if (isTerminal(render.status)) return render;
      } catch (error) {
        if (!isPassing(error) || ++unanswered >= PATIENCE) throw error;
      }
      await sleep(pollMs, undefined, { signal: AbortSignal.any([signal, wake.signal]) }).catch(() => undefined);
      signal.throwIfAborted();
      wake = new AbortController();
    }
  } finally {
    receiver?.events.off('delivery', onDelivery);
  }
}

/** Whether the next poll may well be answered. */
const isPassing = (error: unknown): boolean =>
  error instanceof NoAnswer || (error instanceof ApiError && (error.status >= 500 || error.status === 429));

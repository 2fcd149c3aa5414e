import { hasEnded, waitForRender } from '#front/client/wait-for-render.ts';
import type { ApiClient, RenderResponse } from './api-client.ts';
import type { Progress } from './progress.ts';
import type { WebhookReceiver } from './webhook-receiver.ts';

export interface WatchOptions {
  onProgress(progress: Progress): void;
  /** Its deliveries are news as well, and the last one ends the wait at once. */
  receiver?: WebhookReceiver | undefined;
  signal: AbortSignal;
  pollMs?: number;
}

/** Follows a render to its end by polling, and by webhook where there is a receiver; answers it as it ended. */
export function watchRender(
  client: Pick<ApiClient, 'getRender'>,
  renderId: string,
  { onProgress, receiver, signal, pollMs }: WatchOptions,
): Promise<RenderResponse> {
  return waitForRender(() => client.getRender(renderId), {
    onProgress,
    signal,
    pollMs,
    onNews(wake) {
      const onDelivery = ({ data }: { data: RenderResponse }): void => {
        if (data.id !== renderId) return;
        onProgress(data);
        if (hasEnded(data)) wake();
      };
      receiver?.events.on('delivery', onDelivery);
      return () => receiver?.events.off('delivery', onDelivery);
    },
  });
}

import { hasRenderEnded, waitForRender } from '#front/client/wait-for-render.ts';
import type { CliApiClient, RenderResponse } from './cli-api-client.ts';
import type { LocalWebhookReceiver } from './local-webhook-receiver.ts';
import type { RenderProgress } from './progress.ts';

/** Options of `waitForRenderEnd`. */
export interface WaitForRenderEndOptions {
  onProgress(progress: RenderProgress): void;
  /** A receiver whose deliveries report progress as well; the delivery that reports the end ends the wait at once. */
  receiver?: LocalWebhookReceiver | undefined;
  signal: AbortSignal;
  pollMs?: number;
}

/** Waits for the end of a render by polling, and by webhooks if there is a receiver. @returns the render: completed, failed or canceled */
export function waitForRenderEnd(
  client: Pick<CliApiClient, 'getRender'>,
  renderId: string,
  { onProgress, receiver, signal, pollMs }: WaitForRenderEndOptions,
): Promise<RenderResponse> {
  return waitForRender(() => client.getRender(renderId), {
    onProgress,
    signal,
    pollMs,
    onNews(wake) {
      const onDelivery = ({ data }: { data: RenderResponse }): void => {
        if (data.id !== renderId) return;
        onProgress(data);
        if (hasRenderEnded(data)) wake();
      };
      receiver?.events.on('delivery', onDelivery);
      return () => receiver?.events.off('delivery', onDelivery);
    },
  });
}

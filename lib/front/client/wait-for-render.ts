import { ApiError } from './api-error.ts';
import { isPassing, sleepFor } from './retrying-fetch.ts';
import type { components } from './schema.ts';

type RenderAnswer = components['schemas']['Render'];

const POLL_MS = 1000;
/** Polls in a row that may fail in passing before the wait is given up. */
const PATIENCE = 10;
const ENDS: readonly RenderAnswer['status'][] = ['completed', 'failed', 'canceled'];

export interface WaitOptions {
  /** Told of every answer, the last one included. */
  onProgress?: ((render: RenderAnswer) => void) | undefined;
  /** Ends the wait with its reason; the render continues. */
  signal?: AbortSignal | undefined;
  pollMs?: number | undefined;
  /** Calls its argument when there is news of the render, which is then fetched at once. @returns what ends that */
  onNews?: ((wake: () => void) => () => void) | undefined;
}

/** Reports whether nothing about a render changes any more. */
export const hasEnded = ({ status }: Pick<RenderAnswer, 'status'>): boolean => ENDS.includes(status);

/**
 * Follows a render to its end by polling; answers it as it ended, whether completed, failed or canceled. The service gives every
 * render a deadline, so this ends.
 * @param getRender `GET /renders/{id}`; throws `ApiError` or `NoAnswer`
 */
export async function waitForRender(
  getRender: () => Promise<RenderAnswer>,
  { onProgress = () => undefined, signal, pollMs = POLL_MS, onNews }: WaitOptions = {},
): Promise<RenderAnswer> {
  let news = new AbortController();
  const stop = onNews?.(() => news.abort());
  try {
    for (let unanswered = 0; ; ) {
      signal?.throwIfAborted();
      news = new AbortController();
      try {
        const render = await getRender();
        unanswered = 0;
        onProgress(render);
        if (hasEnded(render)) return render;
      } catch (error) {
        const isLimited = error instanceof ApiError && error.status === 429;
        if (!(isLimited || isPassing(error)) || ++unanswered >= PATIENCE) throw error;
      }
      await sleepFor(pollMs, signal ? AbortSignal.any([signal, news.signal]) : news.signal).catch(() => undefined);
    }
  } finally {
    stop?.();
  }
}

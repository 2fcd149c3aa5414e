import { ApiError } from './api-error.ts';
import { isTemporaryError, sleepFor } from './retrying-fetch.ts';
import type { components } from './schema.ts';

type RenderAnswer = components['schemas']['Render'];

const POLL_MS = 1000;
/** Number of consecutive polls with temporary failures after which waiting ends with the error. */
const MAX_FAILED_POLLS = 10;
const TERMINAL_STATUSES: readonly RenderAnswer['status'][] = ['completed', 'failed', 'canceled'];

/** Options of `waitForRender`. */
export interface WaitOptions {
  /** Called with each answer, the last one included. */
  onProgress?: ((render: RenderAnswer) => void) | undefined;
  /** Aborts the wait with its reason; the render continues. */
  signal?: AbortSignal | undefined;
  pollMs?: number | undefined;
  /** Subscribes to news of the render: after each call of `wake` the render is fetched at once. @returns a function that unsubscribes */
  onNews?: ((wake: () => void) => () => void) | undefined;
}

/** Reports whether a render has a terminal status: completed, failed or canceled. */
export const hasRenderEnded = ({ status }: Pick<RenderAnswer, 'status'>): boolean => TERMINAL_STATUSES.includes(status);

/**
 * Polls a render until it has ended, and resolves to it: completed, failed or canceled. The wait is finite, because the service gives
 * each render a deadline.
 * @param getRender `GET /renders/{id}`; throws `ApiError` or `NoAnswer`
 */
export async function waitForRender(
  getRender: () => Promise<RenderAnswer>,
  { onProgress = () => undefined, signal, pollMs = POLL_MS, onNews }: WaitOptions = {},
): Promise<RenderAnswer> {
  let news = new AbortController();
  const stop = onNews?.(() => news.abort());
  try {
    for (let failedPolls = 0; ; ) {
      signal?.throwIfAborted();
      news = new AbortController();
      try {
        const render = await getRender();
        failedPolls = 0;
        onProgress(render);
        if (hasRenderEnded(render)) return render;
      } catch (error) {
        const isLimited = error instanceof ApiError && error.status === 429;
        if (!(isLimited || isTemporaryError(error)) || ++failedPolls >= MAX_FAILED_POLLS) throw error;
      }
      await sleepFor(pollMs, signal ? AbortSignal.any([signal, news.signal]) : news.signal).catch(() => undefined);
    }
  } finally {
    stop?.();
  }
}

import { ApiError } from './api-error.ts';
import { isPassing, sleepFor } from './retrying-fetch.ts';

const POLL_MS = 1000;
/** Polls in a row that may fail in passing before the wait is given up. */
const PATIENCE = 10;
const ENDS = ['completed', 'failed', 'canceled'];
/** Reports whether nothing about a render changes any more. */
export const hasEnded = ({ status }) => ENDS.includes(status);
/**
 * Follows a render to its end by polling; answers it as it ended, whether completed, failed or canceled. The service gives every
 * render a deadline, so this ends.
 * @param getRender `GET /renders/{id}`; throws `ApiError` or `NoAnswer`
 */
export async function waitForRender(
  getRender,
  { onProgress = () => undefined, signal, pollMs = POLL_MS, onNews } = {},
) {
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

import { setTimeout as wait } from 'node:timers/promises';
import type { startReceiver } from '#test/support/service/receiver.ts';
import type { LoadOutcome } from './bounds.ts';
import type { Caller, LoadClient } from './client.ts';

/** Between two looks at a render. */
const POLL_MS = 1000;
const ENDS: readonly string[] = ['completed', 'failed', 'canceled'];

/** Renders of a run: asked for, looked at until they end, and reported by webhooks. */
export interface RenderLoad {
  /** Asks for a render of one of the client's timelines, and follows it. */
  start(client: LoadClient): void;
  /** Resolves when all have ended, or after this time. */
  settle(ms: number): Promise<void>;
  counts(): Pick<LoadOutcome, 'renders' | 'webhooksMissing'>;
}

/** Follows renders. @param report gets a sentence for each that fails */
export function renderLoad(
  caller: Caller,
  receiver: Awaited<ReturnType<typeof startReceiver>>,
  report: (sentence: string) => void,
): RenderLoad {
  let [asked, failed] = [0, 0];
  const completed = new Set<string>();
  const running = new Set<Promise<void>>();
  let isEnding = false;

  async function follow(client: LoadClient): Promise<void> {
    const timeline = client.timelines.at(-1);
    if (timeline === undefined) return;
    asked += 1;
    const { id } = await caller.json<{ id: string }>(client, 'change', 'POST /renders', {
      timeline_id: timeline.id,
      webhook_url: receiver.url,
    });
    client.renders.push(id);
    while (!isEnding) {
      const { status } = await caller.json<{ status: string }>(client, 'read', `GET /renders/${id}`);
      if (status === 'completed') completed.add(id);
      else if (ENDS.includes(status)) failed += 1;
      if (ENDS.includes(status)) return;
      await wait(POLL_MS);
    }
  }

  const missing = () => [...completed].filter((id) => receiver.of(id).length === 0).length;
  return {
    start(client) {
      const run = follow(client)
        .catch((error: Error) => {
          failed += 1;
          report(error.message);
        })
        .finally(() => running.delete(run));
      running.add(run);
    },
    async settle(ms) {
      const end = Date.now() + ms;
      while ((running.size > 0 || missing() > 0) && Date.now() < end) await wait(POLL_MS);
      isEnding = true;
      const deadline = wait(2 * POLL_MS, undefined, { ref: false });
      await Promise.race([Promise.all(running), deadline]);
    },
    counts: () => ({
      renders: { asked, completed: completed.size, failed, waiting: asked - completed.size - failed },
      webhooksMissing: missing(),
    }),
  };
}

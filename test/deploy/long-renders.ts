import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isTerminal } from '../../lib/renders/render.ts';
import { type ApiClient, createApiClient, type RenderResponse } from '../../localstack/cli/api-client.ts';
import { checkVideo } from '../../localstack/cli/check-video.ts';
import { download } from '../../localstack/cli/download.ts';

/** Renders at once, and slides of each. A slide that pushes the one before away is encoded frame by frame: many workers share it for half a minute. */
export const RENDERS = 2;
const SLIDES = 24;
const POLL_MS = 500;
const RENDERS_MS = 15 * 60_000;

/** Renders that last longer than a deployment. */
export interface LongRenders {
  /** Resolves once each of them is being encoded, and none has ended. @throws Error when one has */
  areUnderWay(): Promise<void>;
  /** How many have not ended. */
  left(): Promise<number>;
  /** Waits for their ends. @throws Error unless each film is there and whole @returns frames of them all */
  complete(folder: string): Promise<number>;
}

async function startOne(client: ApiClient, name: string): Promise<string> {
  const { id } = await client.createTimeline({
    title: name,
    resolution: '480p',
    transition: { type: 'slide', duration_seconds: 2 },
    slides: Array.from({ length: SLIDES }, (_, slide) => ({ title: `${name}, slide ${slide}`, duration_seconds: 3 })),
  });
  return (await client.createRender({ timeline_id: id, narration: 'none' })).id;
}

/** @param name tells these films from those of another call, whose clips they would take otherwise */
export async function startLongRenders(baseUrl: string, apiKey: string, name: string): Promise<LongRenders> {
  const signal = AbortSignal.timeout(RENDERS_MS);
  const client = createApiClient({ baseUrl, apiKey, signal, timeoutMs: 120_000 });
  const ids = await Promise.all(Array.from({ length: RENDERS }, (_, index) => startOne(client, `${name} ${index}`)));
  const look = (): Promise<RenderResponse[]> => Promise.all(ids.map((id) => client.getRender(id)));
  /** Looks until it holds of all. */
  const until = async (holds: (render: RenderResponse) => boolean): Promise<RenderResponse[]> => {
    for (;;) {
      const renders = await look();
      if (renders.every(holds)) return renders;
      await wait(POLL_MS, undefined, { signal });
    }
  };
  return {
    async areUnderWay() {
      const seen = await until(({ status }) => status === 'rendering' || isTerminal(status));
      const ended = seen.filter(({ status }) => isTerminal(status));
      if (ended.length > 0) throw new Error(`Renders ended too early: ${JSON.stringify(ended)}`);
    },
    left: async () => (await look()).filter(({ status }) => !isTerminal(status)).length,
    async complete(folder) {
      let frames = 0;
      for (const render of await until(({ status }) => isTerminal(status))) {
        if (render.status !== 'completed' || render.output.url === null)
          throw new Error(`A render did not complete: ${JSON.stringify(render)}`);
        const path = join(folder, `${render.id}.mp4`);
        await download(render.output.url, path, signal);
        frames += (await checkVideo(path, render)).frames;
      }
      return frames;
    },
  };
}

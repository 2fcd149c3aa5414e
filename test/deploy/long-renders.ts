import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { checkVideoAgainstRender } from '#cli/check-video-against-render.ts';
import { type CliApiClient, createCliApiClient, type RenderResponse } from '#cli/cli-api-client.ts';
import { downloadToFile } from '#cli/download-to-file.ts';
import { isTerminalRenderStatus } from '#features/renders/render.ts';

/** Renders whose encoding has just started, at any time. */
export const RENDERS = 2;
/** A slide into which the one before is enlarged is encoded frame by frame: three workers share a video for some seconds. */
const SLIDES = 24;
/** The first worker of a video is done: in per cent. Another video starts before this one ends. */
const FIRST_WORKER_DONE = 30;
const POLL_MS = 500;
const RENDERS_MS = 15 * 60_000;

/** Renders that follow one another, so that some are under way at any time, until they are stopped. */
export interface LongRenders {
  /** Resolves once there are RENDERS that are being encoded. */
  areUnderWay(): Promise<void>;
  /** How many have not ended now. */
  left(): Promise<number>;
  /** Starts no more, and waits for all ends. @throws Error unless each video is there and whole @returns videos, and frames of them all */
  complete(folder: string): Promise<{ films: number; frames: number }>;
}

async function startOne(client: CliApiClient, name: string): Promise<string> {
  const { id } = await client.createTimeline({
    title: name,
    resolution: '720p',
    transition: { type: 'zoom', duration_seconds: 2 },
    slides: Array.from({ length: SLIDES }, (_, slide) => ({ title: `${name}, slide ${slide}`, duration_seconds: 3 })),
  });
  return (await client.createRender({ timeline_id: id, narration: 'none' })).id;
}

/** @param name tells these videos from those of another call, whose clips they would take otherwise */
export function startLongRenders(baseUrl: string, apiKey: string, name: string): LongRenders {
  const signal = AbortSignal.timeout(RENDERS_MS);
  const client = createCliApiClient({ baseUrl, apiKey, signal, timeoutMs: 120_000 });
  const ids: string[] = [];
  const ended = new Map<string, RenderResponse>();
  /** Those that have not ended. */
  const look = async (): Promise<RenderResponse[]> => {
    const renders = await Promise.all(ids.filter((id) => !ended.has(id)).map((id) => client.getRender(id)));
    for (const render of renders) if (isTerminalRenderStatus(render.status)) ended.set(render.id, render);
    return renders.filter(({ id }) => !ended.has(id));
  };
  const underWay = Promise.withResolvers<void>();
  let isStopped = false;
  const keepOn = async (): Promise<void> => {
    while (!isStopped) {
      const fresh = (await look()).filter(({ progress }) => progress < FIRST_WORKER_DONE);
      if (fresh.filter(({ status }) => status === 'rendering').length >= RENDERS) underWay.resolve();
      for (let missing = RENDERS - fresh.length; missing > 0; missing--)
        ids.push(await startOne(client, `${name} ${ids.length}`));
      await wait(POLL_MS, undefined, { signal });
    }
    while ((await look()).length > 0) await wait(POLL_MS, undefined, { signal });
  };
  const done = keepOn();
  done.catch(underWay.reject);
  return {
    areUnderWay: () => underWay.promise,
    left: async () => (await look()).length,
    async complete(folder) {
      isStopped = true;
      await done;
      let frames = 0;
      for (const render of ended.values()) {
        if (render.status !== 'completed' || render.output.url === null)
          throw new Error(`A render did not complete: ${JSON.stringify(render)}`);
        const path = join(folder, `${render.id}.mp4`);
        await downloadToFile(render.output.url, path, signal);
        frames += (await checkVideoAgainstRender(path, render)).frames;
        await rm(path);
      }
      return { films: ended.size, frames };
    },
  };
}

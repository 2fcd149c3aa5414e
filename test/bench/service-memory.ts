import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createServiceClient, type ServiceClient } from '#front/client/client.ts';
import { bundlesKept, recordOfBundles } from './kept-bundles.ts';
import { proportionalBytesOfTree } from './process-tree.ts';
import type { Row } from './row.ts';
import { withSpawnedService } from './spawned-service.ts';
import { notesFor } from './speech.ts';

const PROJECT = join(import.meta.dirname, '../..');

const SLIDES = 20;
const SECONDS = 5;
/** A process counts as idle within a minute; the schedule runs once more meanwhile. */
const IDLE_SECONDS = 100;
const SAMPLE_MS = 200;

interface RunningService {
  pid: number;
  /** Bytes that the tree of processes had at most until now. */
  peak(): number;
  /** Starts to look for the peak again. */
  restartPeak(): void;
  client: ServiceClient;
}

/** Runs `npm start`'s own program, with the tree of its processes watched, and stops it. */
async function withService<T>(dataDir: string, use: (service: RunningService) => Promise<T>): Promise<T> {
  let peak = 0;
  let timer: NodeJS.Timeout | undefined;
  const started = (pid: number) => {
    timer = setInterval(() => {
      peak = Math.max(peak, proportionalBytesOfTree(pid));
    }, SAMPLE_MS);
  };
  try {
    return await withSpawnedService({ dataDir, started }, async ({ pid, baseUrl, makeKey }) =>
      use({
        pid,
        peak: () => peak,
        restartPeak() {
          peak = 0;
        },
        client: createServiceClient({ baseUrl, credentials: { apiKey: await makeKey() } }),
      }),
    );
  } finally {
    clearInterval(timer);
  }
}

/** A video of 20 narrated slides at 1080p, from the first request to `completed`. */
async function makeFilm({ client }: RunningService): Promise<void> {
  const timeline = await client.POST('/timelines', {
    body: {
      title: 'Memory',
      resolution: '1080p',
      slides: Array.from({ length: SLIDES }, (_, index) => ({
        title: `Slide ${index + 1}`,
        bullet_points: ['The first point', 'A second one that is a little longer', 'The third'],
        speaker_notes: notesFor(SECONDS)(index),
      })),
    },
  });
  if (timeline.data === undefined) throw new Error(JSON.stringify(timeline.error));
  const render = await client.POST('/renders', { body: { timeline_id: timeline.data.id } });
  if (render.data === undefined) throw new Error(JSON.stringify(render.error));
  for (;;) {
    const { data } = await client.GET('/renders/{id}', { params: { path: { id: render.data.id } } });
    if (data?.status === 'completed') return;
    if (data?.status === 'failed' || data?.status === 'canceled') throw new Error(`the render ended: ${data.status}`);
    await wait(250);
  }
}

/**
 * Memory of the whole tree of processes as the kernel divides it (PSS), in the life of one service: idle after the first start
 * of a clone, which bundles the functions; the most while a video is made; idle after it.
 */
export async function* serviceMemory(folder: string): AsyncGenerator<Row> {
  const data = await mkdtemp(join(folder, 'memory-'));
  await rm(recordOfBundles(PROJECT), { force: true });
  const rows = await withService(join(data, 'data'), async (service): Promise<Row[]> => {
    const idle = async (id: string, name: string): Promise<Row> => {
      await wait(IDLE_SECONDS * 1000);
      return { id, name, treeBytes: proportionalBytesOfTree(service.pid) };
    };
    // Most bundles are made after the service is ready.
    await bundlesKept(PROJECT);
    const first = {
      id: 'tree-first-start',
      name: 'whole service, most during a first start',
      treeBytes: service.peak(),
    };
    const idleBefore = await idle('tree-idle', 'whole service, idle after a first start');
    service.restartPeak();
    await makeFilm(service);
    const name = `whole service, most for ${SLIDES} narrated slides at 1080p, ${availableParallelism()} workers`;
    const peak = { id: 'tree-peak', name, treeBytes: service.peak() };
    return [first, idleBefore, peak, await idle('tree-idle-after', 'whole service, idle after that film')];
  });
  yield* rows;
  await rm(data, { recursive: true, force: true });
}

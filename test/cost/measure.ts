import { cpus } from 'node:os';
import type { RenderAnswer } from '#features/renders/view.ts';
import { cpuOfTree } from '#test/bench/process-tree.ts';
import { notesFor } from '#test/bench/speech.ts';
import { totalsOf } from '#test/support/metering/metered-call.ts';
import { type MeteredService, startMeteredService } from '#test/support/metering/metered-service.ts';
import { askForNarration, makeTimeline, meter } from '#test/support/metering/metered-work.ts';
import type { Measured, MeasuredWork } from './measured.ts';

const SLIDES = 60;
const SLIDE_SECONDS = 10;
const WARM_UP_SLIDES = 4;
const POLLS = 50;

/** Processor seconds so far, by function. A worker that has ended is missing: differences are of those that live. */
function cpuByFunction({ stack }: MeteredService): Map<number, { name: string; seconds: number }> {
  const processes = Object.entries(stack.workers()).flatMap(([name, pids]) => pids.map((pid) => [pid, name] as const));
  const { api } = stack.children();
  if (api !== undefined) processes.push([api, 'api']);
  return new Map(processes.map(([pid, name]) => [pid, { name, seconds: cpuOfTree(pid) }]));
}

async function measureWork(
  service: MeteredService,
  requests: number,
  work: () => Promise<unknown>,
): Promise<MeasuredWork> {
  const before = cpuByFunction(service);
  const calls = await meter(service, work);
  const cpuSeconds: Record<string, number> = {};
  for (const [pid, { name, seconds }] of cpuByFunction(service)) {
    const spent = seconds - (before.get(pid)?.seconds ?? 0);
    if (spent > 0) cpuSeconds[name] = (cpuSeconds[name] ?? 0) + spent;
  }
  return { calls: totalsOf(calls), cpuSeconds, requests };
}

/**
 * Measures the videos of the bounds on the local stack: calls by what AWS would bill, functions by their processor time, which
 * hardly depends on what else runs. Workers are warm from another account.
 */
export async function measure(): Promise<Measured> {
  const service = await startMeteredService();
  try {
    const warm = await service.account('max');
    const { id } = await makeTimeline(warm, WARM_UP_SLIDES);
    await meter(service, () => warm.ok('POST', '/renders', { timeline_id: id }));

    const film = async (fade: boolean) => {
      const client = await service.account('max');
      const timeline = await makeTimeline(client, SLIDES, fade ? { fade } : {});
      await meter(service, () => askForNarration(client, timeline));
      let render: RenderAnswer | undefined;
      const work = await measureWork(service, 1, async () => {
        render = await client.ok<RenderAnswer>('POST', '/renders', { timeline_id: timeline.id });
      });
      return { work, client, path: `/renders/${render?.id}` };
    };
    const standing = await film(false);
    const { output } = await standing.client.ok<RenderAnswer>('GET', standing.path);
    const poll = await measureWork(service, POLLS, async () => {
      for (let polls = 0; polls < POLLS; polls++) await standing.client.ok('GET', standing.path);
    });
    const fades = await film(true);
    const fresh = await service.account('max');
    const timeline = await makeTimeline(fresh, SLIDES);
    const narrated = await measureWork(service, 1, () => fresh.ok('POST', '/renders', { timeline_id: timeline.id }));
    return {
      at: new Date().toISOString().slice(0, 10),
      machine: `${cpus().length} cores, ${cpus()[0]?.model ?? ''}`,
      filmSeconds: SLIDES * SLIDE_SECONDS,
      filmBytes: output.size_bytes ?? 0,
      slides: SLIDES,
      characters: Array.from({ length: SLIDES }, (_, index) => notesFor(SLIDE_SECONDS)(index).length).reduce(
        (a, b) => a + b,
        0,
      ),
      standing: standing.work,
      fades: fades.work,
      narrated,
      poll,
    };
  } finally {
    await service.stop();
  }
}

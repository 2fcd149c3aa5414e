import type { RenderAnswer } from '#features/renders/view.ts';
import type { Client, OwnService } from '#test/support/service/start-service.ts';
import { type PollTimes, renderToEnd, type Timeline } from './bench-service.ts';
import { watchMemory } from './process-tree.ts';
import type { Row } from './row.ts';
import { MIB } from './table.ts';
import { type Timed, timed } from './timed.ts';

/** A render as its client sees it, and what its workers needed. */
export interface Job {
  render: RenderAnswer;
  /** Bytes that one worker had at most, by function. */
  peaks: Map<string, number>;
}

/** From POST /renders to `completed`, through queues and workers, drawing, sound, mux and storage. */
export const timedJob = (
  { stack }: OwnService,
  client: Client,
  timeline: Pick<Timeline, 'id'>,
  poll?: PollTimes,
): Promise<Timed<Job>> =>
  timed(async () => {
    const { result: render, peaks } = await watchMemory(
      () => stack.workers(),
      () => renderToEnd(client, timeline, {}, poll),
    );
    return { render, peaks };
  });

/** Queue workers of a render; the others deliver webhooks or sweep. */
const WORKS_ON_RENDERS = /render|segment|narrat/i;

/** What a job says of itself in a row. */
export function rowOf({ result: { render, peaks }, seconds, cpuSeconds }: Timed<Job>): Partial<Row> {
  const workers = [...peaks].filter(([name]) => WORKS_ON_RENDERS.test(name));
  return {
    seconds,
    cpuSeconds,
    filmSeconds: render.output.duration_seconds ?? undefined,
    bytes: render.output.size_bytes ?? undefined,
    peakBytes: Math.max(...workers.map(([, bytes]) => bytes)),
    pictureHeight: render.output.height,
    note: workers.map(([name, bytes]) => `${name} ${Math.round(bytes / MIB)}`).join(', '),
  };
}

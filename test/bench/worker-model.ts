/** A task that other workers can do at the same time. */
export interface ParallelTask {
  /** Its kind: an account has a share of the workers of each. */
  kind: string;
  /** From being handed to a free worker to its end. */
  seconds: number;
}

/** Tasks that may run side by side; they start when what comes before them has ended, and all of them end before what follows. */
export type ParallelStage = readonly ParallelTask[];

/** A render, as one worker at a time does it: what runs alone, by name, and the stages. */
export interface RenderTimes {
  serial: Readonly<Record<string, number>>;
  stages: readonly ParallelStage[];
}

/** How many tasks of a kind one account may have running; a kind without an entry has no limit. */
export type Shares = Readonly<Record<string, number>>;

/** The seconds that no number of workers shortens. */
export const serialSeconds = ({ serial }: RenderTimes): number =>
  Object.values(serial).reduce((sum, seconds) => sum + seconds, 0);

/**
 * Seconds that a stage takes: each task, in order, goes to the worker that is free first. A worker has as much of a machine as
 * the one that was measured.
 * @throws RangeError without workers
 */
export function stageSeconds(stage: ParallelStage, workers: number, shares: Shares = {}): number {
  if (workers < 1) throw new RangeError('there must be a worker');
  const freeAt = Array<number>(workers).fill(0);
  const freeOfKind = new Map<string, number[]>();
  for (const { kind, seconds } of stage) {
    const places = freeOfKind.get(kind) ?? Array<number>(Math.min(workers, shares[kind] ?? workers)).fill(0);
    freeOfKind.set(kind, places);
    const [worker, place] = [earliest(freeAt), earliest(places)];
    const end = Math.max(freeAt[worker] ?? 0, places[place] ?? 0) + seconds;
    freeAt[worker] = end;
    places[place] = end;
  }
  return Math.max(0, ...freeAt);
}

const earliest = (times: readonly number[]): number => times.indexOf(Math.min(...times));

/** Seconds that a render takes with a number of workers. */
export const renderSeconds = (times: RenderTimes, workers: number, shares: Shares = {}): number =>
  times.stages.reduce((sum, stage) => sum + stageSeconds(stage, workers, shares), serialSeconds(times));

/** A task as it ran, in seconds since POST /renders. */
export interface RunTask {
  kind: string;
  began: number;
  ended: number;
}

/** Kinds of tasks of which a render has one; each waits for all before it. */
const SERIAL = ['prepare', 'plan', 'assembly'];

/**
 * The times of a render whose tasks ran one after another, on a single worker. A parallel task has also the time since the task
 * before it ended: until its worker got it. Everything else is serial: what comes before a serial task belongs to it.
 * @param seen when its client saw the end, in seconds since POST /renders
 */
export function timesOf(tasks: readonly RunTask[], seen: number): RenderTimes {
  const serial: Record<string, number> = {};
  const stages: ParallelTask[][] = [];
  let [now, stage]: [number, ParallelTask[] | undefined] = [0, undefined];
  for (const { kind, began, ended } of tasks.toSorted((a, b) => a.began - b.began)) {
    const until = Math.max(now, ended);
    if (SERIAL.includes(kind)) {
      const waited = Math.max(0, began - now);
      serial[`before ${kind}`] = (serial[`before ${kind}`] ?? 0) + waited;
      serial[kind] = (serial[kind] ?? 0) + until - now - waited;
      stage = undefined;
    } else {
      if (stage === undefined) {
        stage = [];
        stages.push(stage);
      }
      stage.push({ kind, seconds: until - now });
    }
    now = until;
  }
  serial['until it is seen'] = Math.max(0, seen - now);
  return { serial, stages };
}

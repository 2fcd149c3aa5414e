import { cpuOfTree } from './process-tree.ts';

export interface Timed<T> {
  result: T;
  seconds: number;
  /** Undefined where the system does not tell. */
  cpuSeconds: number | undefined;
}

/** Does some work and takes the time; the processor time is that of this process and of all below it. */
export async function timed<T>(work: () => Promise<T>): Promise<Timed<T>> {
  const cpuStart = cpuOfTree(process.pid);
  const start = performance.now();
  const result = await work();
  const seconds = (performance.now() - start) / 1000;
  const cpuSeconds = cpuStart > 0 ? cpuOfTree(process.pid) - cpuStart : undefined;
  return { result, seconds, cpuSeconds };
}

/** Does the same work several times, on new input each time, and returns the run with the median wall time. */
export async function medianOf<T>(
  times: number,
  work: (turn: number) => Promise<Timed<T>>,
): Promise<Timed<T> & { spread: string }> {
  const runs: Timed<T>[] = [];
  for (let turn = 0; turn < times; turn++) runs.push(await work(turn));
  runs.sort((a, b) => a.seconds - b.seconds);
  const middle = runs[Math.floor((runs.length - 1) / 2)];
  if (!middle) throw new RangeError('nothing was measured');
  const all = runs.map(({ seconds }) => seconds.toFixed(2)).join(', ');
  return { ...middle, spread: times > 1 ? `median of ${all} s` : '' };
}

import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** A file of /proc; undefined when the process is gone, or on a system without. */
function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** The children of the main thread: Node starts all from there, except those of worker threads. */
const childrenOf = (pid: number): number[] =>
  (read(`/proc/${pid}/task/${pid}/children`) ?? '').split(' ').filter(Boolean).map(Number);

const treeOf = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(treeOf)];

function resident(pid: number): { name: string; bytes: number } {
  const status = read(`/proc/${pid}/status`) ?? '';
  const [, name = ''] = /^Name:\s*(.*)$/m.exec(status) ?? [];
  const [, kilobytes = '0'] = /^VmRSS:\s*(\d+) kB$/m.exec(status) ?? [];
  return { name, bytes: Number(kilobytes) * 1024 };
}

/**
 * Bytes that a process and its descendants have resident. Pages that they share count for each of them. A child that is
 * still a fork of its parent, about to become another program, does not count: it has no memory that it does not share.
 */
export function residentOfTree(pid: number): number {
  const own = resident(pid);
  const descendants = treeOf(pid).slice(1).map(resident);
  return descendants.filter(({ name }) => name !== own.name).reduce((sum, { bytes }) => sum + bytes, own.bytes);
}

/** The children of all threads; none where the process is gone. */
function childrenOfThreads(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      (read(`/proc/${pid}/task/${thread}/children`) ?? '').split(' ').filter(Boolean).map(Number),
    );
  } catch {
    return [];
  }
}

/**
 * Bytes of a process and all its descendants as the kernel divides them (PSS): pages that several processes share count once,
 * in equal parts.
 */
export function proportionalBytesOfTree(pid: number): number {
  const [, kilobytes = '0'] = /^Pss:\s*(\d+) kB$/m.exec(read(`/proc/${pid}/smaps_rollup`) ?? '') ?? [];
  return childrenOfThreads(pid).reduce((sum, child) => sum + proportionalBytesOfTree(child), Number(kilobytes) * 1024);
}

/** Processor time of a process, of its descendants that live, and of those that have ended; in seconds. */
export function cpuOfTree(pid: number): number {
  return treeOf(pid).reduce((sum, one) => sum + cpuOf(one), 0);
}

function cpuOf(pid: number): number {
  const line = read(`/proc/${pid}/stat`) ?? '';
  // The fields behind the name, which is in brackets: state is the first; 12 to 15 are utime, stime, cutime, cstime.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
}

/** A process that was seen, by its number and the time of its start, and its own processor time in ticks. */
function ownTicks(pid: number): [string, number] | undefined {
  const line = read(`/proc/${pid}/stat`);
  if (line === undefined) return undefined;
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  return [`${pid} ${fields[19]}`, Number(fields[11]) + Number(fields[12])];
}

const descendantsOf = (pid: number): number[] =>
  childrenOfThreads(pid).flatMap((child) => [child, ...descendantsOf(child)]);

const SAMPLE_MS = 50;

/** A work and the processor time that its processes took at least. */
export interface WatchedRun<T> {
  result: T;
  /** Undefined where the system does not tell. */
  cpuSeconds: number | undefined;
}

/**
 * Does some work, and adds up the processor time (seconds) of all processes that this one starts meanwhile, and of those below them. Browsers kill their
 * processes, whose time is then added to no parent: each is looked at every 50 ms, and what it takes after the last look is lost. No service may run
 * meanwhile: workers that start are taken for processes of the work.
 */
export async function watchCpuOfChildren<T>(work: () => Promise<T>): Promise<WatchedRun<T>> {
  const before = new Set(descendantsOf(process.pid));
  const seen = new Map<string, number>();
  const pids = new Set<number>();
  const look = () => {
    // A process whose parent ended is no longer below this one.
    for (const pid of descendantsOf(process.pid)) if (!before.has(pid)) pids.add(pid);
    for (const pid of pids) {
      const ticks = ownTicks(pid);
      if (ticks) seen.set(...ticks);
      else pids.delete(pid);
    }
  };
  const timer = setInterval(look, SAMPLE_MS);
  try {
    const result = await work();
    const ticks = [...seen.values()].reduce((sum, own) => sum + own, 0);
    return { result, cpuSeconds: ownTicks(process.pid) === undefined ? undefined : ticks / TICKS_PER_SECOND };
  } finally {
    clearInterval(timer);
  }
}

/** Does some work, and sees meanwhile how much memory each kind of worker has at most; by function, in bytes. */
export async function watchMemory<T>(
  workers: () => Readonly<Record<string, readonly number[]>>,
  work: () => Promise<T>,
): Promise<{ result: T; peaks: Map<string, number> }> {
  const peaks = new Map<string, number>();
  const look = () => {
    for (const [name, pids] of Object.entries(workers()))
      for (const pid of pids) peaks.set(name, Math.max(peaks.get(name) ?? 0, residentOfTree(pid)));
  };
  look();
  const timer = setInterval(look, SAMPLE_MS);
  try {
    return { result: await work(), peaks };
  } finally {
    clearInterval(timer);
  }
}

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Milliseconds of a look; a process that did little in three of them in a row is idle: within a minute. */
const LOOK_MS = 15_000;
const IDLE_LOOKS = 3;
/** Share of one core that polls, heartbeats and timers of an idle process take at most. */
const IDLE_SHARE = 0.05;
/** Bytes that are worth a collection, which stops the process for some 50 to 100 ms. */
const WORTH_BYTES = 8 * 1024 * 1024;

/** Activity and memory of a process; by default of this one. */
export interface WatchedProcess {
  /** Processor time since the start of the process, in microseconds. */
  cpuMicroseconds(): number;
  /** Bytes that the heap takes from the system, used or not. */
  heapBytes(): number;
  /** Collects all garbage, and gives the room to the system. */
  collect(): void;
}

/** V8's own collection of everything, which Node offers only by a flag. */
function collectorOfV8(): () => void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  return () => {
    if (typeof collect === 'function') collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  };
}

const thisProcess = (): WatchedProcess => ({
  cpuMicroseconds() {
    const { user, system } = process.cpuUsage();
    return user + system;
  },
  heapBytes: () => process.memoryUsage().heapTotal,
  collect: collectorOfV8(),
});

/**
 * Decides at each check whether a process has been idle long enough, and has enough, to be worth a collection. Processor time
 * tells: on a busy machine also an idle process waits long for a core.
 */
export function idleCollector({ cpuMicroseconds, heapBytes, collect }: WatchedProcess, lookMs: number): () => void {
  let lastCpu = cpuMicroseconds();
  let idleLooks = 0;
  /** Bytes of the heap after the last collection. */
  let floor = 0;
  return () => {
    const cpu = cpuMicroseconds();
    const share = (cpu - lastCpu) / 1000 / lookMs;
    lastCpu = cpu;
    idleLooks = share < IDLE_SHARE ? idleLooks + 1 : 0;
    if (idleLooks < IDLE_LOOKS || heapBytes() - floor < WORTH_BYTES) return;
    collect();
    floor = heapBytes();
    idleLooks = 0;
  };
}

/**
 * Gives the memory of this process back whenever it has been idle for most of a minute. V8 collects only while a program
 * allocates: what a start or a burst of requests left would stay for as long as nothing happens. Keeps no process running.
 */
export function releaseMemoryWhenIdle(): void {
  setInterval(idleCollector(thisProcess(), LOOK_MS), LOOK_MS).unref();
}

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Milliseconds between checks. A process that did little before three checks in a row is idle, which takes less than a minute to notice. */
const CHECK_MS = 15_000;
const IDLE_CHECKS = 3;
/** The largest share of one core that polls, heartbeats and timers of an idle process take. */
const IDLE_CPU_FRACTION = 0.05;
/** The growth of the heap, in bytes, that justifies a collection, which stops the process for some 50 to 100 ms. */
const MIN_FREED_BYTES = 8 * 1024 * 1024;

/** Activity and memory of a process; by default of this one. */
export interface ProcessActivity {
  /** Processor time since the start of the process, in microseconds. */
  cpuMicroseconds(): number;
  /** Bytes that the heap takes from the system, used or not. */
  heapBytes(): number;
  /** Collects all garbage, and returns the memory to the system. */
  collect(): void;
}

/** Finds V8's function for a full collection, which Node offers only with a flag. */
function collectorOfV8(): () => void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  return () => {
    if (typeof collect === 'function') collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  };
}

const activityOfThisProcess = (): ProcessActivity => ({
  cpuMicroseconds() {
    const { user, system } = process.cpuUsage();
    return user + system;
  },
  heapBytes: () => process.memoryUsage().heapTotal,
  collect: collectorOfV8(),
});

/**
 * Makes a function that checks whether a process has been idle long enough, and its heap has grown enough, for a collection. It compares
 * processor time, because on a busy machine even an idle process waits long for a core.
 * @param checkMs milliseconds between its calls
 */
export function createIdleGcCheck(
  { cpuMicroseconds, heapBytes, collect }: ProcessActivity,
  checkMs: number,
): () => void {
  let lastCpuMicroseconds = cpuMicroseconds();
  let idleChecks = 0;
  /** Bytes of the heap after the last collection. */
  let heapBytesAfterCollection = 0;
  return () => {
    const currentCpuMicroseconds = cpuMicroseconds();
    const cpuFraction = (currentCpuMicroseconds - lastCpuMicroseconds) / 1000 / checkMs;
    lastCpuMicroseconds = currentCpuMicroseconds;
    idleChecks = cpuFraction < IDLE_CPU_FRACTION ? idleChecks + 1 : 0;
    if (idleChecks < IDLE_CHECKS || heapBytes() - heapBytesAfterCollection < MIN_FREED_BYTES) return;
    collect();
    heapBytesAfterCollection = heapBytes();
    idleChecks = 0;
  };
}

/**
 * Returns unused memory to the system whenever this process has been idle for most of a minute. V8 collects only while a program
 * allocates, so the garbage of a start or a burst of requests would stay while nothing happens. Its timer does not keep the process alive.
 */
export function releaseMemoryWhenIdle(): void {
  setInterval(createIdleGcCheck(activityOfThisProcess(), CHECK_MS), CHECK_MS).unref();
}

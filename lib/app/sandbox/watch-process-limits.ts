import type { ChildProcess } from 'node:child_process';
import { readProcessUsage } from './read-process-usage.ts';

/** Limits of a process that works in steps. */
export interface StepProcessLimits {
  /** CPU seconds of one step: processor time, since a machine may be busy with other work. */
  stepCpuSeconds: number;
  /** Seconds by the clock for one step, as a last resort: a process that waits for nothing takes no processor time. */
  stepSeconds: number;
  /** Seconds for the whole process. */
  seconds: number;
  /** Resident bytes. */
  memoryBytes: number;
  /**
   * Slowness of this machine: programs take this many times as long as usual. CPU seconds, and seconds of a step, are divided by it. Absent: 1.
   */
  cpuTimeFactor?: number | undefined;
}

/** Milliseconds between two measurements of a process. A process that fills memory gets up to 100 MB in 100 ms. */
const MEASUREMENT_INTERVAL_MS = 50;
/** A limit that a process exceeded: of a step or of its time as a whole, or of its memory. */
export type ExceededProcessLimit = 'time' | 'memory';

/** The processor time that is left for a process. */
export interface CpuBudgetOfProcess {
  /** The CPU seconds that the process may have taken since its first step. */
  cpuLeft(): number;
  /** Called once, when the process has taken more. */
  onSpent(): void;
}

/** A process that is watched. Its CPU seconds are those of a usual machine (`cpuTimeFactor`). */
export interface ProcessWatch {
  /** Starts the next step. @param cpuSeconds the limit of the step; absent: that of the limits */
  nextStep(cpuSeconds?: number): void;
  /** CPU seconds since its first step, as of the last measurement: the start of the process does not count as work. */
  cpuSeconds(): number;
  /** Ends the measurements: nothing more is reported. */
  stop(): void;
}

/**
 * Measures a process twenty times a second, and calls a function once when it exceeds its limits or its budget.
 * @param budget absent: the total processor time is not limited
 */
export function watchProcessLimits(
  { pid }: ChildProcess,
  limits: StepProcessLimits,
  onExceeded: (why: ExceededProcessLimit) => void,
  budget?: CpuBudgetOfProcess,
): ProcessWatch {
  const { cpuTimeFactor = 1 } = limits;
  const startedAt = performance.now();
  let stepStartedAt = startedAt;
  /** CPU seconds at the start of the step; undefined: the next measurement sets them. */
  let cpuSecondsAtStep: number | undefined = 0;
  let stepCpuSecondsLimit = limits.stepCpuSeconds;
  /** CPU seconds at the start of the first step; undefined before the first measurement of that step. */
  let cpuSecondsAtFirstStep: number | undefined;
  let hasFirstStepStarted = false;
  let cpuSecondsNow = 0;
  let hasEnded = false;
  const endOnce = (report: () => void): void => {
    if (hasEnded) return;
    hasEnded = true;
    report();
  };
  const exceed = (why: ExceededProcessLimit): void => endOnce(() => onExceeded(why));
  let isReading = false;
  const timer = setInterval(async () => {
    const now = performance.now();
    if (now - startedAt > limits.seconds * 1000 || now - stepStartedAt > limits.stepSeconds * cpuTimeFactor * 1000)
      exceed('time');
    // `ps` may take longer than the time between two measurements.
    if (pid === undefined || isReading) return;
    isReading = true;
    const usage = await readProcessUsage(pid);
    isReading = false;
    if (!usage || hasEnded) return;
    cpuSecondsNow = usage.cpuSeconds / cpuTimeFactor;
    cpuSecondsAtStep ??= cpuSecondsNow;
    if (hasFirstStepStarted) cpuSecondsAtFirstStep ??= cpuSecondsNow;
    if (usage.memoryBytes > limits.memoryBytes) exceed('memory');
    else if (cpuSecondsNow - cpuSecondsAtStep > stepCpuSecondsLimit) exceed('time');
    else if (budget && cpuSecondsNow - (cpuSecondsAtFirstStep ?? cpuSecondsNow) > budget.cpuLeft())
      endOnce(() => budget.onSpent());
  }, MEASUREMENT_INTERVAL_MS);
  return {
    nextStep(cpuSeconds = limits.stepCpuSeconds) {
      stepCpuSecondsLimit = cpuSeconds;
      hasFirstStepStarted = true;
      stepStartedAt = performance.now();
      cpuSecondsAtStep = undefined;
    },
    cpuSeconds: () => cpuSecondsNow - (cpuSecondsAtFirstStep ?? cpuSecondsNow),
    stop() {
      hasEnded = true;
      clearInterval(timer);
    },
  };
}

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

/** Milliseconds between two measurements of a process. One that fills memory gets up to 100 MB in 100 ms. */
const LOOK_MS = 50;
/** A limit that a process exceeded: of a step or of its time as a whole, or of its memory. */
export type ExceededProcessLimit = 'time' | 'memory';

/** The processor time that is left for a process. */
export interface CpuBudgetOfProcess {
  /** CPU seconds that it may have taken since its first step. */
  cpuLeft(): number;
  /** It took more. */
  onSpent(): void;
}

/** A process that is watched. Its CPU seconds are those of a usual machine (`cpuTimeFactor`). */
export interface ProcessWatch {
  /** Starts the next step. @param cpuSeconds the limit of the step; absent: that of the limits */
  nextStep(cpuSeconds?: number): void;
  /** CPU seconds since its first step, as they were last read: its start does not count as work. */
  cpuSeconds(): number;
  /** Nothing more is reported. */
  stop(): void;
}

/**
 * Measures a process twenty times a second, and calls a function once when it exceeds its limits or its budget.
 * @param budget absent: the total processor time is not limited
 */
export function watchProcess(
  { pid }: ChildProcess,
  limits: StepProcessLimits,
  onExceeded: (why: ExceededProcessLimit) => void,
  budget?: CpuBudgetOfProcess,
): ProcessWatch {
  const { cpuTimeFactor = 1 } = limits;
  const begun = performance.now();
  let stepBegun = begun;
  /** Processor time at the start of the step; undefined: the next reading has it. */
  let cpuAtStep: number | undefined = 0;
  let cpuOfStep = limits.stepCpuSeconds;
  /** At the start of its first step, and now. */
  let cpuAtFirst: number | undefined;
  let hasBegun = false;
  let cpuNow = 0;
  let isOver = false;
  const end = (report: () => void): void => {
    if (isOver) return;
    isOver = true;
    report();
  };
  const exceed = (why: ExceededProcessLimit): void => end(() => onExceeded(why));
  let isReading = false;
  const timer = setInterval(async () => {
    const now = performance.now();
    if (now - begun > limits.seconds * 1000 || now - stepBegun > limits.stepSeconds * cpuTimeFactor * 1000)
      exceed('time');
    // `ps` may take longer than the time between two measurements.
    if (pid === undefined || isReading) return;
    isReading = true;
    const taken = await readProcessUsage(pid);
    isReading = false;
    if (!taken || isOver) return;
    cpuNow = taken.cpuSeconds / cpuTimeFactor;
    cpuAtStep ??= cpuNow;
    if (hasBegun) cpuAtFirst ??= cpuNow;
    if (taken.memoryBytes > limits.memoryBytes) exceed('memory');
    else if (cpuNow - cpuAtStep > cpuOfStep) exceed('time');
    else if (budget && cpuNow - (cpuAtFirst ?? cpuNow) > budget.cpuLeft()) end(() => budget.onSpent());
  }, LOOK_MS);
  return {
    nextStep(cpuSeconds = limits.stepCpuSeconds) {
      cpuOfStep = cpuSeconds;
      hasBegun = true;
      stepBegun = performance.now();
      cpuAtStep = undefined;
    },
    cpuSeconds: () => cpuNow - (cpuAtFirst ?? cpuNow),
    stop() {
      isOver = true;
      clearInterval(timer);
    },
  };
}

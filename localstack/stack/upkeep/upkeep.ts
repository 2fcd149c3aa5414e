import type { Disposers } from '#emulators/host/disposers.ts';
import type { StackLog } from '#emulators/host/stack-log.ts';
import { errorMessageOf } from '#kernel/shared/error-message.ts';
import { waitUnlessAborted } from '../events/wait-unless-aborted.ts';

/** Work that keeps the data of a stack small. It is done at the start, and again after each interval. */
export interface UpkeepChore {
  /** Its name in log lines. */
  name: string;
  /** Milliseconds between the end of a run and the next. */
  everyMs: number;
  /** Does it once. A run may be aborted, and killed, at any moment. @returns a line for the log, or undefined if there was nothing to do */
  run(signal: AbortSignal): Promise<string | undefined>;
}

/** Options of `startUpkeepChores`. */
export interface StartUpkeepChoresOptions {
  chores: readonly UpkeepChore[];
  disposers: Disposers;
  log: StackLog;
}

/** Starts the chores, each by itself. A run that fails is logged, and the next one is not affected. They end with the stack. */
export function startUpkeepChores({ chores, disposers, log }: StartUpkeepChoresOptions): void {
  const stopController = new AbortController();
  const repeat = async ({ name, everyMs, run }: UpkeepChore): Promise<void> => {
    while (!stopController.signal.aborted) {
      try {
        const line = await run(stopController.signal);
        if (line !== undefined) log.info(`${name}: ${line}`);
      } catch (error) {
        if (!stopController.signal.aborted) log.warn(`${name}: ${errorMessageOf(error)}`);
      }
      await waitUnlessAborted(everyMs, stopController.signal);
    }
  };
  const runningChores = chores.map(repeat);
  disposers.add(async () => {
    stopController.abort();
    await Promise.all(runningChores);
  });
}

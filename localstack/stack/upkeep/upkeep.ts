import type { Disposers } from '#emulators/host/disposers.ts';
import type { StackLog } from '#emulators/host/stack-log.ts';
import { errorMessage } from '#kernel/shared/error-message.ts';
import { waitMilliseconds } from '../events/wait.ts';

/** Work that keeps the data of a stack small. It is done at the start, and again after each interval. */
export interface UpkeepChore {
  /** Its name in log lines. */
  name: string;
  /** Milliseconds between the end of a run and the next. */
  everyMs: number;
  /** Does it once. A run may be aborted, and killed, at any moment. @returns a line for the log, or undefined if there was nothing to do */
  run(signal: AbortSignal): Promise<string | undefined>;
}

/** Options of `startUpkeep`. */
export interface UpkeepOptions {
  chores: readonly UpkeepChore[];
  disposers: Disposers;
  log: StackLog;
}

/** Starts the chores, each by itself. A run that fails is logged, and the next one is not affected. They end with the stack. */
export function startUpkeep({ chores, disposers, log }: UpkeepOptions): void {
  const stopping = new AbortController();
  const repeat = async ({ name, everyMs, run }: UpkeepChore): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        const line = await run(stopping.signal);
        if (line !== undefined) log.info(`${name}: ${line}`);
      } catch (error) {
        if (!stopping.signal.aborted) log.warn(`${name}: ${errorMessage(error)}`);
      }
      await waitMilliseconds(everyMs, stopping.signal);
    }
  };
  const running = chores.map(repeat);
  disposers.add(async () => {
    stopping.abort();
    await Promise.all(running);
  });
}

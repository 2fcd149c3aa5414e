import { InterruptedBySignalError } from '#emulators/host/command-errors.ts';
import { exitCodeForError, explainError } from './explain-error.ts';

/** Exit codes after signals: 128 + the number of the signal, as shells report it. */
const EXIT_CODE_BY_SIGNAL = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Runs a command and exits: with 0; with 1 or 2 and the error on stderr; or with 128 + n after signal n. A signal aborts
 * `signal`; `main` must stop what it has started before it rejects.
 * @param untilSignal true for a command that runs until a signal: it then exits with 0
 */
export async function runCommandAndExit(
  main: (signal: AbortSignal) => Promise<void>,
  { untilSignal = false }: { untilSignal?: boolean } = {},
): Promise<never> {
  const controller = new AbortController();
  for (const [name, exitCode] of Object.entries(EXIT_CODE_BY_SIGNAL)) {
    process.on(name, () => {
      if (!controller.signal.aborted) process.stderr.write('\nstopping …\n');
      controller.abort(new InterruptedBySignalError(name, exitCode));
    });
  }
  let exitCode = 0;
  try {
    await main(controller.signal);
    if (!untilSignal) controller.signal.throwIfAborted();
  } catch (error) {
    // After a signal, all errors are consequences of it.
    const reason: unknown = controller.signal.aborted ? controller.signal.reason : error;
    // A command that runs until a signal has ended normally if it rejects with the reason of the signal.
    if (!(untilSignal && error === controller.signal.reason)) {
      exitCode = exitCodeForError(reason);
      process.stderr.write(`${explainError(reason)}\n`);
    }
  }
  // An explicit exit, because idle connections and timers would keep the process alive.
  process.exit(exitCode);
}

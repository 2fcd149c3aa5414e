import { Interrupted } from '#emulators/host/command-errors.ts';
import { exitCodeOf, explainError } from './explain-error.ts';

/** Shells show a process that a signal ended as 128 + the signal's number. */
const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Runs a command to its end and exits: 0, 1 or 2 with the error on stderr, or 128 + n after a signal. A signal aborts
 * `signal`; `main` stops what it has started before it rejects.
 * @param untilSignal the command is meant to end by a signal, and exits with 0 then
 */
export async function runCommand(
  main: (signal: AbortSignal) => Promise<void>,
  { untilSignal = false }: { untilSignal?: boolean } = {},
): Promise<never> {
  const controller = new AbortController();
  for (const [name, exitCode] of Object.entries(SIGNALS)) {
    process.on(name, () => {
      if (!controller.signal.aborted) process.stderr.write('\nstopping …\n');
      controller.abort(new Interrupted(name, exitCode));
    });
  }
  let exitCode = 0;
  try {
    await main(controller.signal);
    if (!untilSignal) controller.signal.throwIfAborted();
  } catch (error) {
    // After a signal, any other error is a result of it.
    const reason: unknown = controller.signal.aborted ? controller.signal.reason : error;
    // The reason of the signal is the end that was meant: the exit code is 0.
    if (!(untilSignal && error === controller.signal.reason)) {
      exitCode = exitCodeOf(reason);
      process.stderr.write(`${explainError(reason)}\n`);
    }
  }
  // Idle connections and timers must not keep the command alive once it is done.
  process.exit(exitCode);
}

/** The command cannot do what was asked. The message is one line for its user. */
export class CommandError extends Error {
  override name = 'CommandError';
}

class Interrupted extends Error {
  override name = 'Interrupted';
  readonly exitCode: number;

  constructor(signal: string, exitCode: number) {
    super(`interrupted by ${signal}`);
    this.exitCode = exitCode;
  }
}

/** Shells show a process that a signal ended as 128 + the signal's number. */
const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/** Errors whose message is enough for a user. Any other error is shown with its stack. */
const EXPECTED = ['CommandError', 'ApiError', 'NoAnswer', 'StartError', 'Mp4Error', 'Interrupted'];

/**
 * Runs a command to its end and exits: 0, 1 with the error on stderr, or 128 + n after a signal. A signal aborts
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
    exitCode = reason instanceof Interrupted ? reason.exitCode : 1;
    process.stderr.write(`${textOf(reason)}\n`);
  }
  // Idle connections and timers must not keep the command alive once it is done.
  process.exit(exitCode);
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return EXPECTED.includes(error.name) ? error.message : (error.stack ?? error.message);
}

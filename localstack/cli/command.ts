/** The command cannot do what was asked, for a reason that its user can see in one line. */
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

/** Errors whose message says all that a user needs; of any other the stack is shown. */
const EXPECTED = ['CommandError', 'DeckError', 'ApiError', 'NoAnswer', 'StartError', 'Mp4Error', 'Interrupted'];

/**
 * Runs a command to its end and exits: 0, 1 with the error on stderr, or 128 + n after a signal. A signal aborts
 * `signal`; what `main` has started is `main`'s to stop before it rejects.
 * @param untilSignal a signal is how the command is meant to end: 0 then too.
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
    // Whatever broke off on the way down, the signal was the reason.
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

/** The command cannot do what was asked. The message is one line for its user, which says what to do. */
export class CommandError extends Error {
  override name = 'CommandError';
}

/** The service did not do what it was asked, for its own reason: its logs tell more. */
export class ServiceFault extends CommandError {
  override name = 'ServiceFault';
}

/** The command was called in a way that it does not know. The message says how it is called. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** A signal ended the command. */
export class Interrupted extends Error {
  override name = 'Interrupted';
  readonly exitCode: number;

  constructor(signal: string, exitCode: number) {
    super(`interrupted by ${signal}`);
    this.exitCode = exitCode;
  }
}

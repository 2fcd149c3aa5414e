/** An error of a command that cannot do its work. The message is one line that says what the user can do. */
export class CommandError extends Error {
  override name = 'CommandError';
}

/** An error of a command whose request failed in the service. The service's logs have the reason. */
export class ServiceRequestFailedError extends CommandError {
  override name = 'ServiceRequestFailedError';
}

/** An error of a command with wrong arguments. The message says how to call it. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** An error of a command that a signal ended. */
export class InterruptedBySignalError extends Error {
  override name = 'InterruptedBySignalError';
  readonly exitCode: number;

  constructor(signal: string, exitCode: number) {
    super(`interrupted by ${signal}`);
    this.exitCode = exitCode;
  }
}

/** A message from the pool to a worker process. Events and answers are sent as JSON, as in Lambda. */
export interface InvokeMessage {
  type: 'invoke';
  requestId: string;
  event: string;
  /** Absolute path of the module that exports the `handler` of the event. */
  bundle: string;
  /** All variables for the handler, if functions share the process; by default those of the process. */
  environment?: Readonly<Record<string, string>> | undefined;
  /** Milliseconds since the epoch at which the pool ends the process. */
  deadlineMs: number;
}

/** A message from the pool to a worker process: end after the event that runs. */
export interface EndWorkerMessage {
  type: 'end';
}

/** An error in JSON. */
export interface SerializedError {
  name: string;
  message: string;
  stack?: string | undefined;
}

/** A message from a worker process to the pool. */
export type WorkerMessage =
  /** The handler is loaded. */
  | { type: 'ready' }
  | { type: 'answer'; answer: string }
  | { type: 'error'; error: SerializedError }
  /** Sent just before the process ends itself, because the module did not load or an error was thrown outside of the handler. */
  | { type: 'crash'; error: SerializedError };

/** Converts a thrown value to a form that JSON can represent. */
export function serializeError(thrown: unknown): SerializedError {
  if (!(thrown instanceof Error)) return { name: 'Error', message: String(thrown) };
  const { name, message, stack } = thrown;
  return { name, message, stack };
}

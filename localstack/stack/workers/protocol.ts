/** Messages between the pool and a worker process. Events and answers are sent as JSON, as in Lambda. */
export interface InvokeMessage {
  type: 'invoke';
  requestId: string;
  event: string;
  /** Absolute path of the module that exports the `handler` of the event. */
  bundle: string;
  /** All variables that the handler sees, where functions share the process; else they are those of the process. */
  environment?: Readonly<Record<string, string>> | undefined;
  /** Milliseconds since the epoch at which the pool ends the process. */
  deadlineMs: number;
}

export interface SerializedError {
  name: string;
  message: string;
  stack?: string | undefined;
}

export type WorkerMessage =
  /** The handler is loaded. */
  | { type: 'ready' }
  | { type: 'answer'; answer: string }
  | { type: 'error'; error: SerializedError }
  /** Sent just before the process ends itself: the module did not load, or something was thrown outside the handler. */
  | { type: 'crash'; error: SerializedError };

/** Anything that was thrown, in a form that goes through JSON. */
export function serializeError(thrown: unknown): SerializedError {
  if (!(thrown instanceof Error)) return { name: 'Error', message: String(thrown) };
  const { name, message, stack } = thrown;
  return { name, message, stack };
}

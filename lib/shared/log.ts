/** Tells operators, never clients, what happened. An `error` among the details is logged whole. */
export interface Log {
  info(message: string, details?: Record<string, unknown>): void;
  warn(message: string, details?: Record<string, unknown>): void;
  error(message: string, details?: Record<string, unknown>): void;
}

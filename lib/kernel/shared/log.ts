/**
 * Tells operators, never clients, what happened. The name, message, stack and causes of an `error` among the details are
 * logged, and nothing that it carries of clients.
 */
export interface Log {
  info(message: string, details?: Record<string, unknown>): void;
  warn(message: string, details?: Record<string, unknown>): void;
  error(message: string, details?: Record<string, unknown>): void;
}

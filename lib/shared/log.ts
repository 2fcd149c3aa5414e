/**
 * Tells operators, never clients, what happened. Of an `error` among the details its name, message, stack and causes are logged,
 * and nothing that it carries of clients.
 */
export interface Log {
  info(message: string, details?: Record<string, unknown>): void;
  warn(message: string, details?: Record<string, unknown>): void;
  error(message: string, details?: Record<string, unknown>): void;
}

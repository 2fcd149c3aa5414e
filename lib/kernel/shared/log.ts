/**
 * The log, for operators only. An `error` in the details is logged with its name, message, stack and causes, and no other fields, because
 * these may contain data of clients.
 */
export interface Log {
  info(message: string, details?: Record<string, unknown>): void;
  warn(message: string, details?: Record<string, unknown>): void;
  error(message: string, details?: Record<string, unknown>): void;
}

/** The log of the local stack, which takes one line at a time. `console` is one. */
export interface StackLog {
  /** Writes a line only to the log files. */
  debug(line: string): void;
  info(line: string): void;
  warn(line: string): void;
  error(line: string): void;
}

/** Log of the local stack, a line at a time. `console` is one. */
export interface StackLog {
  /** For the files only: lines that are read later. */
  debug(line: string): void;
  info(line: string): void;
  warn(line: string): void;
  error(line: string): void;
}

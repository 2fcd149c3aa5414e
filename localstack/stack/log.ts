import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { StackLog } from '#emulators/host/stack-log.ts';

/** The level of the log, which includes all levels to its left. */
export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug';

const ORDER: readonly LogLevel[] = ['silent', 'error', 'warn', 'info', 'debug'];

/**
 * Makes the supervisor's log: all lines go to `stack.log` in the folder, those up to `level` also to stderr. They are written
 * synchronously, so that the last line before a crash is not lost.
 */
export function createLog(folder: string, level: LogLevel): StackLog {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'stack.log');
  const write = (severity: LogLevel) => (line: string) => {
    const entry = `${new Date().toISOString()} ${severity} ${line}\n`;
    try {
      appendFileSync(path, entry);
    } catch {
      // The folder may already be deleted while the stack stops.
    }
    if (ORDER.indexOf(severity) <= ORDER.indexOf(level)) process.stderr.write(entry);
  };
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}

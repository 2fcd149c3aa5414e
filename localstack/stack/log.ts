import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createRotatedLogWriter } from '#emulators/host/create-rotated-log-writer.ts';
import type { StackLog } from '#emulators/host/stack-log.ts';

/** The level of the log, which includes all levels to its left. */
export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug';

const LEVELS_IN_ORDER: readonly LogLevel[] = ['silent', 'error', 'warn', 'info', 'debug'];

/**
 * Makes the supervisor's log: all lines go to `stack.log` in the folder, which is rotated, those up to `level` also to stderr. They are
 * written synchronously, so that the last line before a crash is not lost.
 */
export function createStackLog(folder: string, level: LogLevel): StackLog {
  mkdirSync(folder, { recursive: true });
  const append = createRotatedLogWriter(join(folder, 'stack.log'));
  const write = (severity: LogLevel) => (line: string) => {
    const entry = `${new Date().toISOString()} ${severity} ${line}\n`;
    try {
      append(entry);
    } catch {
      // The disk may be full, and the folder may already be deleted while the stack stops.
    }
    if (LEVELS_IN_ORDER.indexOf(severity) <= LEVELS_IN_ORDER.indexOf(level)) process.stderr.write(entry);
  };
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}

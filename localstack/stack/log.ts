import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { StackLog } from '#emulators/host/stack-log.ts';

export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug';

const ORDER: readonly LogLevel[] = ['silent', 'error', 'warn', 'info', 'debug'];

/**
 * The supervisor's own lines: all of them into `stack.log` of the folder, those up to `level` also to stderr. Written
 * at once, so that the last line before a crash is there.
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

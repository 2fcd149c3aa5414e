import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LocalFunction } from '#stack/events/types.ts';

/** A process that has ended but was not yet reaped by its parent counts as gone: it runs nothing. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  if (process.platform !== 'linux') return true;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3) !== 'Z';
  } catch {
    return false;
  }
}

/** Writes a module with this source and describes it as a function. */
export function writeFunction(
  directory: string,
  name: string,
  source: string,
  settings: Partial<LocalFunction> = {},
): LocalFunction {
  const bundle = join(directory, `${name}.mjs`);
  writeFileSync(bundle, source);
  return {
    name,
    bundle,
    timeoutSeconds: 20,
    memorySizeMb: 256,
    environment: {},
    cpuBound: false,
    events: [],
    ...settings,
  };
}

/** A handler that starts a child process, writes both process ids to the file `event.pids`, and never ends. */
export const HANGING_HANDLER = `
  import { spawn } from 'node:child_process';
  import { renameSync, writeFileSync } from 'node:fs';
  export const handler = ({ pids }) => {
    const child = spawn('sleep', ['600']);
    const written = pids + '.' + process.pid;
    writeFileSync(written, JSON.stringify([process.pid, child.pid]));
    renameSync(written, pids);
    return new Promise(() => setInterval(() => undefined, 1000));
  };
`;

/** The process ids that a hanging handler wrote, or none yet. */
export function readPids(file: string): number[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return [];
  }
}

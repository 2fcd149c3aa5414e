import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Reads fields 3 and following of /proc/<pid>/stat; undefined if there is no such process, or the system is not Linux. */
function readProcStat(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, field 2, may contain spaces; it ends at the last parenthesis.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

function readStartByPs(pid: number): string | undefined {
  try {
    const text = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', env: { LC_ALL: 'C' } });
    // Without spaces, which separate the fields of a lock.
    return text.trim().replaceAll(/\s+/g, '-') || undefined;
  } catch {
    return undefined;
  }
}

/**
 * The start of a process: in clock ticks since boot on Linux, as the date that `ps` shows on other systems with it. Undefined on Windows,
 * and for a process that has ended.
 */
export function processStartTime(pid: number, platform = process.platform): string | undefined {
  if (platform === 'linux') return readProcStat(pid)?.[19];
  return platform === 'win32' ? undefined : readStartByPs(pid);
}

/** Reports whether a process runs. A zombie, which has ended but has not been waited for, does not. */
export function isProcessAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return readProcStat(pid)?.[0] !== 'Z';
}

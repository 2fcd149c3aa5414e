import { readFileSync } from 'node:fs';

/** Reads fields 3 and following of /proc/<pid>/stat; undefined if there is no such process, or the system is not Linux. */
function statOf(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, field 2, may contain spaces; it ends at the last parenthesis.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

/** The start of a process in clock ticks since boot; undefined if the system does not provide it. */
export const processStartTime = (pid: number): string | undefined => statOf(pid)?.[19];

/** Reports whether a process runs. A zombie, which has ended but has not been waited for, does not. */
export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return statOf(pid)?.[0] !== 'Z';
}

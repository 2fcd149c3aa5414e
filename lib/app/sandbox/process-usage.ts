import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** Linux counts processor time in hundredths of a second (USER_HZ). */
const TICKS_PER_SECOND = 100;
const PAGE_BYTES = 4096;

/** Resources that a process uses of the machine. */
export interface ProcessUsage {
  cpuSeconds: number;
  memoryBytes: number;
}

/** Reads the text of `/proc/<pid>/stat`. */
export function parseProcStat(stat: string): ProcessUsage {
  // The name of the program may have spaces and parentheses: fields are counted from its end.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [user = 0, system = 0, pages = 0] = [fields[11], fields[12], fields[21]];
  return { cpuSeconds: (user + system) / TICKS_PER_SECOND, memoryBytes: pages * PAGE_BYTES };
}

/** Reads a line of `ps -o time=,rss=`: time as `[[dd-]hh:]mm:ss[.cc]`, memory in KiB. Undefined for another text. */
export function parsePsLine(line: string): ProcessUsage | undefined {
  const [, days = '0', clock = '', kib = ''] = /^\s*(?:(\d+)-)?([\d:.]+)\s+(\d+)\s*$/.exec(line) ?? [];
  if (clock === '') return undefined;
  const seconds = clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  return { cpuSeconds: Number(days) * 86_400 + seconds, memoryBytes: Number(kib) * 1024 };
}

async function usageByPs(pid: number): Promise<ProcessUsage | undefined> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'time=,rss=', '-p', String(pid)]);
  return parsePsLine(stdout);
}

/**
 * Reads the resources of a process: from the proc file system on Linux, by `ps` on other systems with it. Undefined on Windows, where only
 * the clock bounds a process, and for a process that has ended.
 */
export async function processUsage(pid: number, platform = process.platform): Promise<ProcessUsage | undefined> {
  try {
    if (platform === 'linux') return parseProcStat(await readFile(`/proc/${pid}/stat`, 'utf8'));
    return platform === 'win32' ? undefined : await usageByPs(pid);
  } catch {
    return undefined;
  }
}

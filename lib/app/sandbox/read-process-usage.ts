import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** Linux counts processor time in hundredths of a second (USER_HZ). */
const TICKS_PER_SECOND = 100;
/** Bytes of a page of memory, in which Linux counts resident memory here. */
const PAGE_BYTES = 4096;

/** Resources that a process uses of the machine. */
export interface ProcessUsage {
  cpuSeconds: number;
  memoryBytes: number;
}

/** Parses the text of `/proc/<pid>/stat`. */
export function parseProcStat(stat: string): ProcessUsage {
  // The name of the program may have spaces and parentheses: fields are counted from its end.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [user = 0, system = 0, pages = 0] = [fields[11], fields[12], fields[21]];
  return { cpuSeconds: (user + system) / TICKS_PER_SECOND, memoryBytes: pages * PAGE_BYTES };
}

/** Parses a line of `ps -o time=,rss=`: time as `[[dd-]hh:]mm:ss[.cc]`, memory in KiB. Undefined for another text. */
export function parsePsLine(line: string): ProcessUsage | undefined {
  const [, days = '0', clock = '', kib = ''] = /^\s*(?:(\d+)-)?([\d:.]+)\s+(\d+)\s*$/.exec(line) ?? [];
  if (clock === '') return undefined;
  const seconds = clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  return { cpuSeconds: Number(days) * 86_400 + seconds, memoryBytes: Number(kib) * 1024 };
}

/**
 * Parses a line of `tasklist /v /fo csv /nh`: the fifth column is memory in KiB with the separators of the language, the eighth the processor
 * time as `h:mm:ss`. Undefined for another text, such as that no process has the id.
 */
export function parseWindowsTasklistLine(line: string): ProcessUsage | undefined {
  const columns = [...line.matchAll(/"([^"]*)"/g)].map(([, column = '']) => column);
  const [, hours, minutes, seconds] = /^(\d+):(\d\d):(\d\d)$/.exec(columns[7] ?? '') ?? [];
  const kib = columns[4]?.replace(/\D/g, '') ?? '';
  if (hours === undefined || kib === '') return undefined;
  const cpuSeconds = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return { cpuSeconds, memoryBytes: Number(kib) * 1024 };
}

async function usageByTasklist(pid: number): Promise<ProcessUsage | undefined> {
  const options = ['/v', '/fo', 'csv', '/nh', '/fi', `PID eq ${pid}`];
  const { stdout } = await promisify(execFile)('tasklist', options, { windowsHide: true });
  return parseWindowsTasklistLine(stdout);
}

async function usageByPs(pid: number): Promise<ProcessUsage | undefined> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'time=,rss=', '-p', String(pid)]);
  return parsePsLine(stdout);
}

/**
 * Reads the resources of a process: from the proc file system on Linux, by `tasklist` on Windows, by `ps` on other systems. Undefined for a
 * process that has ended, and where the program is missing: only the clock bounds a process then.
 */
export async function readProcessUsage(pid: number, platform = process.platform): Promise<ProcessUsage | undefined> {
  try {
    if (platform === 'linux') return parseProcStat(await readFile(`/proc/${pid}/stat`, 'utf8'));
    return platform === 'win32' ? await usageByTasklist(pid) : await usageByPs(pid);
  } catch {
    return undefined;
  }
}

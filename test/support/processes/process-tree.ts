import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { isProcessAlive } from '#emulators/host/process-table.ts';

const ids = (): number[] => readdirSync('/proc').map(Number).filter(Number.isInteger);

/** The id of the process that started one; undefined for one that is gone. */
export function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}

/** Ids of the processes that one has started and that have not ended. */
export const childrenOf = (pid: number): number[] =>
  readOf(pid, `task/${pid}/children`).split(' ').filter(Boolean).map(Number);

/** Ids of all processes below one. */
export function descendantsOf(pid: number): number[] {
  const childrenOf = new Map<number, number[]>();
  for (const id of ids()) {
    const parent = parentOf(id);
    if (parent !== undefined) childrenOf.set(parent, [...(childrenOf.get(parent) ?? []), id]);
  }
  const below = (id: number): number[] => (childrenOf.get(id) ?? []).flatMap((child) => [child, ...below(child)]);
  return below(pid);
}

/** Ids of all processes that have this text in their environment, as those have that a program with it has started. */
export const processesWith = (text: string): number[] => ids().filter((id) => readOf(id, 'environ').includes(text));

/** Ids of all processes with this text in their command line. */
export const processesRunning = (text: string): number[] => ids().filter((id) => commandOf(id).includes(text));

/** The command line of a process; empty for one that is gone. */
export const commandOf = (pid: number): string => readOf(pid, 'cmdline');

/** The most bytes that a process ever had resident; 0 for one that is gone. */
export const peakMemoryOf = (pid: number): number =>
  Number(/^VmHWM:\s+(\d+) kB/m.exec(readOf(pid, 'status'))?.[1] ?? 0) * 1024;

function readOf(pid: number, file: 'environ' | 'cmdline' | 'status' | `task/${number}/children`): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

function socketsOf(pid: number): Set<string> {
  try {
    const targets = readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`));
    return new Set(targets.flatMap((target) => /^socket:\[(\d+)\]$/.exec(target)?.[1] ?? []));
  } catch {
    return new Set();
  }
}

const LISTENING = '0A';
const LOOPBACK = new Set(['0100007F', '00000000000000000000000001000000']);

/** The TCP sockets that some processes listen on, from the kernel's own tables. */
export function listenersOf(pids: readonly number[]): { port: number; loopback: boolean }[] {
  const inodes = new Set(pids.flatMap((pid) => [...socketsOf(pid)]));
  return ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) =>
    readFileSync(table, 'utf8')
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter((fields) => fields[3] === LISTENING && inodes.has(fields[9] ?? ''))
      .map(([, local = '']) => {
        const [address = '', port = ''] = local.split(':');
        return { port: Number.parseInt(port, 16), loopback: LOOPBACK.has(address) };
      }),
  );
}

/** Polls until a condition is true; throws when it does not within `ms`. */
export async function eventually(what: string, holds: () => boolean | Promise<boolean>, ms = 60_000): Promise<void> {
  const deadline = Date.now() + ms;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`not within ${ms} ms: ${what}`);
    await delay(25);
  }
}

/** @returns false when there is no such process any more */
export function signalProcess(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

export const allGone = (pids: readonly number[]) => pids.every((pid) => !isProcessAlive(pid));

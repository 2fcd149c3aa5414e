import { execFileSync } from 'node:child_process';

/** All processes of a command that have not ended: their ids, and those of their parents. */
export const processesOf = (name: string): { pid: number; parent: number }[] =>
  execFileSync('ps', ['-e', '-o', 'pid=,ppid=,stat=,comm='])
    .toString()
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , state, command]) => command === name && !state?.startsWith('Z'))
    .map(([pid, parent]) => ({ pid: Number(pid), parent: Number(parent) }));

/** Process ids of the children of a process whose command is `name`. */
export const childrenOf = (pid: number, name: string): number[] =>
  processesOf(name).flatMap((child) => (child.parent === pid ? child.pid : []));

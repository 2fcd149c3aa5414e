import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { measureFolderBytes } from '#emulators/host/measure-folder-bytes.ts';
import type { Sample } from './bounds.ts';

/** Programs that live as long as the service, by a part of their command line. Workers come and go. */
const LONG_LIVED: Readonly<Record<string, string>> = {
  'start.ts': 'supervisor',
  'offline-host.ts': 'api',
  'sqs-host.ts': 'sqs',
  dynoxide: 'dynamodb',
};

/** The content of a file of /proc; empty when the process is gone. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

const entriesOf = (path: string): string[] => {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
};

/** The process and all of its descendants, which any thread may have started. */
function treeOf(pid: number): number[] {
  const children = entriesOf(`/proc/${pid}/task`).flatMap((thread) =>
    read(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
  );
  return [pid, ...children.flatMap(treeOf)];
}

const bytesOf = (pid: number): number =>
  Number(/^Pss:\s*(\d+) kB$/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) * 1024;

/** The name of a program that lives as long as the service; undefined for a worker. */
function longLivedName(pid: number): string | undefined {
  const words = read(`/proc/${pid}/cmdline`).split('\0');
  // A shell that watches the database has its program as an argument.
  if (basename(words[0] ?? '') === 'sh') return undefined;
  const found = words.map((word) => basename(word)).find((word) => LONG_LIVED[word] !== undefined);
  return found === undefined ? undefined : LONG_LIVED[found];
}

/** Looks at the service: memory and handles of all its processes, and its folder. @param second since the start of the run */
export async function observe(pid: number, dataDir: string, second: number): Promise<Sample> {
  const processBytes: Record<string, number> = {};
  let [treeBytes, handles] = [0, 0];
  for (const each of treeOf(pid)) {
    const bytes = bytesOf(each);
    treeBytes += bytes;
    handles += entriesOf(`/proc/${each}/fd`).length;
    const name = longLivedName(each);
    if (name !== undefined) processBytes[name] = bytes;
  }
  const diskBytes = await measureFolderBytes(dataDir, new AbortController().signal);
  return { second, treeBytes, processBytes, handles, diskBytes };
}

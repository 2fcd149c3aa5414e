import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import type { StackLog } from '#emulators/host/stack-log.ts';
import { parseJson } from '#kernel/shared/parse-json.ts';
import { errorMessage } from './wait.ts';

/**
 * Positions of the shards: the sequence number of the last handled record of each.
 *
 * A position is written only after its records were handled (or given up), so a crash in between makes records come
 * again and loses none: delivery is at least once, which stream handlers must expect of AWS too.
 */
export interface Checkpoints {
  get(key: string): string | undefined;
  /** Resolves when the position, or a later one, is on disk. */
  save(key: string, sequenceNumber: string): Promise<void>;
  /** Forgets a position that the stream no longer has. */
  forget(key: string): void;
}

/** Sequence numbers by the key of a shard. */
const positions = z.record(z.string(), z.string());

async function load(file: string, log: StackLog): Promise<Map<string, string>> {
  try {
    return new Map(Object.entries(parseJson(positions, await readFile(file, 'utf8'))));
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!missing)
      log.warn(`stream checkpoints in ${file} are unreadable, streams are read again: ${errorMessage(error)}`);
    return new Map();
  }
}

async function writeAtomically(file: string, text: string): Promise<void> {
  const temporary = `${file}.tmp`;
  const handle = await open(temporary, 'w');
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, file);
}

/** Opens the file's positions; a missing or unreadable file means no positions, see above. */
export async function openCheckpoints(file: string, log: StackLog): Promise<Checkpoints> {
  const positions = await load(file, log);
  await mkdir(dirname(file), { recursive: true });
  let writing: Promise<void> = Promise.resolve();
  let queued: Promise<void> | undefined;

  // Saves that come while a write is under way share the next one.
  const flush = (): Promise<void> => {
    if (queued !== undefined) return queued;
    const next = writing.then(() => {
      queued = undefined;
      return writeAtomically(file, JSON.stringify(Object.fromEntries(positions)));
    });
    queued = next;
    writing = next.catch(() => undefined);
    return next;
  };

  return {
    get: (key) => positions.get(key),
    save: (key, sequenceNumber) => {
      positions.set(key, sequenceNumber);
      return flush();
    },
    forget: (key) => {
      positions.delete(key);
    },
  };
}

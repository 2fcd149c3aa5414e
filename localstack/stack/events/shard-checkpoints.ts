import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import type { StackLog } from '#emulators/host/stack-log.ts';
import { errorMessageOf } from '#kernel/shared/error-message.ts';
import { parseJson } from '#kernel/shared/parse-json.ts';

/**
 * Positions in the shards: for each, the sequence number of the last handled record.
 *
 * A position is written only after its records were handled or discarded. After a crash, some records may be delivered again, but none is
 * lost. Handlers of streams must expect this from AWS, too.
 */
export interface ShardCheckpoints {
  /** The position in a shard; undefined before the first one is stored. */
  get(key: string): string | undefined;
  /** Resolves when the position, or a later one, is on disk. */
  save(key: string, sequenceNumber: string): Promise<void>;
  /** Removes a position that the stream no longer has. */
  forget(key: string): void;
}

/** Sequence numbers by the key of a shard. */
const positionsSchema = z.record(z.string(), z.string());

async function loadPositions(file: string, log: StackLog): Promise<Map<string, string>> {
  try {
    return new Map(Object.entries(parseJson(positionsSchema, await readFile(file, 'utf8'))));
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!isMissing)
      log.warn(`stream checkpoints in ${file} are unreadable, streams are read again: ${errorMessageOf(error)}`);
    return new Map();
  }
}

async function writeAtomically(file: string, text: string): Promise<void> {
  const temporaryPath = `${file}.tmp`;
  const handle = await open(temporaryPath, 'w');
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporaryPath, file);
}

/** Opens the positions of a file. A missing or unreadable file has none. */
export async function openShardCheckpoints(file: string, log: StackLog): Promise<ShardCheckpoints> {
  const positions = await loadPositions(file, log);
  await mkdir(dirname(file), { recursive: true });
  let currentWrite: Promise<void> = Promise.resolve();
  let queuedWrite: Promise<void> | undefined;

  // Saves that are made during a write share the next write.
  const flush = (): Promise<void> => {
    if (queuedWrite !== undefined) return queuedWrite;
    const nextWrite = currentWrite.then(() => {
      queuedWrite = undefined;
      return writeAtomically(file, JSON.stringify(Object.fromEntries(positions)));
    });
    queuedWrite = nextWrite;
    currentWrite = nextWrite.catch(() => undefined);
    return nextWrite;
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

import { pbkdf2 } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BlobStore } from '#emulators/s3/blobs.ts';

/** Rounds with other loads of the threads that open and remove files: without the wait for the end of the stream, a few files stay. */
const ROUNDS = 40;
const WRITES = 50;

it.each(['at once', 'after its first bytes'])('a body that fails %s leaves no blob', async (when) => {
  const folder = await mkdtemp(join(tmpdir(), 'blobs-'));
  try {
    const store = new BlobStore(folder);
    async function* failing(): AsyncGenerator<Buffer> {
      if (when !== 'at once') yield Buffer.from('a');
      throw new Error('it does not match');
    }
    for (let round = 0; round < ROUNDS; round++) {
      for (let busy = 0; busy < 3; busy++) pbkdf2('a', 'b', 2000 * (1 + (round % 7)), 32, 'sha256', () => undefined);
      const writes = Array.from({ length: WRITES }, () => store.write(failing()));
      for (const { status } of await Promise.allSettled(writes)) expect(status).toBe('rejected');
    }
    expect(await readdir(folder)).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WithTemporaryDirectory } from '#features/renders/ports.ts';

/** Gives work a temporary directory, and removes it when the work has ended. */
export const withTemporaryFolder: WithTemporaryDirectory = async (work) => {
  const directory = await mkdtemp(join(tmpdir(), 'render-'));
  try {
    return await work(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
};

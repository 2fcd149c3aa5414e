import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseOptionsOrExit } from '#cli/command-line.ts';
import { NUMBER_OPTION } from '../command-options.ts';
import { report } from './checks.ts';
import { fillDisk, NotAllowed } from './fill-disk.ts';

/** Nothing was checked: neither a success nor a failure. */
const SKIPPED = 77;

/**
 * `npm run chaos -- disk [--megabytes 128] [--rounds 3] [--seconds 20]`: the disk of DATA_DIR is full for a while, as renders are
 * made. Needs the right to mount a file system in memory; without it, it says so and ends with 77.
 */
export async function diskCommand(args: string[]): Promise<void> {
  const values = parseOptionsOrExit(
    'npm run chaos -- disk [--megabytes 128] [--rounds 3] [--seconds 20]',
    { megabytes: NUMBER_OPTION, rounds: NUMBER_OPTION, seconds: NUMBER_OPTION },
    args,
  );
  const directory = await mkdtemp(join(tmpdir(), 'disk-'));
  try {
    const { figures, checks } = await fillDisk(directory, {
      megabytes: Number(values.megabytes ?? 128),
      rounds: Number(values.rounds ?? 3),
      seconds: Number(values.seconds ?? 20),
    });
    report(figures, checks);
  } catch (error) {
    if (!(error instanceof NotAllowed)) throw error;
    console.error(`skipped: ${error.message}`);
    process.exitCode = SKIPPED;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

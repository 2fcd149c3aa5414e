import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseOptionsOrExit } from '#cli/command-line.ts';
import { NUMBER_OPTION } from '../command-options.ts';
import { report } from './checks.ts';
import { startTarget } from './stack-process.ts';
import { raiseStorm } from './storm.ts';
import { checksOfStorm } from './storm-faults.ts';

/**
 * `npm run chaos -- webhooks [--events 1000] [--receivers 20] [--rate 2] [--trouble 60] [--kills 0] [--everything] [--seed 1]`:
 * every event has to reach every receiver, signed as the Standard Webhooks library wants it, with at most five requests at
 * once to any of them. How soon healthy ones got it is printed, and decides nothing: it depends on the machine.
 */
export async function webhooksCommand(args: string[]): Promise<void> {
  const values = parseOptionsOrExit(
    'npm run chaos -- webhooks [--events 1000] [--receivers 20] [--rate 2] [--trouble 60] [--kills 0] [--patience 3600] [--everything] [--seed 1]',
    {
      events: NUMBER_OPTION,
      receivers: NUMBER_OPTION,
      rate: NUMBER_OPTION,
      trouble: NUMBER_OPTION,
      kills: NUMBER_OPTION,
      seed: NUMBER_OPTION,
      patience: NUMBER_OPTION,
      everything: { type: 'boolean', default: false },
    },
    args,
  );
  const storm = {
    events: Number(values.events ?? 1000),
    receivers: Number(values.receivers ?? 20),
    rate: Number(values.rate ?? 2),
    trouble: Number(values.trouble ?? 60),
    kills: Number(values.kills ?? 0),
    seed: Number(values.seed ?? 1),
    // What hangs twice waits for five minutes, and a fifth more at most; what was killed with it a minute or two.
    patience: Number(values.patience ?? 900),
    everything: values.everything,
  };
  const directory = await mkdtemp(join(tmpdir(), 'storm-'));
  try {
    const target = await startTarget(directory);
    const started = performance.now();
    try {
      const aftermath = await raiseStorm(target, storm, (standing) => {
        // Next to the result, which alone goes to stdout.
        const after = Math.round((performance.now() - started) / 1000);
        console.error(`${after} s: ${JSON.stringify(standing)}`);
      });
      report({ ...storm, ...aftermath }, checksOfStorm(storm, aftermath));
    } finally {
      await target.stop();
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

import { parseOptionsOrExit } from '#cli/command-line.ts';
import { NUMBER_OPTION } from '../command-options.ts';
import { startService } from '../service/start-service.ts';
import { report } from './checks.ts';
import { loadService } from './load-service.ts';

/**
 * `npm run chaos -- load [--requests 10000] [--at-once 50] [--renders 2] [--seed 1]`: every request is answered with 200 while
 * renders run. How long the answers take is printed, and decides nothing: it depends on the machine.
 */
export async function loadCommand(args: string[]): Promise<void> {
  const values = parseOptionsOrExit(
    'npm run chaos -- load [--requests 10000] [--at-once 50] [--renders 2] [--seed 1]',
    { requests: NUMBER_OPTION, 'at-once': NUMBER_OPTION, renders: NUMBER_OPTION, seed: NUMBER_OPTION },
    args,
  );
  const service = await startService();
  try {
    const { figures, checks } = await loadService(service, {
      requests: Number(values.requests ?? 10_000),
      atOnce: Number(values['at-once'] ?? 50),
      renders: Number(values.renders ?? 2),
      seed: Number(values.seed ?? 1),
    });
    report(figures, checks);
  } finally {
    await service.stop();
  }
}

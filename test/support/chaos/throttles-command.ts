import { parseOptionsOrExit } from '#cli/command-line.ts';
import type { FaultMode } from '../aws/inject-faults.ts';
import { NUMBER_OPTION, TEXT_OPTION } from '../command-options.ts';
import { report } from './checks.ts';
import { checksOfThrottled, renderThrottled, startThrottledService } from './throttled-renders.ts';

/**
 * `npm run chaos -- throttles [--renders 100] [--share 0.2] [--mode throttled|lost] [--seed 1] [--patience 3600]`: a share of all
 * calls to the table, the queues and the bucket fails, and every render has to complete as if none had failed.
 */
export async function throttlesCommand(args: string[]): Promise<void> {
  const values = parseOptionsOrExit(
    'npm run chaos -- throttles [--renders 100] [--share 0.2] [--mode throttled|lost] [--seed 1] [--patience 3600]',
    { renders: NUMBER_OPTION, share: NUMBER_OPTION, mode: TEXT_OPTION, seed: NUMBER_OPTION, patience: NUMBER_OPTION },
    args,
  );
  const wanted = {
    renders: Number(values.renders ?? 100),
    share: Number(values.share ?? 0.2),
    mode: (values.mode === 'lost' ? 'lost' : 'throttled') satisfies FaultMode,
    seed: Number(values.seed ?? 1),
    patience: Number(values.patience ?? 3600),
  } as const;
  const service = await startThrottledService();
  try {
    const outcome = await renderThrottled(service, wanted);
    report({ ...wanted, ...outcome }, checksOfThrottled(wanted, outcome));
  } finally {
    await service.stop();
  }
}

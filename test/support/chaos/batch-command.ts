import { parseOptionsOrExit } from '#cli/command-line.ts';
import { NUMBER_OPTION, TEXT_OPTION } from '../command-options.ts';
import { kindsOf, USUAL_BLOWS } from './blows.ts';
import { report } from './checks.ts';
import { inNewFolder } from './in-new-folder.ts';
import { killBatch } from './kill-batch.ts';

/**
 * `npm run chaos -- batch [--rows 200] [--kills 30] [--kinds worker,ffmpeg,…] [--seed 1] [--keep]`: a video for each row of a batch,
 * while processes are killed and frozen. Each row has to be made once, and the counts have to be right at every check.
 */
export async function batchCommand(args: string[]): Promise<void> {
  const values = parseOptionsOrExit(
    'npm run chaos -- batch [--rows 200] [--kills 30] [--kinds worker,ffmpeg,…] [--seed 1] [--keep]',
    {
      rows: NUMBER_OPTION,
      kills: NUMBER_OPTION,
      kinds: TEXT_OPTION,
      seed: NUMBER_OPTION,
      keep: { type: 'boolean' },
    },
    args,
  );
  const wanted = {
    rows: Number(values.rows ?? 200),
    kills: Number(values.kills ?? 30),
    kinds: kindsOf(values.kinds, USUAL_BLOWS),
    seed: Number(values.seed ?? 1),
  };
  const { figures, checks } = await inNewFolder('batch-', values.keep ?? false, (folder) => killBatch(folder, wanted));
  report(figures, checks);
}

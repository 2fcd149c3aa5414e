import { parseOptionsOrExit } from '#cli/command-line.ts';
import { NUMBER_OPTION, TEXT_OPTION } from '../command-options.ts';
import { kindsOf, USUAL_BLOWS } from './blows.ts';
import { report } from './checks.ts';
import { inNewFolder } from './in-new-folder.ts';
import { killRenders } from './kill-renders.ts';

/**
 * `npm run chaos -- kills [--renders 300] [--kills 300] [--kinds worker,ffmpeg,…] [--copies 1] [--seed 1] [--keep]`: renders with
 * narration, images, changes and cancels, while processes are killed and frozen, emulators restarted and ports closed.
 * Every render has to end once, and nothing may be left. The kind `outage`, which is not among the usual ones, has the port of
 * the emulators refuse for a while; they run next to the service then, and are not killed.
 */
export async function killsCommand(args: string[]): Promise<void> {
  const values = parseOptionsOrExit(
    'npm run chaos -- kills [--renders 300] [--kills 300] [--kinds worker,ffmpeg,…] [--copies 1] [--seed 1] [--keep]',
    {
      renders: NUMBER_OPTION,
      kills: NUMBER_OPTION,
      kinds: TEXT_OPTION,
      copies: NUMBER_OPTION,
      seed: NUMBER_OPTION,
      keep: { type: 'boolean' },
    },
    args,
  );
  const renders = Number(values.renders ?? 300);
  const kinds = kindsOf(values.kinds, USUAL_BLOWS);
  if (kinds.includes('outage') && (kinds.includes('dynamodb') || kinds.includes('sqs')))
    throw new Error('Emulators whose port is closed are not killed: leave out dynamodb and sqs, or outage');
  const wanted = {
    renders,
    kills: Number(values.kills ?? renders),
    kinds,
    copies: Number(values.copies ?? 1),
    seed: Number(values.seed ?? 1),
  };
  const { figures, checks } = await inNewFolder('kills-', values.keep ?? false, (folder) =>
    killRenders(folder, wanted),
  );
  report(figures, checks);
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandLine, NUMBER_OPTION, TEXT_OPTION } from '../../../localstack/cli/command-line.ts';
import { BLOWS, type Blow, USUAL_BLOWS } from './blows.ts';
import { report } from './checks.ts';
import { killRenders } from './kill-renders.ts';

/**
 * `npm run chaos -- kills [--renders 300] [--kills 300] [--kinds worker,ffmpeg,…] [--copies 1] [--seed 1] [--keep]`: renders with
 * narration, images, changes and cancels, while processes are killed and frozen, emulators restarted and ports closed.
 * Every render has to end once, and nothing may be left. The kind `outage`, which is not among the usual ones, has the port of
 * the emulators refuse for a while; they run beside the service then, and are not killed.
 */
export async function killsCommand(args: string[]): Promise<void> {
  const values = commandLine(
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
  const kinds = (values.kinds?.split(',') ?? USUAL_BLOWS).map((kind): Blow => {
    const known = BLOWS.find((blow) => blow === kind);
    if (!known) throw new Error(`There is no "${kind}": there are ${BLOWS.join(', ')}`);
    return known;
  });
  if (kinds.includes('outage') && (kinds.includes('dynamodb') || kinds.includes('sqs')))
    throw new Error('Emulators whose port is closed are not killed: leave out dynamodb and sqs, or outage');
  const wanted = {
    renders,
    kills: Number(values.kills ?? renders),
    kinds,
    copies: Number(values.copies ?? 1),
    seed: Number(values.seed ?? 1),
  };
  const directory = await mkdtemp(join(tmpdir(), 'kills-'));
  try {
    const { figures, checks } = await killRenders(directory, wanted);
    report(figures, checks);
  } finally {
    if (values.keep) console.error(`kept: ${directory}`);
    else await rm(directory, { recursive: true, force: true });
  }
}

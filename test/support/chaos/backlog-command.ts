import { parseArgs } from 'node:util';
import { faultsOfBacklog, raiseBacklog, type Sweep } from './raise-backlog.ts';

const shown = ({ report, seconds, memory_mb }: Sweep): string =>
  `${report.taken} taken, ${seconds.toFixed(1)} s, ${Math.round(memory_mb)} MiB${report.is_done ? '' : ', goes on in the next'}`;

/** `npm run chaos -- backlog [--narrations 40000] [--rounds 100]`: every sweep is in time, and nothing else waits for it. */
export async function backlogCommand(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { narrations: { type: 'string' }, rounds: { type: 'string' } } });
  const backlog = { narrations: Number(values.narrations ?? 40_000), rounds: Number(values.rounds ?? 100) };
  const outcome = await raiseBacklog(backlog);
  for (const [index, round] of outcome.rounds.entries())
    for (const [name, sweep] of Object.entries(round)) console.log(`round ${index + 1}, ${name}: ${shown(sweep)}`);
  const all = outcome.rounds.flatMap((round) => Object.values(round));
  const summary = {
    ...backlog,
    rounds: outcome.rounds.length,
    looked_at: outcome.narrations,
    slowest_seconds: Math.max(...all.map(({ seconds }) => seconds)),
    most_memory_mb: Math.max(...all.map(({ memory_mb }) => memory_mb)),
    others_in_their_sweep: outcome.others.filter((sent) => Object.values(sent).every(Boolean)).length,
  };
  console.log(JSON.stringify(summary, null, 2));
  const faults = faultsOfBacklog(outcome);
  if (faults.length > 0) throw new Error(faults.join('; '));
}

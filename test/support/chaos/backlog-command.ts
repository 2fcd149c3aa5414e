import { parseOptionsOrExit } from '#cli/command-line.ts';
import { NUMBER_OPTION } from '../command-options.ts';
import { report } from './checks.ts';
import { faultsOfBacklog, raiseBacklog, SWEEP_LIMITS, type Sweep } from './raise-backlog.ts';

const shown = ({ report: { taken, is_done }, seconds, memory_mb }: Sweep): string =>
  `${taken} taken, ${seconds.toFixed(1)} s, ${Math.round(memory_mb)} MiB${is_done ? '' : ', goes on in the next'}`;

/** `npm run chaos -- backlog [--narrations 40000] [--rounds 100]`: every sweep is in time, and nothing else waits for it. */
export async function backlogCommand(args: string[]): Promise<void> {
  const values = parseOptionsOrExit(
    'npm run chaos -- backlog [--narrations 40000] [--rounds 100]',
    { narrations: NUMBER_OPTION, rounds: NUMBER_OPTION },
    args,
  );
  const backlog = { narrations: Number(values.narrations ?? 40_000), rounds: Number(values.rounds ?? 100) };
  const outcome = await raiseBacklog(backlog);
  for (const [index, round] of outcome.rounds.entries())
    for (const [name, sweep] of Object.entries(round)) console.log(`round ${index + 1}, ${name}: ${shown(sweep)}`);
  const all = outcome.rounds.flatMap((round) => Object.values(round));
  const slowest = Math.max(...all.map(({ seconds }) => seconds));
  const memory = Math.max(...all.map(({ memory_mb }) => memory_mb));
  const inTime = outcome.others.filter((sent) => Object.values(sent).every(Boolean)).length;
  report({ ...backlog, rounds: outcome.rounds.length, looks: outcome.narrations, seconds_to_fill: outcome.filled }, [
    { what: 'narrations that no sweep has looked at', wanted: 0, seen: outcome.left },
    {
      what: 'seconds of the slowest sweep',
      wanted: `< ${SWEEP_LIMITS.seconds}`,
      seen: slowest.toFixed(1),
      holds: slowest < SWEEP_LIMITS.seconds,
    },
    {
      what: 'memory of the largest sweep, MiB',
      wanted: `< ${SWEEP_LIMITS.memory_mb}`,
      seen: Math.round(memory),
      holds: memory < SWEEP_LIMITS.memory_mb,
    },
    { what: 'rounds in which delivery, event and render went out', wanted: outcome.rounds.length, seen: inTime },
    { what: 'other faults', wanted: 'none', seen: faultsOfBacklog(outcome).join('; ') || 'none' },
  ]);
}

import { parseOptionsOrExit } from '#cli/command-line.ts';
import { NUMBER_OPTION } from '../command-options.ts';
import { startService } from '../service/start-service.ts';
import { crowdOut, type SlideTimes } from './crowd-out.ts';

/** A slide next to all that another account has queued may take this many times as long as alone. */
const MAX_RATIO = 2;

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
};
const longest = ({ narration, render }: SlideTimes): number => Math.max(narration, render);

/** `npm run chaos -- fairness`: what one account has queued must not hold up another. */
export async function fairnessCommand(args: string[]): Promise<void> {
  const values = parseOptionsOrExit(
    'npm run chaos -- fairness [--narrations 1000] [--renders 1000] [--characters 5000] [--rounds 5]',
    { narrations: NUMBER_OPTION, renders: NUMBER_OPTION, characters: NUMBER_OPTION, rounds: NUMBER_OPTION },
    args,
  );
  const wanted = {
    narrations: Number(values.narrations ?? 1000),
    renders: Number(values.renders ?? 1000),
    characters: Number(values.characters ?? 5000),
    rounds: Number(values.rounds ?? 5),
  };
  const began = performance.now();
  const seconds = () => ((performance.now() - began) / 1000).toFixed(0);
  const service = await startService();
  try {
    const outcome = await crowdOut(service, { ...wanted, onStep: (step) => console.error(`${seconds()} s: ${step}`) });
    const [idle, crowded] = [median(outcome.idle.map(longest)), median(outcome.crowded.map(longest))];
    console.log(JSON.stringify({ ...wanted, ...outcome, median: { idle, crowded, ratio: crowded / idle } }, null, 2));
    if (outcome.left.narrations === 0 || outcome.left.renders === 0)
      throw new Error('the other account had nothing left to do: ask for more');
    if (crowded > MAX_RATIO * idle) throw new Error(`a slide took ${crowded / idle} times as long as alone`);
  } finally {
    await service.stop();
  }
}

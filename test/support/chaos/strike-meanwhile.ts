import { setTimeout as wait } from 'node:timers/promises';
import type { Blow } from './blows.ts';

const MAX_PAUSE_MS = 1500;

/** Strikes as the renders are made: a blow is due when its share of them was started. Those that hit something go into `made`. */
export async function strikeMeanwhile(
  plan: readonly Blow[],
  made: Blow[],
  strike: (blow: Blow) => Promise<boolean>,
  share: () => number,
  isOver: () => boolean,
  random: () => number,
): Promise<void> {
  const left = [...plan];
  for (let tries = 0; left.length > 0 && tries < 3 * plan.length && !isOver(); tries++) {
    while (made.length / plan.length > share() && !isOver()) await wait(50);
    await wait(random() * MAX_PAUSE_MS);
    const blow = left.shift();
    if (blow === undefined) break;
    if (await strike(blow)) made.push(blow);
    else left.push(blow);
  }
}

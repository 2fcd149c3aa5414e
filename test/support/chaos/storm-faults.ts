import { RECEIVER_SLOTS } from '../../../lib/webhooks/receiver-throttle.ts';
import type { Aftermath, Storm } from './storm.ts';

/** The faults in the result of a storm; empty when there are none. */
export function faultsOf(
  { kills }: Pick<Storm, 'kills'>,
  {
    deliveries,
    wrong,
    at_once,
    killed,
    interrupted,
  }: Pick<Aftermath, 'deliveries' | 'wrong' | 'at_once' | 'killed' | 'interrupted'>,
): string[] {
  const made = Object.values(killed).reduce((sum, count) => sum + count, 0);
  return [
    ...(deliveries.lost > 0 ? [`${deliveries.lost} deliveries were lost`] : []),
    ...(wrong.requests > 0 ? [`${wrong.requests} requests were not signed as they should be`] : []),
    ...(wrong.strangers > 0 ? [`${wrong.strangers} unknown events came`] : []),
    ...(at_once > RECEIVER_SLOTS ? [`${at_once} requests at once came to one receiver`] : []),
    // Few may all have hit processes that waited for work.
    ...(kills >= 20 && interrupted === 0 ? ['no kill hit a process at work'] : []),
    ...(made < kills ? [`only ${made} of ${kills} kills were made before all was delivered: more --events`] : []),
  ];
}

import { MAX_CONCURRENT_ATTEMPTS_PER_RECEIVER } from '#features/webhooks/receiver-throttle.ts';
import { brokenOf, type Check } from './checks.ts';
import type { Aftermath, Storm } from './storm.ts';

type Seen = Pick<Aftermath, 'deliveries' | 'wrong' | 'at_once' | 'killed' | 'interrupted'>;

/** What has to hold after a storm. */
export function checksOfStorm(
  { kills }: Pick<Storm, 'kills'>,
  { deliveries, wrong, at_once, killed, interrupted }: Seen,
): Check[] {
  const made = Object.values(killed).reduce((sum, count) => sum + count, 0);
  const { wanted, lost, tries } = deliveries;
  return [
    { what: 'deliveries lost', wanted: 0, seen: lost },
    { what: 'deliveries that were wanted', wanted: '> 0', seen: wanted, holds: wanted > 0 },
    // Each delivery has one attempt that is acknowledged. Without others no receiver was in trouble.
    { what: 'tries, more than deliveries', wanted: `> ${wanted}`, seen: tries, holds: tries > wanted },
    { what: 'requests that were not signed as they should be', wanted: 0, seen: wrong.requests },
    { what: 'events that were never made', wanted: 0, seen: wrong.strangers },
    {
      what: 'requests at once to one receiver',
      wanted: `<= ${MAX_CONCURRENT_ATTEMPTS_PER_RECEIVER}`,
      seen: at_once,
      holds: at_once <= MAX_CONCURRENT_ATTEMPTS_PER_RECEIVER,
    },
    { what: 'kills before all was delivered (else more --events)', wanted: kills, seen: made },
    // Few may all have hit processes that waited for work.
    ...(kills >= 20
      ? [{ what: 'kills that hit a process at work', wanted: '> 0', seen: interrupted, holds: interrupted > 0 }]
      : []),
  ];
}

/** The faults in the result of a storm; empty when there are none. */
export const faultsOf = (storm: Pick<Storm, 'kills'>, seen: Seen): string[] => brokenOf(checksOfStorm(storm, seen));

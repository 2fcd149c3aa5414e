/** An event that waits for a process, as far as it decides whose turn it is. */
export interface WaitingEvent {
  /** Group that the event belongs to. */
  group: string | undefined;
  /** True if it keeps a core busy. */
  cpuBound: boolean;
}

/** State that decides whose turn it is. */
export interface Turns {
  cores: number;
  /** Number of events that may run beyond the cores; see `WorkerPoolOptions`. */
  guests: number;
  /** Number of cores that each group keeps busy. */
  coresOf: ReadonlyMap<string | undefined, number>;
  /** Ordinal of the last event for which each group was given a process: a number that rises. It may change between two events. */
  servedAt: ReadonlyMap<string | undefined, number>;
}

interface Group<Event> {
  name: string | undefined;
  /** Its events that are left, the last one first, each with its place among all. */
  left: { event: Event; place: number }[];
  /** The cores that it keeps busy, with those of the events that were given out. */
  cores: number;
  /** The cores that it would keep busy if all of its events ran. */
  wanted: number;
}

function groupsOf<Event extends WaitingEvent>(waiting: readonly Event[], coresOf: Turns['coresOf']): Group<Event>[] {
  const groups = new Map<string | undefined, Group<Event>>();
  waiting.forEach((event, place) => {
    const { group: name } = event;
    const cores = coresOf.get(name) ?? 0;
    const group = groups.get(name) ?? { name, left: [], cores, wanted: cores };
    groups.set(name, group);
    group.left.push({ event, place });
    if (event.cpuBound) group.wanted += 1;
  });
  for (const { left } of groups.values()) left.reverse();
  return [...groups.values()];
}

/**
 * The events that may start now: those of the group with the fewest cores first, of these the one that was served longest ago, then
 * in their order. Hundreds may wait, and each that comes asks again: so it compares groups, never event with event.
 */
export function* eventsInTurn<Event extends WaitingEvent>(
  waiting: readonly Event[],
  { cores, guests, coresOf, servedAt }: Turns,
): Generator<Event> {
  let groups = groupsOf(waiting, coresOf);
  let free = [...coresOf.values()].reduce((rest, busy) => rest - busy, cores);
  // A group that fills the cores by itself has one guest at most, or it would take the guests' places for good.
  const mayBeGuest = ({ name, cores: own, wanted }: Group<Event>): boolean =>
    name !== undefined && free > -guests && (own === 0 || wanted <= cores);
  const rankOf = ({ name, cores: own, left }: Group<Event>) => [own, servedAt.get(name) ?? 0, left.at(-1)?.place ?? 0];
  const comesFirst = (one: Group<Event>, other: Group<Event>): boolean => {
    const ranks = rankOf(other);
    const difference = rankOf(one).map((rank, index) => rank - (ranks[index] ?? 0));
    return (difference.find((each) => each !== 0) ?? 0) < 0;
  };

  for (;;) {
    groups = groups.filter(({ left }) => left.length > 0);
    const [some, ...others] = groups;
    if (!some) return;
    const group = others.reduce((first, one) => (comesFirst(one, first) ? one : first), some);
    const isRefused = group.left.at(-1)?.event.cpuBound === true && free <= 0 && !mayBeGuest(group);
    // Nor may the others of the group that need a core.
    if (isRefused) group.left = group.left.filter(({ event }) => !event.cpuBound);
    const next = isRefused ? undefined : group.left.pop();
    if (!next) continue;
    if (next.event.cpuBound) {
      free -= 1;
      group.cores += 1;
    }
    yield next.event;
  }
}

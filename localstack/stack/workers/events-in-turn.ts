/** The properties of a waiting event that decide when it is its turn. */
export interface WaitingEvent {
  /** Group that the event belongs to. */
  group: string | undefined;
  /** True if it keeps a core busy. */
  cpuBound: boolean;
}

/** The state that decides which event is next. */
export interface EventSchedulingState {
  cores: number;
  /** Number of additional events that may run when all cores are busy; see `WorkerPoolOptions`. */
  extraEvents: number;
  /** Number of cores that each group keeps busy. */
  coresOf: ReadonlyMap<string | undefined, number>;
  /** A rising number for the last event of each group that got a process. It may change between two events. */
  servedAt: ReadonlyMap<string | undefined, number>;
}

interface Group<Event> {
  name: string | undefined;
  /** Its remaining events, the last one first, each with its position among all events. */
  remainingEvents: { event: Event; position: number }[];
  /** Number of cores that it keeps busy, including those of the events that were yielded. */
  cores: number;
  /** Number of cores that it would keep busy if all of its events ran. */
  wantedCores: number;
}

function groupsOf<Event extends WaitingEvent>(
  waitingEvents: readonly Event[],
  coresOf: EventSchedulingState['coresOf'],
): Group<Event>[] {
  const groups = new Map<string | undefined, Group<Event>>();
  waitingEvents.forEach((event, position) => {
    const { group: name } = event;
    const cores = coresOf.get(name) ?? 0;
    const group = groups.get(name) ?? { name, remainingEvents: [], cores, wantedCores: cores };
    groups.set(name, group);
    group.remainingEvents.push({ event, position });
    if (event.cpuBound) group.wantedCores += 1;
  });
  for (const { remainingEvents } of groups.values()) remainingEvents.reverse();
  return [...groups.values()];
}

/**
 * Yields the events that may start now. Those of the group with the fewest cores come first, then those of the group that was served longest
 * ago, then the oldest. Hundreds of events may wait, and this runs for each new one: so it compares groups, not events.
 */
export function* yieldStartableEventsFairly<Event extends WaitingEvent>(
  waitingEvents: readonly Event[],
  { cores, extraEvents, coresOf, servedAt }: EventSchedulingState,
): Generator<Event> {
  let groups = groupsOf(waitingEvents, coresOf);
  let freeCores = [...coresOf.values()].reduce((remainingCores, busyCores) => remainingCores - busyCores, cores);
  // A group that could fill all cores alone has at most one extra event, or it would always take the places of all of them.
  const mayUseExtraCore = ({ name, cores: busyCores, wantedCores }: Group<Event>): boolean =>
    name !== undefined && freeCores > -extraEvents && (busyCores === 0 || wantedCores <= cores);
  const rankOf = ({ name, cores: busyCores, remainingEvents }: Group<Event>) => [
    busyCores,
    servedAt.get(name) ?? 0,
    remainingEvents.at(-1)?.position ?? 0,
  ];
  const comesFirst = (one: Group<Event>, other: Group<Event>): boolean => {
    const ranks = rankOf(other);
    const difference = rankOf(one).map((rank, index) => rank - (ranks[index] ?? 0));
    return (difference.find((each) => each !== 0) ?? 0) < 0;
  };

  for (;;) {
    groups = groups.filter(({ remainingEvents }) => remainingEvents.length > 0);
    const [firstGroup, ...otherGroups] = groups;
    if (!firstGroup) return;
    const group = otherGroups.reduce((first, one) => (comesFirst(one, first) ? one : first), firstGroup);
    const isRefused =
      group.remainingEvents.at(-1)?.event.cpuBound === true && freeCores <= 0 && !mayUseExtraCore(group);
    // The other events of the group that need a core may not start either.
    if (isRefused) group.remainingEvents = group.remainingEvents.filter(({ event }) => !event.cpuBound);
    const nextEntry = isRefused ? undefined : group.remainingEvents.pop();
    if (!nextEntry) continue;
    if (nextEntry.event.cpuBound) {
      freeCores -= 1;
      group.cores += 1;
    }
    yield nextEntry.event;
  }
}

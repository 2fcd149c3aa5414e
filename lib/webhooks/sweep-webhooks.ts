import { type Clock, plusSeconds, timestamp } from '../shared/clock.ts';
import { forEachConcurrent } from '../shared/concurrency.ts';
import { type OnUnreadable, WriteConflict } from '../shared/errors.ts';
import { type Delivery, deliveryRef } from './delivery.ts';
import { type DispatchDeps, dispatchEvent } from './dispatch-event.ts';
import { interleaveBy } from './interleave-by.ts';
import type { DeliveryQueue, DeliveryStore, OutboxStore, UndispatchedEvent } from './ports.ts';
import { MAX_QUEUE_DELAY_SECONDS, nextSweep } from './retry-schedule.ts';

export interface SweepDeps extends DispatchDeps {
  outbox: OutboxStore;
  deliveries: DeliveryStore;
  queue: DeliveryQueue;
  clock: Clock;
  /** An event or a delivery could not be swept, or was given up. The sweep continues. */
  onError(what: { event_id: string; key?: UndispatchedEvent['key']; delivery_id?: string }, error: unknown): void;
  /** A delivery could not be read. It is told of once in a run. */
  onUnreadable: OnUnreadable;
}

/** The most entries of one kind that are read at a time. */
const PAGE_ENTRIES = 1000;
const CONCURRENCY = 10;
/** A run begins nothing more after this many seconds: the next run begins a minute after it did. */
const RUN_SECONDS = 45;

/** Events and deliveries are kept for thirty days, but nothing depends on when they are deleted. */
const KEPT_SECONDS = 30 * 86_400;
/** Entries with an invalid time count as expired. */
const isOver = (created_at: string, now: Date): boolean =>
  !(now.getTime() - Date.parse(created_at) <= KEPT_SECONDS * 1000);

/**
 * Dispatches an event that the stream lost. The pause before the next sweep doubles each time, up to an hour, until the
 * event is dispatched or over.
 * @throws Error for an item that is no event, and for one that is over
 */
async function redriveEvent(deps: SweepDeps, entry: UndispatchedEvent): Promise<void> {
  const now = deps.clock();
  if (isOver(entry.created_at, now)) {
    await deps.outbox.noteRedriven(entry, undefined);
    throw new Error('this event could not be dispatched while it was kept, and is given up');
  }
  await deps.outbox.noteRedriven(entry, nextSweep(now, now, entry.redriven));
  await dispatchEvent(deps, entry.event());
}

async function redriveDelivery({ deliveries, queue, clock }: SweepDeps, delivery: Delivery): Promise<void> {
  const now = clock();
  if (isOver(delivery.created_at, now)) {
    await deliveries.dropDelivery(delivery, 'The event is no longer kept.');
    return;
  }
  const { redriven = 0 } = delivery;
  const due = new Date(delivery.next_try_at);
  await deliveries.postponeSweep(delivery, nextSweep(due, now, redriven), redriven + 1);
  const wait = Math.max(0, Math.ceil((due.getTime() - now.getTime()) / 1000));
  const [throttle] = await deliveries.throttles([deliveryRef(delivery)]);
  await queue.send(deliveryRef(delivery, throttle?.slow), Math.min(MAX_QUEUE_DELAY_SECONDS, wait));
}

/** One kind of entries that are swept. */
interface Kind<Entry> {
  /** The entries that have been due longest. */
  due(): Promise<Entry[]>;
  nameOf(entry: Entry): string;
  /** Puts entries in the order of the sweep: those of one account or receiver do not keep others waiting. */
  arrange(entries: Entry[]): Entry[];
  redrive(entry: Entry): Promise<void>;
  onError(entry: Entry, error: unknown): void;
}

/** Sweeps pages of one kind, several entries at a time. An entry that fails does not stop the others. */
function sweeper<Entry>(kind: Kind<Entry>, inTime: () => boolean) {
  const seen = new Set<string>();
  const sweep = async (entry: Entry): Promise<void> => {
    if (!inTime()) return;
    seen.add(kind.nameOf(entry));
    try {
      await kind.redrive(entry);
    } catch (error) {
      // After a conflict another sweeper, or the worker itself, has taken the entry.
      if (!(error instanceof WriteConflict)) kind.onError(entry, error);
    }
  };
  return {
    count: () => seen.size,
    /** @returns whether the page held entries that are new to this run: the index may be late, or a write have failed. */
    async page(): Promise<boolean> {
      const fresh = (await kind.due()).filter((entry) => !seen.has(kind.nameOf(entry)));
      await forEachConcurrent(kind.arrange(fresh), CONCURRENCY, sweep);
      return fresh.length > 0;
    },
  };
}

/**
 * Dispatches events that were not dispatched, and sends messages for deliveries whose message was lost or whose long wait
 * is nearly over, until nothing is due or RUN_SECONDS have passed. Several may run at once: each entry is taken by a
 * conditional write, and what a killed sweeper took is left to a later run.
 * @returns the number of swept events and deliveries
 */
export async function sweepWebhooks(deps: SweepDeps): Promise<{ events: number; deliveries: number }> {
  const { outbox, deliveries, clock, onError } = deps;
  const end = plusSeconds(clock(), RUN_SECONDS);
  const inTime = () => clock() < end;
  const unreadable = new Set<string>();
  // The pages of one run may hold the same item.
  const onUnreadable: OnUnreadable = (key, error) => {
    if (!unreadable.has(key)) deps.onUnreadable(key, error);
    unreadable.add(key);
  };
  const events = sweeper<UndispatchedEvent>(
    {
      due: () => outbox.undispatched(timestamp(clock()), PAGE_ENTRIES),
      nameOf: ({ key }) => `${key.PK} ${key.SK}`,
      arrange: (entries) => interleaveBy(entries, ({ account_id }) => account_id),
      redrive: (entry) => redriveEvent(deps, entry),
      onError: ({ key, event_id }, error) => onError({ event_id, key }, error),
    },
    inTime,
  );
  const lapsed = sweeper<Delivery>(
    {
      due: () => deliveries.lapsedDeliveries(timestamp(clock()), PAGE_ENTRIES, onUnreadable),
      nameOf: ({ id }) => id,
      arrange: (entries) =>
        interleaveBy(
          interleaveBy(entries, ({ receiver }) => receiver.id),
          ({ account_id }) => account_id,
        ),
      redrive: (delivery) => redriveDelivery(deps, delivery),
      onError: ({ event_id, id }, error) => onError({ event_id, delivery_id: id }, error),
    },
    inTime,
  );
  let more = true;
  while (more && inTime()) {
    // A page of each in turn: neither a backlog of events nor one of deliveries keeps the other waiting.
    const pages = [await events.page(), await lapsed.page()];
    more = pages.includes(true);
  }
  return { events: events.count(), deliveries: lapsed.count() };
}

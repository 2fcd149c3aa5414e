import { type Clock, plusSeconds, timestamp } from '../shared/clock.ts';
import { forEachConcurrent } from '../shared/concurrency.ts';
import { WriteConflict } from '../shared/errors.ts';
import { refOf } from './delivery-ref.ts';
import { type DispatchDeps, dispatchEvent } from './dispatch-event.ts';
import { inTurn } from './interleave-by.ts';
import type { DeliveryQueue, DeliveryStore, OutboxStore, UndispatchedEvent } from './ports.ts';
import { nextSweep, QUEUE_SECONDS } from './retry-schedule.ts';
import type { Delivery } from './webhook.ts';

export interface SweepDeps extends DispatchDeps {
  outbox: OutboxStore;
  deliveries: DeliveryStore;
  queue: DeliveryQueue;
  clock: Clock;
  /** What could not be seen to, or was given up; the sweep goes on. */
  onError(what: { event_id: string; key?: UndispatchedEvent['key']; delivery_id?: string }, error: unknown): void;
}

/** So many of a kind are looked at together. */
const MOST = 1000;
const AT_ONCE = 10;
/** A run begins nothing more after so many seconds: the next one comes a minute after it began. */
const RUN_SECONDS = 45;

/** Both are kept for thirty days, but nothing may depend on when they are deleted. What has no such time is over as well. */
const KEPT_SECONDS = 30 * 86_400;
const isOver = (created_at: string, now: Date): boolean =>
  !(now.getTime() - Date.parse(created_at) <= KEPT_SECONDS * 1000);

/** @throws Error for an item that is no event: it comes ever more rarely, an hour later at most, until it is mended or over. */
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
  const [lane] = await deliveries.lanes([refOf(delivery)]);
  await queue.send(refOf(delivery, lane?.slow), Math.min(QUEUE_SECONDS, wait));
}

/** One kind of what is swept. */
interface Kind<Entry> {
  /** The longest due ones. */
  due(): Promise<Entry[]>;
  nameOf(entry: Entry): string;
  /** In the order in which they are seen to: those of one account, or receiver, do not keep others waiting. */
  arrange(entries: Entry[]): Entry[];
  act(entry: Entry): Promise<void>;
  failed(entry: Entry, error: unknown): void;
}

/** Sees to a page of what is due, some at once. What cannot be seen to does not keep the others from it. */
function sweeper<Entry>(kind: Kind<Entry>, inTime: () => boolean) {
  const seen = new Set<string>();
  const see = async (entry: Entry): Promise<void> => {
    if (!inTime()) return;
    seen.add(kind.nameOf(entry));
    try {
      await kind.act(entry);
    } catch (error) {
      // Another sweeper, or the worker itself, saw to it.
      if (!(error instanceof WriteConflict)) kind.failed(entry, error);
    }
  };
  return {
    count: () => seen.size,
    /** Answers whether there was anything that this run has not seen yet: the index may be late, or a write have failed. */
    async page(): Promise<boolean> {
      const fresh = (await kind.due()).filter((entry) => !seen.has(kind.nameOf(entry)));
      await forEachConcurrent(kind.arrange(fresh), AT_ONCE, see);
      return fresh.length > 0;
    },
  };
}

/**
 * Dispatches events that nobody dispatched, and sends messages for deliveries whose message was lost, or whose long wait
 * is nearly over, until nothing is due or 45 s are over. Several may run at once: each event and delivery is taken by a
 * conditional write, and whoever is killed after it leaves it to a later run.
 * @returns how many it saw to.
 */
export async function sweepWebhooks(deps: SweepDeps): Promise<{ events: number; deliveries: number }> {
  const { outbox, deliveries, clock, onError } = deps;
  const end = plusSeconds(clock(), RUN_SECONDS);
  const inTime = () => clock() < end;
  const events = sweeper<UndispatchedEvent>(
    {
      due: () => outbox.undispatched(timestamp(clock()), MOST),
      nameOf: ({ key }) => `${key.PK} ${key.SK}`,
      arrange: (entries) => inTurn(entries, ({ account_id }) => account_id),
      act: (entry) => redriveEvent(deps, entry),
      failed: ({ key, event_id }, error) => onError({ event_id, key }, error),
    },
    inTime,
  );
  const lapsed = sweeper<Delivery>(
    {
      due: () => deliveries.lapsedDeliveries(timestamp(clock()), MOST),
      nameOf: ({ id }) => id,
      arrange: (entries) =>
        inTurn(
          inTurn(entries, ({ receiver_id }) => receiver_id),
          ({ account_id }) => account_id,
        ),
      act: (delivery) => redriveDelivery(deps, delivery),
      failed: ({ event_id, id }, error) => onError({ event_id, delivery_id: id }, error),
    },
    inTime,
  );
  let more = true;
  while (more && inTime()) {
    // In turn: neither a backlog of events nor one of deliveries keeps the other waiting.
    const pages = [await events.page(), await lapsed.page()];
    more = pages.includes(true);
  }
  return { events: events.count(), deliveries: lapsed.count() };
}

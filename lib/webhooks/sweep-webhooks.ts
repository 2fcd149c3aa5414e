import { type Clock, timestamp } from '../clock.ts';
import { WriteConflict } from '../errors.ts';
import { refOf } from './delivery-ref.ts';
import { type DispatchTools, dispatchEvent } from './dispatch-event.ts';
import type { DeliveryQueue, DeliveryStore, OutboxStore, UndispatchedEvent } from './ports.ts';
import { nextSweep, QUEUE_SECONDS } from './retry-schedule.ts';
import type { Delivery } from './webhook.ts';

export interface SweepTools extends DispatchTools {
  outbox: OutboxStore;
  deliveries: DeliveryStore;
  queue: DeliveryQueue;
  clock: Clock;
  /** What could not be seen to; the sweep goes on. */
  onError(what: { event_id: string; delivery_id?: string }, error: unknown): void;
}

/** One run sees to at most about so many of a kind; the next run, a minute later, to the next. */
const MOST = 1000;
const AT_ONCE = 10;

/** Both are kept for thirty days, but nothing may depend on when they are deleted. */
const KEPT_SECONDS = 30 * 86_400;
const isOver = (created_at: string, now: Date): boolean => now.getTime() - Date.parse(created_at) > KEPT_SECONDS * 1000;

/** @throws Error for an item that is no event: it comes ever more rarely, an hour later at most, until it is mended or over. */
async function redriveEvent(tools: SweepTools, entry: UndispatchedEvent): Promise<void> {
  const now = tools.clock();
  const over = isOver(entry.created_at, now);
  await tools.outbox.noteRedriven(entry, over ? undefined : nextSweep(now, now, entry.redriven));
  if (!over) await dispatchEvent(tools, entry.event());
}

async function redriveDelivery({ deliveries, queue, clock }: SweepTools, delivery: Delivery): Promise<void> {
  const now = clock();
  if (isOver(delivery.created_at, now)) {
    await deliveries.dropDelivery(delivery, 'The event is no longer kept.');
    return;
  }
  const { redriven = 0 } = delivery;
  const due = new Date(delivery.next_try_at);
  await deliveries.postponeSweep(delivery, nextSweep(due, now, redriven), redriven + 1);
  const wait = Math.max(0, Math.ceil((due.getTime() - now.getTime()) / 1000));
  await queue.send(refOf(delivery), Math.min(QUEUE_SECONDS, wait));
}

/** Sees to all of them, some at once. What cannot be seen to does not keep the others from it. */
async function each<T>(
  list: readonly T[],
  act: (entry: T) => Promise<void>,
  failed: (entry: T, error: unknown) => void,
) {
  const entries = list.values();
  const worker = async (): Promise<void> => {
    for (const entry of entries) {
      try {
        await act(entry);
      } catch (error) {
        // Another sweeper, or the worker itself, saw to it.
        if (!(error instanceof WriteConflict)) failed(entry, error);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/**
 * Dispatches events that nobody dispatched, and sends messages for deliveries whose message was lost, or whose long wait
 * is nearly over. Several may run at once: each event and delivery is taken by a conditional write, and whoever is killed
 * after it leaves it to a later run.
 */
export async function sweepWebhooks(tools: SweepTools): Promise<{ events: number; deliveries: number }> {
  const { outbox, deliveries, clock, onError } = tools;
  const events = await outbox.undispatched(timestamp(clock()), MOST);
  await each(
    events,
    (entry) => redriveEvent(tools, entry),
    ({ key: { event_id } }, error) => onError({ event_id }, error),
  );
  const lapsed = await deliveries.lapsedDeliveries(timestamp(clock()), MOST);
  await each(
    lapsed,
    (delivery) => redriveDelivery(tools, delivery),
    ({ event_id, id }, error) => onError({ event_id, delivery_id: id }, error),
  );
  return { events: events.length, deliveries: lapsed.length };
}

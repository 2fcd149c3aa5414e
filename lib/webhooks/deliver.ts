import { plusSeconds, timestamp } from '../shared/clock.ts';
import { unlessOvertaken } from '../shared/errors.ts';
import type { SecretBox } from '../shared/secret-box.ts';
import { type PlaceDeps, takePlace } from './acquire-slot.ts';
import { type Attempted, attempt, signingSecrets } from './attempt.ts';
import { refOf } from './delivery-ref.ts';
import { GONE_REASON, isGone } from './gone.ts';
import type { DeliveryRef, PostToReceiver, WebhookStore } from './ports.ts';
import { isSlow, probePause } from './receiver-throttle.ts';
import { nextWait, QUEUE_SECONDS, sweepTime } from './retry-schedule.ts';
import { type Delivery, FAILING_SECONDS, FAILING_TRIES, triesMade, type Webhook } from './webhook.ts';

export interface DeliverDeps extends PlaceDeps {
  webhooks: Pick<WebhookStore, 'disable'>;
  secrets: SecretBox;
  post: PostToReceiver;
  /** How far a render is: whether it is at its end, and the percentage of its last progress event. Strongly consistent. */
  standing(accountId: string, renderId: string): Promise<{ ended: boolean; progress: number } | undefined>;
}

/** A progress goes out only while it is news: of a render that goes on and has not shown more since. */
async function isStale({ standing }: DeliverDeps, delivery: Delivery): Promise<boolean> {
  if (delivery.event !== 'render.progress') return false;
  const now = await standing(delivery.account_id, delivery.render_id);
  return now !== undefined && (now.ended || now.progress > (delivery.progress ?? 0));
}

/**
 * Notes what came of a try and plans the next one. Was the delivery asked for again while the try was under way, then it
 * is the first try of that.
 */
async function conclude(deps: DeliverDeps, seen: Delivery, attempted: Attempted): Promise<void> {
  const { deliveries } = deps;
  let delivery = seen;
  while (!(await noteTry(deps, delivery, attempted))) {
    const now = await deliveries.findDelivery(seen.account_id, seen.receiver_id, seen.id);
    const isReopened =
      now?.status === 'pending' && triesMade(now) === triesMade(seen) && now.next_try_at !== delivery.next_try_at;
    // Another worker noted a try, or the delivery ended.
    if (!isReopened) return;
    delivery = now;
  }
}

/** Answers whether it could be noted: the delivery stands as it does here. */
async function noteTry(deps: DeliverDeps, delivery: Delivery, attempted: Attempted): Promise<boolean> {
  const { noted, retryAfter } = attempted;
  const { deliveries, queue, clock, random } = deps;
  const wait =
    noted.outcome === 'failed' && !isGone(noted)
      ? nextWait(delivery.event, triesMade(delivery) - (delivery.tries_before ?? 0) + 1, random(), retryAfter)
      : undefined;
  const status = noted.outcome === 'succeeded' ? 'succeeded' : wait === undefined ? 'failed' : 'pending';
  const now = clock();
  const next = plusSeconds(now, wait ?? 0);
  const times = { next_try_at: timestamp(next), sweep_at: sweepTime(next, now) };
  if (!(await unlessOvertaken(() => deliveries.recordTry(delivery, { attempt: noted, status, ...times }))))
    return false;
  // A longer wait is kept in the table alone: the sweeper sends the message when it is nearly over.
  if (wait !== undefined && wait <= QUEUE_SECONDS)
    await queue.send(refOf({ ...delivery, ...times, put_off_until: undefined }, isSlow(attempted)), Math.ceil(wait));
  return true;
}

/** Whether a failure of it says something of its webhook: a progress is tried twice only, and a test may be meant to fail. */
const counts = ({ event, body }: Delivery): boolean => event !== 'render.progress' && body === undefined;

/**
 * Disables a webhook that is gone for good, or to which at least ten tries in a row failed, the first of them five days
 * ago or earlier; those of `render.progress` and of tests do not count.
 */
async function judge(
  { webhooks }: DeliverDeps,
  webhook: Webhook,
  delivery: Delivery,
  { noted }: Attempted,
): Promise<void> {
  const { account_id, id, failing_since: since, failing_tries: tries = 0 } = webhook;
  if (webhook.status !== 'active' || noted.outcome === 'succeeded') return;
  if (isGone(noted)) await webhooks.disable(account_id, id, GONE_REASON);
  else if (
    counts(delivery) &&
    since !== undefined &&
    Date.parse(noted.at) - Date.parse(since) >= FAILING_SECONDS * 1000 &&
    tries >= FAILING_TRIES
  )
    await webhooks.disable(account_id, id, `No delivery succeeded since ${since}.`, since);
}

/**
 * Makes one try of a delivery, in a slot of its receiver. Killed before the try is noted, the message comes back, or the
 * sweeper sends another, and the receiver may get the event again under the same id: that is what "at least once" allows.
 */
export async function deliver(deps: DeliverDeps, ref: DeliveryRef): Promise<void> {
  const { deliveries, secrets, clock } = deps;
  const held = await takePlace(deps, ref);
  if (!held) return;
  const { delivery, outlook, index, slot } = held;
  let attempted: Attempted | undefined;
  try {
    // After the slot was taken: whoever ends the render from now on finds this try under way.
    if (await isStale(deps, delivery)) {
      await unlessOvertaken(() =>
        deliveries.dropDelivery(delivery, 'The render got further before this could be sent.'),
      );
      return;
    }
    const signing = outlook.webhook
      ? await signingSecrets(secrets, outlook.webhook, clock())
      : [await secrets.open(delivery.secret ?? '', delivery.account_id)];
    attempted = await attempt(deps, { ...delivery, body: outlook.body }, signing);
    await conclude(deps, delivery, attempted);
  } finally {
    const pause = probePause(outlook.lane.timeouts + 1);
    const outcome = attempted && {
      outcome: attempted.noted.outcome,
      at: attempted.noted.at,
      timedOut: attempted.timedOut,
      slow: isSlow(attempted),
      counts: counts(delivery),
      probe_at: timestamp(plusSeconds(clock(), pause)),
    };
    const webhook = await deliveries.leaveSlot(ref, index, slot, outcome);
    if (webhook && attempted) await judge(deps, webhook, delivery, attempted);
  }
}

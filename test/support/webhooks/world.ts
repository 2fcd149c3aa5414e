import { ENTITLEMENTS } from '#features/accounts/entitlements.ts';
import { createRenderEvent, type RenderEvent } from '#features/renders/events.ts';
import { isTerminalRenderStatus, type Render } from '#features/renders/render.ts';
import { createDeliveriesOfEvent } from '#features/webhooks/create-deliveries-of-event.ts';
import { type DeliverWebhookDeps, deliverWebhook } from '#features/webhooks/deliver.ts';
import type { Delivery, DeliveryRef } from '#features/webhooks/delivery.ts';
import type { ReceiverResponse } from '#features/webhooks/ports.ts';
import { deliveriesSweep, outboxSweep, type WebhookSweepDeps } from '#features/webhooks/sweep-webhooks.ts';
import type { Webhook } from '#features/webhooks/webhook.ts';
import { cursorScopeOf } from '#kernel/contract/pagination.ts';
import { newId } from '#kernel/shared/ids.ts';
import type { SweepReport } from '#platform/recovery/run-sweep.ts';
import { memorySweepCursors } from '../fakes/sweep-cursors.ts';
import type { WebhookStores } from '../fakes/webhook-stores.ts';
import { handClock, NOTHING_RESERVED, sampleRender, sampleTask, sampleWebhook } from '../samples/entities.ts';
import { sweepNow } from '../sweep-now.ts';

export const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

/** When a message comes back that a worker took and did not finish. */
const VISIBILITY_SECONDS = 20;

export interface Posted {
  at: number;
  url: string;
  headers: Record<string, string>;
  body: string;
}

/**
 * The real use cases on stores in memory or on a table, with a clock that is moved by hand and a queue that is a list: days
 * pass in a second. A test replaces `answer` and `queue` to make something fail or get lost.
 */
export function createWorld({ webhooks, deliveries, outbox, renders, ...stores }: WebhookStores) {
  const hand = handClock();
  const posted: Posted[] = [];
  const sent: { ref: DeliveryRef; at: number; delay: number }[] = [];
  const swept: { event_id: string; error: unknown }[] = [];
  const unreadable: string[] = [];
  const cursors = memorySweepCursors();
  const now = () => hand.clock().getTime();
  const enqueue = (ref: DeliveryRef, delay = 0) => void sent.push({ ref, delay, at: now() + delay * 1000 });

  const world = {
    hand,
    posted,
    /** Messages that no worker has taken yet. */
    sent,
    /** What the sweeper could not see to. */
    swept,
    /** The keys of the items that the sweeper could not read. */
    unreadable,
    webhooks,
    deliveries,
    renders,
    /** What receivers answer. */
    answer: async (_posted: Posted): Promise<ReceiverResponse> => ({ status: 200, excerpt: 'ok' }),
    queue: {
      send: async (ref: DeliveryRef, delay = 0) => enqueue(ref, delay),
      sendAll: async (refs: readonly DeliveryRef[]) => refs.forEach((ref) => void enqueue(ref)),
    } as DeliverWebhookDeps['queue'],
    dataOf: async ({ render }: RenderEvent): Promise<object> => ({ id: render.id, progress: render.progress }),
    random: () => 0.5,
    /** What stands between the use cases and their deps. */
    between: (deps: DeliverWebhookDeps & WebhookSweepDeps): DeliverWebhookDeps & WebhookSweepDeps => deps,

    deps: (): DeliverWebhookDeps & WebhookSweepDeps =>
      world.between({
        webhooks,
        deliveries,
        outbox,
        queue: world.queue,
        dataOf: (event) => world.dataOf(event),
        secrets: {
          seal: async (secret, context) => `${context}:${secret}`,
          open: async (sealed, context) => {
            if (!sealed.startsWith(`${context}:`)) throw new Error('sealed for another account');
            return sealed.slice(context.length + 1);
          },
        },
        async post(url, headers, body) {
          const one = { at: now(), url, headers, body };
          posted.push(one);
          return world.answer(one);
        },
        async progressOf(accountId, renderId) {
          const render = await renders.find(accountId, renderId);
          return (
            render && { ended: isTerminalRenderStatus(render.status), progress: render.progress_event?.progress ?? 0 }
          );
        },
        servesSlow: false,
        clock: hand.clock,
        random: world.random,
        backoff: async () => undefined,
      }),

    async webhook(over: Partial<Webhook> = {}): Promise<Webhook> {
      const account_id = over.account_id ?? newId('account');
      const webhook = sampleWebhook({
        secret: `${account_id}:${SECRET}`,
        events: ['render.completed', 'render.failed', 'render.progress'],
        created_at: hand.clock().toISOString(),
        ...over,
        account_id,
      });
      await stores.putWebhook(webhook);
      return webhook;
    },

    async render(account_id: string, over: Partial<Render> = {}): Promise<Render> {
      const created_at = hand.clock().toISOString();
      const render = sampleRender({ id: newId('render', hand.clock()), account_id, created_at, ...over });
      await renders.insert(render, sampleTask(render), ENTITLEMENTS.max, NOTHING_RESERVED);
      return render;
    },

    /** A render's end, as its worker writes it: status and event in one transaction. */
    async failed(account_id: string, over: Partial<Render> = {}): Promise<RenderEvent> {
      return world.fail(await world.render(account_id, over));
    },
    async fail(render: Render): Promise<RenderEvent> {
      const at = hand.clock().toISOString();
      const error = { code: 'encoder_failed', message: 'no' } as const;
      const ended: Render = { ...render, status: 'failed', error, completed_at: at };
      const event = createRenderEvent('render.failed', ended, at);
      await renders.fail(ended, error, event, 0, { deadline: render.deadline });
      return event;
    },
    async progress(render: Render, progress: number): Promise<RenderEvent> {
      const at = hand.clock().toISOString();
      const latest = (await renders.find(render.account_id, render.id)) ?? render;
      const event = createRenderEvent('render.progress', { ...latest, progress }, at, String(progress));
      await renders.raiseProgress(latest, progress, 'encoding', at, event);
      return event;
    },

    /** The deps of the use cases that clients call. */
    desk: () => ({
      ...{ webhooks, deliveries, queue: world.queue, clock: hand.clock },
      scopeOf: (name: string) => cursorScopeOf('secret', name),
    }),

    dispatch: (event: RenderEvent) => createDeliveriesOfEvent(world.deps(), event),
    /** By a worker of the queue that the message was sent to. */
    deliver: (ref: DeliveryRef) => deliverWebhook({ ...world.deps(), servesSlow: ref.slow === true }, ref),
    /** Both sweeps, each in its own function; the entries that each started. */
    async sweep(): Promise<{ events: number; deliveries: number }> {
      const deps = world.deps();
      const options = {
        clock: hand.clock,
        cursors,
        onError: ({ event_id, error }: Record<string, unknown>) =>
          void swept.push({ event_id: String(event_id), error }),
        onUnreadable: (key: string) => void unreadable.push(key),
      };
      const begun = ({ taken, overtaken, failed }: SweepReport): number => taken + overtaken + failed;
      const runs = [sweepNow(outboxSweep(deps), options), sweepNow(deliveriesSweep(deps), options)] as const;
      await Promise.allSettled(runs);
      const [events, lapsed] = await Promise.all(runs);
      return { events: begun(events), deliveries: begun(lapsed) };
    },

    async of(webhook: Webhook): Promise<Delivery[]> {
      const { items } = await deliveries.listDeliveries(
        webhook.account_id,
        webhook.id,
        {},
        { limit: 100, after: undefined },
      );
      return items;
    },

    /** Delivers the messages that are due, and those sent meanwhile. The message of a worker that failed comes back. */
    async drain(): Promise<void> {
      for (;;) {
        const index = sent.findIndex(({ at }) => at <= now());
        if (index < 0) return;
        for (const { ref } of sent.splice(index, 1))
          await world.deliver(ref).catch(() => enqueue(ref, VISIBILITY_SECONDS));
      }
    },

    nextSweep: stores.nextSweep,
    dropWebhook: stores.dropWebhook,

    /**
     * Lets time pass: messages come when they are due, and the sweeper runs at full minutes (those at which it would find
     * nothing are left out).
     */
    async pass(seconds: number): Promise<void> {
      const end = now() + seconds * 1000;
      for (;;) {
        await world.drain();
        const minute = (Math.floor((await world.nextSweep()) / 60_000) + 1) * 60_000;
        const next = Math.min(minute, ...sent.map(({ at }) => at));
        if (!(next <= end)) break;
        hand.pass(Math.max(0, next - now()) / 1000);
        await world.drain();
        if (next === minute) await world.sweep().catch(() => undefined);
      }
      hand.pass((end - now()) / 1000);
    },
  };
  return world;
}

export type World = ReturnType<typeof createWorld>;

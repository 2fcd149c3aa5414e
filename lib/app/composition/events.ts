import type { DynamoDBRecord } from 'aws-lambda';
import { outboxEventOfStreamRecord } from '#adapters/aws/webhooks/outbox-record.ts';
import { createWebhookTestRender } from '#features/renders/create-webhook-test-render.ts';
import type { RenderEvent } from '#features/renders/public.ts';
import { isTerminalRenderStatus } from '#features/renders/render.ts';
import { toRenderEventBody } from '#features/renders/view.ts';
import type { CreateDeliveriesOfEventDeps } from '#features/webhooks/create-deliveries-of-event.ts';
import type { DeliverWebhookDeps } from '#features/webhooks/deliver.ts';
import { postToReceiver } from '#features/webhooks/post-to-receiver.ts';
import { withDeliveryAttemptLogging } from '#features/webhooks/record-attempts.ts';
import type { WebhookSweepDeps } from '#features/webhooks/sweep-webhooks.ts';
import type { TestWebhookDeps } from '#features/webhooks/test-webhook.ts';
import { WrittenByNewerVersionError } from '#kernel/shared/errors.ts';
import { createJitteredBackoff } from '#kernel/shared/wait-before-retry.ts';
import { lazy } from './lazy.ts';
import { log } from './log.ts';
import { config, sharedServices } from './services.ts';
import { writeMetricRecord } from './write-record.ts';

/** Dependencies of the dispatch of events: they become deliveries. */
export const createDeliveriesOfEventDeps = lazy((): CreateDeliveriesOfEventDeps => {
  const { webhooks, outbox, deliveries, deliveryQueue: queue, files, clock } = sharedServices();
  return {
    webhooks,
    outbox,
    deliveries,
    queue,
    clock,
    dataOf: ({ render }) => toRenderEventBody(render, files, clock()),
  };
});

/** Dependencies of the sweeps of the outbox and of deliveries. */
export const webhookSweepDeps = lazy((): WebhookSweepDeps => {
  const { outbox, deliveries } = sharedServices();
  return {
    ...createDeliveriesOfEventDeps(),
    outbox,
    deliveries,
  };
});

/**
 * The event in a record of the table's stream; undefined, with a warning in the log, for one that a newer version of the program
 * wrote: the sweeper dispatches it later.
 * @throws Error for a record without an event
 */
export function findReadableOutboxEvent(record: DynamoDBRecord): RenderEvent | undefined {
  try {
    return outboxEventOfStreamRecord(record);
  } catch (error) {
    if (!(error instanceof WrittenByNewerVersionError)) throw error;
    log.warn('event of a newer version left to the sweeper', { record: record.eventID, reason: error.message });
    return undefined;
  }
}

/** The function that posts deliveries and writes a record of each attempt. */
const deliveryPoster = lazy(() =>
  withDeliveryAttemptLogging(
    postToReceiver({ allowLoopback: config().webhookAllowLoopback, baseUrl: config().publicBaseUrl }),
    {
      record: writeMetricRecord,
      clock: sharedServices().clock,
    },
  ),
);

/** Dependencies of the worker of deliveries. */
export const deliverWebhookDeps = lazy((): DeliverWebhookDeps => {
  const { webhooks, deliveries, deliveryQueue: queue, renders, secrets, clock } = sharedServices();
  return {
    webhooks,
    deliveries,
    queue,
    servesSlow: false,
    secrets: secrets(),
    post: deliveryPoster(),
    async progressOf(accountId, renderId) {
      const render = await renders.find(accountId, renderId);
      return render && { ended: isTerminalRenderStatus(render.status), progress: render.progress_event?.progress ?? 0 };
    },
    clock,
    random: Math.random,
    backoff: createJitteredBackoff(Math.random),
  };
});

/** The files of a sample render do not exist; example.com is reserved for examples. */
const sampleFiles = { presignGet: async (key: string) => `https://example.com/${key}` };

/** Dependencies of the operation that sends a sample event to a webhook. */
export const webhookTestEventDeps = lazy((): TestWebhookDeps => {
  const { webhooks, deliveries, secrets, clock } = sharedServices();
  return {
    webhooks,
    deliveries,
    secrets: secrets(),
    post: deliveryPoster(),
    clock,
    random: Math.random,
    sampleData: (event, accountId, at) =>
      toRenderEventBody(createWebhookTestRender(event, accountId, at), sampleFiles, at),
  };
});

import { createApiEndpoint } from '#app/composition/api.ts';
import { webhookTestEventDeps } from '#app/composition/events.ts';
import { testWebhookContract } from '#features/webhooks/contract.ts';
import { testWebhook } from '#features/webhooks/test-webhook.ts';

/** Handles `POST /webhooks/{id}/test`: sends an event with a sample render to the receiver at once, and returns its answer. */
export const handler = createApiEndpoint(testWebhookContract, async ({ principal, params, body, prepareAnswer }) => {
  await testWebhook(webhookTestEventDeps(), principal, params.id, body.event, ({ delivery, noted }) =>
    prepareAnswer({
      delivery: {
        id: delivery.id,
        event_id: delivery.event_id,
        status: noted.outcome,
        response_status: noted.response_status ?? null,
        duration_ms: noted.duration_ms,
        error: noted.fault ?? null,
      },
    }),
  );
});

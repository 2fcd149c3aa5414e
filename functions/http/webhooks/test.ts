import { endpoint } from '../../../lib/runtime/api.ts';
import { testWebhookDeps } from '../../../lib/runtime/events.ts';
import { testWebhookContract } from '../../../lib/webhooks/contract.ts';
import { testWebhook } from '../../../lib/webhooks/test-webhook.ts';

export const handler = endpoint(testWebhookContract, async ({ principal, params, body, prepareAnswer }) => {
  await testWebhook(testWebhookDeps(), principal, params.id, body.event, ({ delivery, noted }) =>
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

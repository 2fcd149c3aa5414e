import { expect, it } from 'vitest';
import { updateWebhook } from '#features/webhooks/manage-webhooks.ts';
import { memoryWebhookStores } from '#test/support/fakes/webhook-stores.ts';
import { START, samplePrincipal, sampleWebhook } from '#test/support/samples/entities.ts';

const principal = samplePrincipal();
const failing = sampleWebhook({
  account_id: principal.account_id,
  failing_since: START.toISOString(),
  failing_tries: 7,
});
const { id, url, events } = failing;

/** The webhook after a PUT of these fields. */
async function afterPut(body: { url?: string; description?: string }) {
  const { webhooks } = memoryWebhookStores();
  await webhooks.insert(failing);
  const deps = { store: webhooks, resolve: async () => ['93.184.216.34'], allowLoopback: false as const };
  return updateWebhook(deps, principal, id, { events: [...events], ...body });
}

it('the failures of a receiver stay while its address does, however much of the webhook is sent', async () => {
  const described = await afterPut({ url, description: 'Ours' });
  expect(described).toMatchObject({ url, description: 'Ours', failing_tries: 7, failing_since: failing.failing_since });
  const moved = await afterPut({ url: 'https://hooks.example.com/moved' });
  expect(moved).toMatchObject({ url: 'https://hooks.example.com/moved' });
  expect([moved.failing_tries, moved.failing_since]).toEqual([undefined, undefined]);
});

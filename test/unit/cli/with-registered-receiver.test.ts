import { expect, it } from 'vitest';
import type { NewWebhookBody, WebhookResponse } from '#cli/cli-api-client.ts';
import { withRegisteredReceiver } from '#cli/with-registered-receiver.ts';
import { ApiError } from '#front/client/api-error.ts';

const LOCAL = 'http://localhost:3000/v1';
const refusal = (status: number, code: string): ApiError =>
  new ApiError(
    { method: 'POST', path: '/webhooks' },
    status,
    JSON.stringify({ error: { type: 't', code, message: 'm' } }),
    null,
  );

/** Notes what is registered and removed; `fault` refuses a registration. */
function webhooks(fault?: Error) {
  const registered: string[] = [];
  const removed: string[] = [];
  return {
    registered,
    removed,
    async createWebhook({ url, events }: NewWebhookBody): Promise<WebhookResponse> {
      if (fault) throw fault;
      registered.push(url);
      return {
        id: 'wh_1',
        url,
        events,
        description: '',
        status: 'active',
        disabled_reason: null,
        last_delivery: null,
        version: 1,
        created_at: '2026-01-02T03:04:05.678Z',
        signing_secret: `whsec_${Buffer.alloc(32).toString('base64')}`,
      };
    },
    async deleteWebhook(id: string): Promise<void> {
      removed.push(id);
    },
  };
}

it('registers a receiver of this machine with a service on this machine, and removes it', async () => {
  const client = webhooks();
  const url = await withRegisteredReceiver(client, LOCAL, async (receiver) => {
    expect(client.removed).toEqual([]);
    return receiver?.url;
  });
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\//);
  expect(client).toMatchObject({ registered: [url], removed: ['wh_1'] });
});

it('removes it after a failure too, and lets the failure through', async () => {
  const client = webhooks();
  const failing = withRegisteredReceiver(client, LOCAL, () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  expect(client.removed).toEqual(['wh_1']);
});

it.each(['https://api.example.com/v1', 'http://localhost.example.com/v1', 'http://10.0.0.1/v1'])(
  'registers nothing with a service that cannot reach this machine: %s',
  async (baseUrl) => {
    const client = webhooks();
    expect(await withRegisteredReceiver(client, baseUrl, async (receiver) => receiver)).toBeUndefined();
    expect(client.registered).toEqual([]);
  },
);

it.each([
  [400, 'webhook_url_forbidden'],
  [403, 'webhook_limit_reached'],
])('continues without one where the service refuses it: %s %s', async (status, code) => {
  const client = webhooks(refusal(status, code));
  expect(await withRegisteredReceiver(client, LOCAL, async (receiver) => receiver)).toBeUndefined();
  expect(client.removed).toEqual([]);
});

it('does not continue where the key is refused', async () => {
  const going = withRegisteredReceiver(webhooks(refusal(401, 'api_key_invalid')), LOCAL, async () => 'went on');
  await expect(going).rejects.toThrow('api_key_invalid');
});

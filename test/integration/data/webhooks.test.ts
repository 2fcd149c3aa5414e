import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountRepository } from '#adapters/aws/accounts/account-repository.ts';
import { webhookRepository } from '#adapters/aws/webhooks/webhook-repository.ts';
import type { Principal } from '#features/accounts/account.ts';
import { createAccount } from '#features/accounts/manage-accounts.ts';
import { createWebhook, deleteWebhook, type WebhookDeps } from '#features/webhooks/manage-webhooks.ts';
import { prepareRenderReceiverSecret } from '#features/webhooks/render-receivers.ts';
import { systemClock } from '#kernel/shared/clock.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { type Database, startDatabase } from '#test/support/data/database.ts';
import { samplePrincipal } from '#test/support/samples/entities.ts';

let database: Database;
let deps: WebhookDeps;

beforeAll(async () => {
  database = await startDatabase();
  deps = {
    store: webhookRepository(database.table),
    secrets: {
      seal: async (secret, context) => `sealed ${context} ${secret.length}`,
      open: async () => 'whsec_',
    },
    clock: systemClock,
    random: randomBytes,
    resolve: async () => ['93.184.216.34'],
    allowLoopback: false,
  };
});
afterAll(() => database.stop());

async function customer(): Promise<Principal> {
  const store = accountRepository(database.table);
  const details = { name: 'Ada', email: 'ada@example.com', plan: 'pro' } as const;
  const { account } = await createAccount({ store, clock: systemClock, random: randomBytes }, details);
  return samplePrincipal({ account_id: account.id });
}
const body = (url = 'https://hooks.example.com/a') => ({ url, events: ['render.completed' as const], description: '' });
const codeOf = (error: unknown) => (error instanceof ServiceError ? error.code : String(error));

describe('webhooks', () => {
  it('are at most 20 an account, also when 30 are made at once; one that goes makes room for one', async () => {
    const principal = await customer();
    const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => createWebhook(deps, principal, body())));

    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [codeOf(outcome.reason)] : []));
    expect(refused).toEqual(Array.from({ length: 10 }, () => 'webhook_limit_reached'));
    const kept = await deps.store.all(principal.account_id);
    expect(kept).toHaveLength(20);

    const [first] = kept;
    await deleteWebhook(deps, principal, first?.id ?? '');
    await createWebhook(deps, principal, body());
    await expect(createWebhook(deps, principal, body())).rejects.toMatchObject({ code: 'webhook_limit_reached' });
  });

  it('that are deleted twice, also at once, make room once', async () => {
    const principal = await customer();
    const made = await Promise.all(Array.from({ length: 20 }, () => createWebhook(deps, principal, body())));
    const id = made[0]?.webhook.id ?? '';
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => deleteWebhook(deps, principal, id)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await createWebhook(deps, principal, body());
    await expect(createWebhook(deps, principal, body())).rejects.toMatchObject({ code: 'webhook_limit_reached' });
  });

  it('of another account are neither found nor deleted nor listed', async () => {
    const [owner, other] = [await customer(), await customer()];
    const { webhook } = await createWebhook(deps, owner, body());
    expect(await deps.store.find(other.account_id, webhook.id)).toBeUndefined();
    await expect(deleteWebhook(deps, other, webhook.id)).rejects.toMatchObject({ code: 'webhook_not_found' });
    expect(await deps.store.all(other.account_id)).toEqual([]);
    expect(await deps.store.find(owner.account_id, webhook.id)).toEqual(webhook);
  });

  it('are listed newest first, each once, over pages of any size', async () => {
    const principal = await customer();
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) ids.push((await createWebhook(deps, principal, body())).webhook.id);
    for (const limit of [1, 2, 5, 20]) {
      const seen: string[] = [];
      let after: string | undefined;
      do {
        const page = await deps.store.list(principal.account_id, { limit, after });
        seen.push(...page.items.map(({ id }) => id));
        after = page.next;
      } while (after !== undefined);
      expect(seen).toEqual(ids.toReversed());
    }
  });

  it('are stored without their secret in the clear', async () => {
    const principal = await customer();
    const { secret } = await createWebhook(deps, principal, body());
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const items = await database.table.all({
      KeyConditionExpression: 'PK = :pk',
      ExpressionAttributeValues: { ':pk': `ACC#${principal.account_id}` },
    });
    expect(items.map(({ entity }) => entity)).toContain('webhook');
    expect(JSON.stringify(items)).not.toContain(secret.slice('whsec_'.length));
  });
});

describe("a render's own webhook_url", () => {
  const url = 'https://hooks.example.com/own';

  it('has its own secret, unless an active webhook of the account has the same address; then it shares that one', async () => {
    const principal = await customer();
    expect((await prepareRenderReceiverSecret(deps, principal.account_id, url)).secret).toMatch(/^whsec_/);
    const { webhook } = await createWebhook(deps, principal, body(url));
    const sealed = webhook.secret;
    expect(await prepareRenderReceiverSecret(deps, principal.account_id, url)).toEqual({ secret: undefined, sealed });
    expect((await prepareRenderReceiverSecret(deps, principal.account_id, `${url}?`)).secret).toMatch(/^whsec_/);

    await deps.store.disable(principal.account_id, webhook.id, 'The receiver answered 410 Gone.');

    expect((await prepareRenderReceiverSecret(deps, principal.account_id, url)).secret).toMatch(/^whsec_/);
  });

  it('is refused where a webhook would be', async () => {
    const principal = await customer();
    await expect(prepareRenderReceiverSecret(deps, principal.account_id, 'https://10.0.0.1/')).rejects.toMatchObject({
      code: 'webhook_url_forbidden',
      details: { param: 'webhook_url' },
    });
  });
});

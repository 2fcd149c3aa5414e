import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { operatorInvitationDeps } from '#cli/operator.ts';
import type { Plan } from '#features/accounts/account.ts';
import { createInvitation } from '#features/accounts/manage-invitations.ts';
import type { Schemas } from '#front/client/client.ts';
import { makeParty, type Party } from '#test/support/service/parties.ts';
import { sharedService } from '#test/support/service/shared-service.ts';
import { PAGES } from '#test/support/service/shared-stack.ts';
import type { ErrorBody } from '#test/support/service/start-service.ts';

type Headers = Record<string, string>;
type NewKey = Schemas['CreateKeyAnswer'];

const service = sharedService();
let own: Party;
let free: Party;
beforeAll(async () => {
  [own, free] = await Promise.all([makeParty(service, 'pro'), makeParty(service, 'free')]);
});

const ask = <Body>(method: string, path: string, headers: Headers, body?: unknown) =>
  service.anonymous<Body & Partial<ErrorBody>>(method, path, body, headers);
const byKey = (key: string): Headers => ({ 'x-api-key': key });
const outcome = async (method: string, path: string, headers: Headers, body?: unknown) => {
  const answer = await ask<object>(method, path, headers, body);
  return answer.body.error?.code ?? answer.status;
};
const invite = async (plan: Plan = 'pro', seconds = 60): Promise<string> => {
  const details = { plan, name: 'Guest', email: 'guest@example.com' };
  return (await createInvitation(operatorInvitationDeps(service.stack.environment), details, seconds)).token;
};
const accept = (token: string, headers: Headers = {}) =>
  ask<Schemas['AcceptedInvitation']>('POST', '/invitations/accept', headers, { token, name: 'Ada' });

describe('an API key made over the API', () => {
  it('works at once, is listed without its secret, renamed, and refused from the moment it is revoked', async () => {
    const owner = byKey(own.key);
    const { body: made } = await ask<NewKey>('POST', '/account/keys', owner, { name: 'Reader', scope: 'read' });
    expect(made).toMatchObject({ name: 'Reader', scope: 'read', is_current: false, last_used_at: null });
    expect(await outcome('GET', '/timelines', byKey(made.api_key))).toBe(200);

    const listed = await ask<Schemas['ApiKeyList']>('GET', '/account/keys?limit=1', owner);
    expect(listed.body).toMatchObject({ data: [{ id: made.id, last4: made.api_key.slice(-4) }], has_more: true });
    expect(JSON.stringify(listed.body)).not.toContain(made.api_key);
    const next = await ask<Schemas['ApiKeyList']>(
      'GET',
      `/account/keys?cursor=${listed.body.next_cursor ?? ''}`,
      owner,
    );
    expect(next.body.data.at(-1)).toMatchObject({ name: 'default', scope: 'admin', is_current: true });

    const renamed = await ask<Schemas['ApiKey']>('PUT', `/account/keys/${made.id}`, owner, { name: 'Dashboard' });
    expect(renamed.body).toMatchObject({ id: made.id, name: 'Dashboard', scope: 'read', version: 2 });
    expect(await outcome('PUT', `/account/keys/${made.id}`, owner, { scope: 'admin' })).toBe('validation_failed');

    expect(await outcome('DELETE', `/account/keys/${made.id}`, owner)).toBe(200);
    expect(await outcome('GET', '/timelines', byKey(made.api_key))).toBe('api_key_invalid');
    expect(await outcome('DELETE', `/account/keys/${made.id}`, owner)).toBe('key_not_found');
  });

  it('is one key for one idempotency key, and not stored in the clear', async () => {
    const headers = { ...byKey(own.key), 'idempotency-key': `key-${own.accountId}` };
    const [first, again] = [
      await ask<NewKey>('POST', '/account/keys', headers, { name: 'Once' }),
      await ask<NewKey>('POST', '/account/keys', headers, { name: 'Once' }),
    ];
    expect(again.body.api_key).toBe(first.body.api_key);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  it('by the session of a user needs an allowed origin, as any change', async () => {
    const session = { cookie: `session=${own.token}` };
    const body = { name: 'From the console' };
    for (const origin of [undefined, 'https://evil.example', 'null'])
      expect(await outcome('POST', '/account/keys', { ...session, ...(origin ? { origin } : {}) }, body)).toBe(
        'session_invalid',
      );
    expect(await outcome('POST', '/account/keys', { ...session, origin: PAGES }, body)).toBe(200);
    expect(await outcome('POST', '/account/keys', { authorization: `Bearer ${own.token}` }, body)).toBe(
      'scope_not_allowed',
    );
  });

  it.each([
    [{ name: '' }, 'validation_failed'],
    [{ name: 'x'.repeat(81) }, 'validation_failed'],
    [{ name: 'x', scope: 'root' }, 'validation_failed'],
    [{ name: 'x', account_id: 'acc_other' }, 'unknown_field'],
    [{ name: 'x', plan: 'max' }, 'unknown_field'],
  ])('is not made of %j', async (body, code) => {
    expect(await outcome('POST', '/account/keys', byKey(own.key), body)).toBe(code);
  });
});

describe('the Free plan', () => {
  it('sees its account, the plans and its keys, can revoke one, and nothing else', async () => {
    const headers = byKey(free.key);
    const { status, body } = await ask<Schemas['AccountWithPlans']>('GET', '/account', headers);
    expect(status).toBe(200);
    expect(body).toMatchObject({ plan: 'free', api_access: false, auth: { scope: 'admin' } });
    expect(body.plans.map(({ plan, limits }) => [plan, limits?.resolution])).toEqual([
      ['free', undefined],
      ['pro', '1080p'],
      ['max', '2160p'],
    ]);
    expect(await outcome('GET', '/account/keys', headers)).toBe(200);
    for (const [method, path] of [
      ['GET', '/me'],
      ['GET', '/entitlements'],
      ['GET', '/timelines'],
      ['POST', '/account/keys'],
    ] as const)
      expect(await outcome(method, path, headers, method === 'POST' ? { name: 'x' } : undefined)).toBe(
        'plan_not_allowed',
      );
    const { body: keys } = await ask<Schemas['ApiKeyList']>('GET', '/account/keys', headers);
    expect(await outcome('DELETE', `/account/keys/${keys.data[0]?.id ?? ''}`, headers)).toBe(200);
    expect(await outcome('GET', '/account', headers)).toBe('api_key_invalid');
  });
});

describe('an invitation', () => {
  it('makes one account with a key that works, and is then gone', async () => {
    const token = await invite();
    const answers = await Promise.all([accept(token), accept(token), accept(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    const accepted = answers.find(({ status }) => status === 200)?.body;
    expect(accepted).toMatchObject({
      account: { name: 'Ada', email: 'guest@example.com', plan: 'pro' },
      key: { name: 'default', scope: 'admin' },
    });
    expect(await outcome('POST', '/timelines', byKey(accepted?.api_key ?? ''), { title: 'First' })).toBe(200);
    expect((await accept(token)).body.error?.code).toBe('invitation_not_found');
  });

  it('says the same of a guessed, a mistyped and an expired token', async () => {
    const expired = await invite('pro', -1);
    const guessed = `${expired.slice(0, -6)}000000`;
    const refusals = await Promise.all([expired, guessed, 'x'].map((token) => accept(token)));
    const texts = refusals.map(({ status, body }) => JSON.stringify([status, { ...body.error, request_id: '' }]));
    expect(new Set(texts).size).toBe(1);
    expect(refusals[0]?.body.error?.code).toBe('invitation_not_found');
  });

  it('cannot be read by a page of another origin, which gets no permission to send it', async () => {
    const token = await invite();
    const preflight = await fetch(`${service.stack.baseUrl}/invitations/accept`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://evil.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    });
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
    // A form is sent without asking, and is no JSON.
    const form = await fetch(`${service.stack.baseUrl}/invitations/accept`, {
      method: 'POST',
      headers: { origin: 'https://evil.example', 'content-type': 'text/plain' },
      body: JSON.stringify({ token }),
    });
    expect(form.status).toBe(415);
    expect((await accept(token)).status).toBe(200);
  });

  it('ignores the credentials of the request: the account is a new one', async () => {
    const { body } = await accept(await invite('free'), byKey(own.key));
    expect(body.account.plan).toBe('free');
    expect(body.account.id).not.toBe(own.accountId);
  });

  it.runIf(service.dataDir !== '')('leaves neither its token nor the key in the log', async () => {
    const token = await invite();
    const { body } = await accept(token);
    const log = await readFile(join(service.dataDir, 'logs/stack.log'), 'utf8');
    expect(log.length).toBeGreaterThan(0);
    for (const secret of [token, body.api_key]) expect(log).not.toContain(secret.slice(10, 40));
  });
});

import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountRepository } from '#adapters/aws/accounts/account-repository.ts';
import { invitationRepository } from '#adapters/aws/accounts/invitation-repository.ts';
import { acceptInvitation } from '#features/accounts/accept-invitation.ts';
import type { Plan, Principal } from '#features/accounts/account.ts';
import { authenticate } from '#features/accounts/authenticate.ts';
import {
  changePlanOfAccount,
  createAccount,
  issueApiKey,
  listApiKeysOfAccount,
  MAX_CREDENTIALS_PER_ACCOUNT,
  type ManageAccountsDeps,
} from '#features/accounts/manage-accounts.ts';
import {
  createInvitation,
  type InvitationDeps,
  listOpenInvitations,
  revokeInvitation,
} from '#features/accounts/manage-invitations.ts';
import {
  createApiKeyOfCaller,
  listApiKeysOfCaller,
  renameApiKeyOfCaller,
  revokeApiKeyOfCaller,
} from '#features/accounts/manage-keys.ts';
import { KEY_SCOPES } from '#kernel/contract/key-scope.ts';
import { parseEntityTags } from '#kernel/shared/precondition.ts';
import { prepareNoIdempotentAnswer } from '#kernel/shared/prepared-idempotent-answer.ts';
import { type Database, startDatabase } from '#test/support/data/database.ts';
import { handClock } from '#test/support/samples/entities.ts';

let database: Database;
let hand: ReturnType<typeof handClock>;
let deps: ManageAccountsDeps & InvitationDeps;

beforeAll(async () => {
  database = await startDatabase();
  hand = handClock();
  const { table } = database;
  deps = {
    store: accountRepository(table),
    invitations: invitationRepository(table),
    clock: hand.clock,
    random: randomBytes,
  };
});
afterAll(() => database.stop());

const details = { name: 'Ada', email: 'ada@example.com', plan: 'pro' } as const;
const enter = (apiKey: string) => authenticate(deps, { apiKey, authorization: undefined }, { scope: 'read' });
const code = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  );
const create = (by: Principal, scope: (typeof KEY_SCOPES)[number] = 'write', name = 'ci') =>
  createApiKeyOfCaller(deps, by, { name, scope }, prepareNoIdempotentAnswer);

async function newOwner(): Promise<{ principal: Principal; accountId: string }> {
  const { account, secret } = await createAccount(deps, details);
  return { principal: await enter(secret), accountId: account.id };
}

describe('a key that a key makes', () => {
  it('has the name and the scope that were asked for, and opens the account', async () => {
    const { principal, accountId } = await newOwner();
    for (const scope of KEY_SCOPES) {
      const { secret } = await create(principal, scope);
      expect(await enter(secret)).toMatchObject({ account_id: accountId, scope });
    }
    const listed = await listApiKeysOfCaller(deps.store, principal);
    expect(listed.map(({ scope }) => scope)).toEqual(['admin', 'write', 'read', 'admin']);
  });

  it('has no larger scope than the key that makes it', async () => {
    const { principal } = await newOwner();
    expect(await code(create({ ...principal, scope: 'write' }, 'admin'))).toBe('scope_not_allowed');
    expect(await code(create({ ...principal, scope: 'read' }, 'write'))).toBe('scope_not_allowed');
    expect(await listApiKeysOfCaller(deps.store, principal)).toHaveLength(1);
  });

  it('is not made when the key that makes it was revoked after the request was authenticated', async () => {
    const { principal, accountId } = await newOwner();
    await revokeApiKeyOfCaller(deps.store, principal, principal.key_id ?? '');
    expect(await code(create(principal))).toBe('api_key_invalid');
    expect(await listApiKeysOfAccount(deps, accountId)).toEqual([]);
  });

  it('is not made for an account that was deleted meanwhile', async () => {
    const { principal } = await newOwner();
    expect(await code(create({ ...principal, account_id: 'acc_none' }))).toBe('api_key_invalid');
  });

  it('is one of at most 50, also of those that are made at once', async () => {
    const { principal, accountId } = await newOwner();
    for (let count = 1; count < MAX_CREDENTIALS_PER_ACCOUNT - 2; count++)
      await issueApiKey(deps, accountId, { name: `k${count}`, scope: 'read' });
    const answers = await Promise.all(Array.from({ length: 6 }, () => code(create(principal))));
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(2);
    expect(new Set(answers)).toEqual(new Set(['done', 'key_limit_reached']));
    expect(await listApiKeysOfAccount(deps, accountId)).toHaveLength(MAX_CREDENTIALS_PER_ACCOUNT);
    // A change of plan still fits into one transaction.
    await changePlanOfAccount(deps, accountId, 'max');
  });
});

describe('a change of a key', () => {
  it('reaches no key of another account', async () => {
    const [mine, theirs] = await Promise.all([newOwner(), newOwner()]);
    const foreign = theirs.principal.key_id ?? '';
    expect(await code(renameApiKeyOfCaller(deps.store, mine.principal, foreign, 'x'))).toBe('key_not_found');
    expect(await code(revokeApiKeyOfCaller(deps.store, mine.principal, foreign))).toBe('key_not_found');
    expect((await listApiKeysOfAccount(deps, theirs.accountId)).map(({ name }) => name)).toEqual(['default']);
  });

  it('is refused for another version than the one that the client has seen', async () => {
    const { principal } = await newOwner();
    const { key } = await create(principal);
    expect(await renameApiKeyOfCaller(deps.store, principal, key.id, 'nightly')).toMatchObject({
      name: 'nightly',
      version: 2,
    });
    const match = parseEntityTags('"1"');
    expect(await code(renameApiKeyOfCaller(deps.store, principal, key.id, 'late', { match }))).toBe(
      'precondition_failed',
    );
    expect(await code(revokeApiKeyOfCaller(deps.store, principal, key.id, { match }))).toBe('precondition_failed');
    await revokeApiKeyOfCaller(deps.store, principal, key.id, { match: parseEntityTags('"2"') });
    expect(await code(revokeApiKeyOfCaller(deps.store, principal, key.id))).toBe('key_not_found');
  });
});

const DAY = 86_400;
const invite = (plan: Plan = 'pro') => createInvitation(deps, { ...details, plan }, DAY);
const accept = (token: string) => acceptInvitation(deps, { token });

describe('an invitation', () => {
  it.each(['free', 'pro', 'max'] as const)(
    'makes an account on the plan %s, and a key that manages keys',
    async (plan) => {
      const { token } = await invite(plan);
      const { account, secret } = await acceptInvitation(deps, { token, name: 'Bob' });
      expect(account).toMatchObject({ plan, name: 'Bob', email: details.email });
      expect(await deps.store.findAccount(account.id)).toEqual(account);
      const access = { scope: 'admin', anyPlan: true } as const;
      const principal = await authenticate(deps, { apiKey: secret, authorization: undefined }, access);
      expect(principal).toMatchObject({ account_id: account.id, plan, scope: 'admin' });
      // The account counts its credentials like one that an operator made.
      expect(await deps.store.countCredentials(account.id)).toEqual({ held: 1, made: 1 });
    },
  );

  it('makes one account, however often it is accepted at once', async () => {
    const { token } = await invite();
    const answers = await Promise.all(Array.from({ length: 6 }, () => code(accept(token))));
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
    expect(new Set(answers)).toEqual(new Set(['done', 'invitation_not_found']));
    expect(await code(accept(token))).toBe('invitation_not_found');
  });

  it('is refused from its last moment on, although the table may keep it for a while', async () => {
    const { token, invitation } = await invite();
    hand.pass(DAY);
    expect(await code(accept(token))).toBe('invitation_not_found');
    expect((await listOpenInvitations(deps)).map(({ id }) => id)).not.toContain(invitation.id);
    // A request that read it just before it expired.
    const late = { ...invitation, expires_at: '2999-01-01T00:00:00.000Z' };
    const stale = { ...deps, invitations: { ...deps.invitations, find: async () => late } };
    expect(await code(acceptInvitation(stale, { token }))).toBe('invitation_not_found');
  });

  it('is refused when it was revoked, also in the moment between its reading and the write', async () => {
    const { token, invitation } = await invite();
    expect(await revokeInvitation(deps, invitation.id)).toBe(true);
    expect(await revokeInvitation(deps, invitation.id)).toBe(false);
    expect(await code(accept(token))).toBe('invitation_not_found');
    const stale = { ...deps, invitations: { ...deps.invitations, find: async () => invitation } };
    expect(await code(acceptInvitation(stale, { token }))).toBe('invitation_not_found');
  });

  it('is in the table as a hash only', async () => {
    const { token } = await invite();
    expect(JSON.stringify(await deps.invitations.list())).not.toContain(token.slice(7, -6));
  });

  it.each(['', 'invite_', `invite_${'0'.repeat(49)}`, 'x'.repeat(200)])(
    'is not looked up for a text of another shape: %s',
    async (text) => {
      const find = async () => {
        throw new Error('looked up');
      };
      const guarded = { ...deps, invitations: { ...deps.invitations, find } };
      expect(await code(acceptInvitation(guarded, { token: text }))).toBe('invitation_not_found');
    },
  );
});

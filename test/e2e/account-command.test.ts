import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeToken } from '#test/support/accounts/tokens.ts';
import { tokenMaker } from '#test/support/service/parties.ts';
import { sharedService } from '#test/support/service/shared-service.ts';
import type { Client, ErrorBody } from '#test/support/service/start-service.ts';

const service = sharedService();
let ada: Client;
let bob: Client;

beforeAll(async () => {
  [ada, bob] = await Promise.all([service.account('max'), service.account('max')]);
});

describe('npm run account', () => {
  const account = async (...words: string[]): Promise<Record<string, unknown>> => {
    const command = fileURLToPath(new URL('../../localstack/cli/commands/account.ts', import.meta.url));
    const env = { ...process.env, ...service.operator };
    const { stdout } = await promisify(execFile)(process.execPath, [command, ...words, '--json'], { env });
    return JSON.parse(stdout);
  };
  const planBy = async (token: unknown) => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await service.anonymous<{ plan?: string } & Partial<ErrorBody>>('GET', '/me', undefined, headers);
    return answer.body.plan ?? answer.body.error?.code;
  };

  it('makes accounts whose development tokens open them', async () => {
    const { account_id: id } = await account('create', '--plan', 'pro');
    const minted = await account('token', '--account', String(id), '--expires-in', '120');
    expect(minted).toEqual({ account_id: id, token: expect.any(String), expires_at: expect.stringMatching(/Z$/) });
    const seconds = (Date.parse(String(minted.expires_at)) - Date.now()) / 1000;
    expect(seconds).toBeGreaterThan(60);
    expect(seconds).toBeLessThanOrEqual(120);
    expect(await planBy(minted.token)).toBe('pro');
    await account('plan', '--account', String(id), '--plan', 'max');
    expect(await planBy(minted.token)).toBe('max');
  });

  it('lets users of the identity provider act for an account, and no longer', async () => {
    const who = ['--account', ada.accountId, '--subject', 'ada'];
    const token = makeToken(await tokenMaker(service, 'ada'));
    expect(await planBy(token)).toBe('token_invalid');
    expect(await account('identity', 'add', ...who)).toMatchObject({ account_id: ada.accountId, subject: 'ada' });
    expect(await planBy(token)).toBe('max');
    const { identities } = (await account('identity', 'list', '--account', ada.accountId)) as {
      identities: { subject: string }[];
    };
    expect(identities.map(({ subject }) => subject).sort()).toEqual([ada.accountId, 'ada'].sort());
    const elsewhere = account('identity', 'add', '--account', bob.accountId, '--subject', 'ada');
    await expect(elsewhere).rejects.toThrow(/belongs to another account/);
    await account('identity', 'remove', ...who);
    expect(await planBy(token)).toBe('token_invalid');
  });

  it('shows what an account used, what is reserved, and its limits', async () => {
    const id = ada.accountId;
    const before = (await account('usage', '--account', id)) as { usage: { timelines: number } };
    await ada.ok('POST', '/timelines', { title: 'Counted' });
    expect(await account('usage', '--account', id)).toMatchObject({
      account_id: id,
      plan: 'max',
      usage: { timelines: before.usage.timelines + 1, narration_characters: 0 },
      reserved: { render_seconds: 0, narration_characters: 0 },
      limits: { timelines: 10_000, narration_characters_per_month: 5_000_000 },
    });
    await expect(account('usage', '--account', 'acc_none')).rejects.toThrow(/There is no account acc_none/);
  });

  it('mints nothing for an account that does not exist', async () => {
    await expect(account('token', '--account', 'acc_none')).rejects.toThrow(/There is no account acc_none/);
  });
});

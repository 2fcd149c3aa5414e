import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decoderSlotRepository } from '#adapters/aws/timelines/decoder-slot-repository.ts';
import { uploadRepository } from '#adapters/aws/timelines/upload-repository.ts';
import { WriteConflictError } from '#kernel/shared/errors.ts';
import { newId } from '#kernel/shared/ids.ts';
import { type Database, startDatabase } from '#test/support/data/database.ts';

const NOW = '2026-11-25T12:00:00.000Z';
const UNTIL = '2026-11-25T12:01:00.000Z';
const AFTER = '2026-11-25T12:01:01.000Z';
const LATER = '2026-11-25T12:02:01.000Z';

let database: Database;
beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.stop());

const newAccount = (): string => newId('account', new Date());

describe('the slots of an account with the decoders', () => {
  it('are no more than its share, however many ask at once', async () => {
    const slots = decoderSlotRepository(database.table);
    const account = newAccount();
    const take = (token: string, now = NOW, until = UNTIL) => slots.take(account, { token, now, until }, 3);
    // The first of them makes the item: others may meet it, and would look again.
    expect(await take('first')).toBe(true);
    const taken = await Promise.all(Array.from({ length: 12 }, (_, at) => take(`token ${at}`)));
    expect(taken.filter(Boolean)).toHaveLength(2);
    expect(await take('late')).toBe(false);
    await slots.release(account, 'first');
    await slots.release(account, 'first');
    expect(await take('late')).toBe(true);
    expect(await slots.take(newAccount(), { token: 'other', now: NOW, until: UNTIL }, 3)).toBe(true);
    // All of them were killed: their time is over.
    expect([await take('a', AFTER, LATER), await take('b', AFTER, LATER), await take('c', AFTER, LATER)]).toEqual([
      true,
      true,
      true,
    ]);
    expect(await take('d', AFTER, LATER)).toBe(false);
  });
});

describe('the claim of an upload', () => {
  it('is held by one of many that ask at once, until it is given up or its time is over', async () => {
    const uploads = uploadRepository(database.table);
    const account_id = newAccount();
    const id = newId('upload', new Date());
    const facts = { target: '/x', key: 'k', content_type: 'image/png', size_bytes: 1 };
    await uploads.insert({ id, account_id, ...facts, created_at: NOW, expires_at: '2099-01-01T00:00:00.000Z' });
    const claim = (token: string, now = NOW, until = UNTIL) =>
      uploads.claim(account_id, id, { token, now, until }).then(
        () => token,
        (error: unknown) => {
          if (!(error instanceof WriteConflictError)) throw error;
        },
      );
    const claimed = await Promise.all(Array.from({ length: 12 }, (_, at) => claim(`token ${at}`)));
    const [holder = ''] = claimed.filter((token) => token !== undefined);
    expect(claimed.filter((token) => token !== undefined)).toHaveLength(1);
    await uploads.release(account_id, id, 'a stranger');
    expect(await claim('next')).toBeUndefined();
    await uploads.release(account_id, id, holder);
    expect(await claim('next')).toBe('next');
    expect(await claim('after', AFTER, LATER)).toBe('after');
    expect((await uploads.find(account_id, id))?.id).toBe(id);
    await uploads.remove(account_id, id);
    expect(await claim('gone', LATER, LATER)).toBeUndefined();
  });
});

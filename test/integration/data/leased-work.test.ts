import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { imageFetchRepository } from '#adapters/aws/images/image-fetch-repository.ts';
import { deckImportRepository } from '#adapters/aws/imports/deck-import-repository.ts';
import { timelineRepository } from '#adapters/aws/timelines/timeline-repository.ts';
import { ENTITLEMENTS } from '#features/accounts/entitlements.ts';
import { queuedImageFetch } from '#features/images/fetching/image-fetch.ts';
import type { ImageFetchStore } from '#features/images/fetching/ports.ts';
import type { Import } from '#features/imports/import.ts';
import { createOpaqueToken, newId } from '#kernel/shared/ids.ts';
import type { LeasedItem } from '#platform/leases/leased-item.ts';
import type { PostponementCounts } from '#platform/leases/postponement-counts.ts';
import type { LeaseClaim } from '#platform/leases/run-leased-work.ts';
import { allDue } from '#test/support/data/all-due.ts';
import { type Database, startDatabase } from '#test/support/data/database.ts';
import { memoryImageFetches } from '#test/support/fakes/image-fetch-store.ts';
import { START, secondsAfter } from '#test/support/samples/entities.ts';

let database: Database;
beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.stop());

const at = (seconds: number): string => secondsAfter(seconds).toISOString();
const conflict = expect.objectContaining({ name: 'WriteConflictError' });

type Work = LeasedItem & { status: string };
/** One unfinished piece of work, and the store that has it. */
interface Leased {
  find(): Promise<Work | undefined>;
  claim(claim: LeaseClaim & { max_claims: number }): Promise<Work>;
  renew(work: Work, leaseUntil: string): Promise<void>;
  release(work: Work): Promise<void>;
  postpone(work: Work, at: string, counts: { claims_allowed: number; postponed: PostponementCounts }): Promise<void>;
  end(work: Work): Promise<void>;
  endAbandoned(seen: Work): Promise<void>;
  due(seconds: number): Promise<{ work: Work; note(next: string, sentAt?: string): Promise<void> }[]>;
}

async function imageFetch(store: ImageFetchStore): Promise<Leased> {
  const [account_id, id] = [newId('account'), createOpaqueToken(START)];
  const sources = [{ url: 'https://example.com/a.png' }];
  const made = queuedImageFetch({ id, account_id, timeline_id: 'tl', plan: 'pro', sources }, START);
  await store.insert(made);
  const ref = { account_id, fetch_id: id };
  const as = (work: Work) => ({ ...made, ...work, status: 'processing' as const });
  return {
    find: () => store.find(ref),
    claim: (claim) => store.claim(ref, claim),
    renew: (work, leaseUntil) => store.renew(as(work), leaseUntil),
    release: (work) => store.release(as(work)),
    postpone: (work, time, counts) => store.postpone(as(work), time, counts),
    end: (work) => store.complete(as(work), {}),
    endAbandoned: (seen) => store.completeAbandoned(as(seen), {}),
    async due(seconds) {
      const mine = (await allDue(store.listDue, at(seconds))).filter(({ fetch }) => fetch.id === id);
      return mine.map((one) => ({ work: one.fetch, note: (next, sentAt) => store.noteCheck(one, next, sentAt) }));
    },
  };
}

async function deckImport(): Promise<Leased> {
  const { table } = database;
  const store = deckImportRepository(table, timelineRepository(table));
  const [account_id, id] = [newId('account'), newId('import')];
  const made: Import = {
    id,
    account_id,
    plan: 'pro',
    status: 'queued',
    progress: 0,
    timeline_id: newId('timeline'),
    options: { look: 'auto', pdf_text: 'none' },
    kind: 'pptx',
    name: null,
    size_bytes: 10,
    deck_key: 'deck',
    attempt: 0,
    enqueued_at: at(0),
    created_at: at(0),
  };
  await store.insert(made, ENTITLEMENTS.pro);
  const ref = { account_id, import_id: id };
  const as = (work: Work): Import => ({ ...made, ...work, status: 'processing' });
  const end = { at: at(1), error: { code: 'internal_error', message: 'no' } } as const;
  return {
    find: () => store.find(ref),
    claim: (claim) => store.claim(ref, claim),
    renew: (work, leaseUntil) => store.renew(as(work), leaseUntil),
    release: (work) => store.release(as(work)),
    postpone: (work, time, counts) => store.postpone(as(work), time, counts),
    end: (work) => store.fail(as(work), end, {}),
    endAbandoned: (seen) => store.failAbandoned(as(seen), end, {}),
    async due(seconds) {
      const mine = (await allDue(store.listDue, at(seconds))).filter((one) => one.made.id === id);
      return mine.map((one) => ({ work: one.made, note: (next, sentAt) => store.noteCheck(one, next, sentAt) }));
    },
  };
}

// Narration has the same contract: narration-stores.test.ts.
describe.each<[string, () => Promise<Leased>]>([
  ['an image fetch on the table', () => imageFetch(imageFetchRepository(database.table))],
  ['an image fetch in memory', () => imageFetch(memoryImageFetches())],
  ['an import on the table', deckImport],
])('%s', (_, open) => {
  const claim = (work: Leased, seconds = 0, max_claims = 5) =>
    work.claim({ now: at(seconds), lease_until: at(seconds + 15), message_id: 'm', max_claims });

  it('is claimed by one worker, and by another one once the lease has ended', async () => {
    const work = await open();
    const first = await claim(work);
    expect(first).toMatchObject({ status: 'processing', attempt: 1, lease_until: at(15), message_id: 'm' });
    await expect(claim(work, 10)).rejects.toEqual(conflict);
    expect(await claim(work, 16)).toMatchObject({ attempt: 2, lease_until: at(31) });
    for (const late of [
      () => work.renew(first, at(90)),
      () => work.release(first),
      () => work.postpone(first, at(90), { claims_allowed: 9, postponed: {} }),
      () => work.end(first),
      () => work.endAbandoned(first),
    ])
      await expect(late()).rejects.toEqual(conflict);
  });

  it('is given back after a failure or without one, and claimed until no claim is left', async () => {
    const work = await open();
    await work.release(await claim(work));
    expect(await work.find()).toMatchObject({ status: 'queued', attempt: 1, failures: 1 });
    await work.postpone(await claim(work), at(5), { claims_allowed: 3, postponed: { busy: 1 } });
    const waiting = await work.find();
    expect(waiting).toMatchObject({ attempt: 2, failures: 1, claims_allowed: 3, postponed: { busy: 1 } });
    expect(waiting).toMatchObject({ enqueued_at: at(5) });
    expect(waiting).not.toHaveProperty('lease_until');
    await work.release(await claim(work, 0, 1));
    await expect(claim(work)).rejects.toEqual(conflict);
  });

  it('is ended by its worker, or for a worker that died and did not renew its lease', async () => {
    const work = await open();
    const held = await claim(work);
    await work.renew(held, at(20));
    await expect(work.endAbandoned(held)).rejects.toEqual(conflict);
    await work.endAbandoned({ ...held, lease_until: at(20) });
    await expect(work.end(held)).rejects.toEqual(conflict);
    expect(await work.due(9999)).toEqual([]);
  });

  it('is looked at by one sweeper; a claim moves the look past its lease, and a renewal leaves it there', async () => {
    const work = await open();
    expect(await work.due(60)).toEqual([]);
    const [seen] = await work.due(61);
    await seen?.note(at(181), at(61));
    await expect(seen?.note(at(182), at(62))).rejects.toEqual(conflict);
    expect(await work.find()).toMatchObject({ enqueued_at: at(61), sent_again: 1 });
    const held = await claim(work, 200);
    expect(held).not.toHaveProperty('sent_again');
    expect(await work.due(200 + 15 + 45)).toEqual([]);
    await work.renew(held, at(230));
    const [late] = await work.due(200 + 15 + 46);
    expect(late?.work).toMatchObject({ lease_until: at(230) });
    await late?.note(at(275));
    await work.end(held);
    await expect(late?.note(at(500))).rejects.toEqual(conflict);
  });
});

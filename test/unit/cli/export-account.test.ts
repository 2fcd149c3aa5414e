import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ExportDeps, ExportDirectoryExistsError, exportAccount } from '#cli/export-account.ts';
import { ENTITLEMENTS } from '#features/accounts/entitlements.ts';
import { newId } from '#kernel/shared/ids.ts';
import { fileKeyPrefixesOfAccount } from '#kernel/shared/lifetimes.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import { memoryFileStore } from '#test/support/fakes/file-store.ts';
import { memoryLedger } from '#test/support/fakes/ledger.ts';
import { memoryRenderStore } from '#test/support/fakes/render-store.ts';
import { memoryTimelineStore } from '#test/support/fakes/timeline-store.ts';
import { memoryWebhookStores } from '#test/support/fakes/webhook-stores.ts';
import {
  NOTHING_RESERVED,
  START,
  sampleRender,
  sampleSlide,
  sampleTask,
  sampleTimeline,
  sampleWebhook,
  secondsAfter,
} from '#test/support/samples/entities.ts';

const ACCOUNT = newId('account');
const TIMELINES = 45;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'export-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** An account with more timelines and deliveries than a page has, and one file under each prefix. */
async function world() {
  const timelines = memoryTimelineStore();
  const { renders } = memoryRenderStore();
  const stores = memoryWebhookStores();
  const files = memoryFileStore();
  const ids: string[] = [];
  for (let count = 0; count < TIMELINES; count++) {
    const id = newId('timeline');
    const key = storageKeys.slideImage(ACCOUNT, id, 'token', 'png');
    const image = {
      ...{
        key,
        sha256: 'a',
        width: 1,
        height: 1,
        content_type: 'image/png' as const,
        size_bytes: 5,
        fit: 'cover' as const,
      },
      ...{ focus: { x: 0.5, y: 0.5 }, alt: '' },
    };
    const slide = sampleSlide({ timeline_id: id, title: `Slide ${count}`, image });
    const timeline = sampleTimeline([slide], { id, account_id: ACCOUNT });
    await timelines.insert({ timeline, slides: [slide] }, ENTITLEMENTS.max);
    await files.putBytes(key, Buffer.from('image'), '');
    ids.push(id);
  }
  for (const prefix of fileKeyPrefixesOfAccount(ACCOUNT))
    await files.putBytes(`${prefix}x/file`, Buffer.from(prefix), '');
  await files.putBytes(`speech/${newId('account')}/other.wav`, Buffer.from('other'), '');
  const render = sampleRender({
    account_id: ACCOUNT,
    webhook_url: 'https://own.example.com',
    webhook_secret: 'SEALED',
  });
  await renders.insert(render, sampleTask(render), ENTITLEMENTS.max, NOTHING_RESERVED);
  const webhook = sampleWebhook({ account_id: ACCOUNT, secret: 'SEALED' });
  await stores.putWebhook(webhook);
  for (let count = 0; count < 30; count++)
    await stores.deliveries.insertDelivery({
      id: newId('delivery'),
      account_id: ACCOUNT,
      receiver:
        count % 2 === 0
          ? { kind: 'webhook', id: webhook.id, url: webhook.url }
          : { kind: 'render', id: render.id, url: 'https://own.example.com', secret: 'SEALED' },
      event: 'render.completed',
      event_id: newId('event'),
      render_id: render.id,
      status: 'succeeded',
      tries: [],
      next_try_at: START.toISOString(),
      created_at: START.toISOString(),
    });
  const key = {
    ...{ id: 'key_1', account_id: ACCOUNT, plan: 'pro' as const, name: 'ci', hash: 'SECRETHASH', last4: 'abcd' },
    created_at: START.toISOString(),
  };
  const deps: ExportDeps = {
    accounts: {
      findAccount: async (id) =>
        id === ACCOUNT
          ? { id, name: 'Ada', email: 'ada@example.com', plan: 'pro', created_at: START.toISOString() }
          : undefined,
      listKeys: async () => [key],
      listIdentities: async () => [],
    },
    usage: memoryLedger().usage,
    timelines,
    renders,
    webhooks: stores.webhooks,
    deliveries: stores.deliveries,
    files,
    clock: () => secondsAfter(40 * 86_400),
  };
  return { deps, ids, files };
}

it('has everything that the API shows, all files, and a manifest that is true', async () => {
  const { deps, ids } = await world();
  const to = join(folder, 'ada');
  const made = await exportAccount(deps, ACCOUNT, to);

  expect(await readdir(folder)).toEqual(['ada']);
  const text = (name: string) => readFile(join(to, name), 'utf8');
  const json = async (name: string) => JSON.parse(await text(name));
  expect(await json('account.json')).toMatchObject({ name: 'Ada', keys: [{ id: 'key_1', last4: 'abcd' }] });
  expect(Object.keys(await json('usage.json'))).toEqual(['2026-03', '2026-04']);
  expect((await readdir(join(to, 'timelines'))).sort()).toEqual(ids.map((id) => `${id}.json`).sort());
  const { slides } = await json(`timelines/${ids[7]}.json`);
  expect(slides[0].title).toBe('Slide 7');
  expect(await text(slides[0].image.url)).toBe('image');
  const lines = async (name: string) => (await text(name)).trimEnd().split('\n');
  expect((await lines('renders.jsonl')).map((line) => JSON.parse(line).webhook_url)).toEqual([
    'https://own.example.com',
  ]);
  expect(await lines('deliveries.jsonl')).toHaveLength(30);

  const manifest = await json('manifest.json');
  expect(manifest).toMatchObject({ account_id: ACCOUNT, exported_at: secondsAfter(40 * 86_400).toISOString() });
  let all = '';
  for (const { path, bytes, sha256 } of manifest.files) {
    const content = await readFile(join(to, path));
    expect([content.length, createHash('sha256').update(content).digest('hex')]).toEqual([bytes, sha256]);
    all += content.toString();
  }
  expect(all).not.toMatch(/SEALED|SECRETHASH|other/);
  const stored: string[] = manifest.files.map(({ path }: { path: string }) => path);
  expect(stored.filter((path) => path.startsWith('files/')).length).toBe(TIMELINES + 8);
  expect(stored).toContain('files/outputs/90d/x/file');
  expect(made).toEqual({
    account_id: ACCOUNT,
    directory: to,
    files: stored.length,
    bytes: manifest.files.reduce((sum: number, { bytes }: { bytes: number }) => sum + bytes, 0),
  });
});

it('leaves nothing when it fails, and never writes into a directory that exists', async () => {
  const { deps } = await world();
  const to = join(folder, 'ada');
  const getFile = async () => Promise.reject(new Error('no bucket'));
  await expect(exportAccount({ ...deps, files: { ...deps.files, getFile } }, ACCOUNT, to)).rejects.toThrow('no bucket');
  expect(await readdir(folder)).toEqual([]);
  await expect(exportAccount(deps, ACCOUNT, folder)).rejects.toBeInstanceOf(ExportDirectoryExistsError);
  expect(await exportAccount(deps, 'acc_none', to)).toBeUndefined();
  expect(await readdir(folder)).toEqual([]);
});

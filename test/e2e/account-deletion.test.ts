import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AccountRemains, scanForAccountRemains } from '#adapters/aws/erasure/scan-for-account-remains.ts';
import type { TableItem } from '#adapters/aws/table/table.ts';
import { accountErasureDeps } from '#app/composition/account-erasure-deps.ts';
import type { AccountDeletionResult } from '#cli/delete-account.ts';
import { openServiceBucket, openServiceTable } from '#cli/operator.ts';
import { MAX_LATE_WRITE_SECONDS } from '#kernel/shared/lifetimes.ts';
import { eraseDeletedAccountNow } from '#platform/erasure/erase-account.ts';
import { metricRecordInLine } from '#stack/metric-record-line.ts';
import { secondsAfter } from '#test/support/samples/entities.ts';
import { readLog } from '#test/support/service/read-log.ts';
import { startReceiver } from '#test/support/service/receiver.ts';
import { sharedService } from '#test/support/service/shared-service.ts';
import { type Client, type ErrorBody, ended, until } from '#test/support/service/start-service.ts';

interface Made {
  id: string;
  slides: { id: string }[];
}
interface Announced {
  upload: { url: string; headers: Record<string, string> };
}

const service = sharedService();
const { environment } = service.stack;
const table = openServiceTable(environment);
const files = openServiceBucket(environment);
let receiver: Awaited<ReturnType<typeof startReceiver>>;

beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.stop());

const account = async (...words: string[]): Promise<unknown> => {
  const command = fileURLToPath(new URL('../../localstack/cli/commands/account.ts', import.meta.url));
  const env = { ...process.env, ...service.operator };
  const { stdout } = await promisify(execFile)(process.execPath, [command, ...words, '--json'], { env });
  return JSON.parse(stdout);
};
/** Whether nothing but the erasure removes an item: not the end of work, nor the one write that takes the credentials. */
const isOnlyErased = (item: string): boolean => /#(TL|ARTIFACT|SPEECH)#| (RENDER|TASK#.*)$/.test(item);

/** What names each of two accounts, by one scan of the table, which has what all files of the run have made. */
async function remainsOf(gone: Client, stays: Client): Promise<{ gone: AccountRemains; stays: AccountRemains }> {
  const items: TableItem[] = [];
  let lastKey: TableItem | undefined;
  do {
    const page = await table.scan(lastKey);
    items.push(...page.items);
    lastKey = page.lastKey;
  } while (lastKey);
  const scanned = { scan: async () => ({ items, lastKey: undefined }) };
  const of = ({ accountId }: Client) => scanForAccountRemains(scanned, files, accountId);
  return { gone: await of(gone), stays: await of(stays) };
}

/** The records of lines that have an id; others are not parsed. */
const recordsOf = async (id: string) =>
  (await readLog(service)).split('\n').flatMap((line) => (line.includes(id) ? (metricRecordInLine(line) ?? []) : []));

/** The stages of the work on messages of an account that has ended, as the log tells of it. */
const endedWork = async ({ accountId }: Client): Promise<string[]> =>
  (await recordsOf(accountId)).flatMap((record) =>
    record.message === 'work' && record.account_id === accountId ? String(record.stage) : [],
  );

/** Whether the log tells of the end of a render, which it does before its event is sent. */
const isToldAsEnded = async (renderId: string): Promise<boolean> =>
  (await recordsOf(renderId)).some((record) => record.message === 'render ended' && record.render_id === renderId);

async function timelineWithImage(client: Client): Promise<Made> {
  const made = await client.ok<Made>('POST', '/timelines', {
    title: 'Deck',
    slides: [{ title: 'One', speaker_notes: 'Good morning.', duration_seconds: 1.6, image_motion: 'zoom_in' }],
  });
  const image = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#336699' } })
    .png()
    .toBuffer();
  const answer = await fetch(`${service.stack.baseUrl}/timelines/${made.id}/slides/${made.slides[0]?.id}/images`, {
    method: 'POST',
    headers: { 'x-api-key': client.apiKey, 'content-type': 'image/png' },
    body: Uint8Array.from(image),
  });
  expect(answer.status).toBe(200);
  return made;
}

it('a deleted account leaves its accounting record and nothing else', async () => {
  const [gone, stays] = await Promise.all([service.account('max'), service.account('max')]);
  const [timeline] = await Promise.all([timelineWithImage(gone), timelineWithImage(stays)]);
  await gone.ok('POST', '/webhooks', { url: receiver.url, events: ['render.completed'] });
  const audio = `/timelines/${timeline.id}/slides/${timeline.slides[0]?.id}/audio`;
  await gone.ok('POST', audio, {});
  await until(
    () => gone.ok<{ status: string }>('GET', audio),
    ({ status }) => status === 'ready',
    60,
  );
  // Each fits one worker: one message for all of its work.
  const order = { timeline_id: timeline.id, narration: 'none' };
  const first = await gone.ok<Made>('POST', '/renders', { ...order, output: { resolution: '480p' } });
  await ended(gone, first.id);
  await until(
    async () => receiver.of(first.id).length,
    (count) => count > 0,
    60,
  );
  const { upload } = await gone.ok<Announced>('POST', `/timelines/${timeline.id}/background-audio`, {
    content_type: 'audio/wav',
    size_bytes: 4,
  });
  const put = () => {
    const headers = { 'content-type': upload.headers['content-type'] ?? '' };
    return fetch(upload.url, { method: 'PUT', headers, body: 'late' });
  };
  expect((await put()).status).toBe(200);
  const { gone: before, stays: others } = await remainsOf(gone, stays);
  expect(others.items.length).toBeGreaterThan(5);
  expect(before.items.filter(isOnlyErased).length).toBeGreaterThanOrEqual(9);
  expect(new Set(before.files.map((key) => key.split('/')[0]))).toEqual(
    new Set(['cache', 'outputs', 'snapshots', 'speech', 'timelines', 'tmp']),
  );
  const second = await gone.ok<Made>('POST', '/renders', { ...order, output: { fps: 24 } });
  await until(
    () => gone.ok<{ status: string }>('GET', `/renders/${second.id}`),
    ({ status }) => status !== 'queued',
    60,
  );

  const deletion = (await account('delete', '--account', gone.accountId)) as AccountDeletionResult;

  expect(deletion).toMatchObject({
    account_id: gone.accountId,
    phase: 'waiting',
    second_pass_at: expect.any(String),
  });
  // One month, or two if one has just ended.
  const months = Object.values(deletion.accounting_record.months);
  expect(months.reduce((sum, { renders }) => sum + renders, 0)).toBe(2);
  expect(deletion.erased.items).toBeGreaterThanOrEqual(before.items.filter(isOnlyErased).length);
  const after = await scanForAccountRemains(table, files, gone.accountId);
  expect(after.items.filter((item) => isOnlyErased(item) && before.items.includes(item))).toEqual([]);
  expect(deletion.erased.files).toBeGreaterThanOrEqual(before.files.length);
  const refused = await gone.call<ErrorBody>('GET', '/me');
  expect([refused.status, refused.body.error.code]).toEqual([401, 'api_key_invalid']);
  // The render that ran stops at the next heartbeat of its worker; what it still writes belongs to the second pass.
  await until(
    () => endedWork(gone),
    (stages) => stages.filter((stage) => stage === 'renders').length >= 2 && stages.includes('narration'),
    60,
  );
  expect((await put()).status).toBe(200);
  const uploads = await files.list('tmp/uploads/');
  expect(uploads.filter((key) => key.includes(gone.accountId))).toHaveLength(1);

  const deps = accountErasureDeps(table, files, () => secondsAfter(MAX_LATE_WRITE_SECONDS + 1, new Date()));
  const record = await deps.accounting.find(gone.accountId);
  if (!record) throw new Error('there is no accounting record');
  await eraseDeletedAccountNow(deps, record);

  expect(await account('delete', '--account', gone.accountId)).toEqual({
    account_id: gone.accountId,
    deleted_at: deletion.deleted_at,
    phase: 'erased',
    second_pass_at: null,
    erased: { items: 0, files: 0 },
    accounting_record: expect.objectContaining({ deleted_at: deletion.deleted_at }),
    kept_for_second_pass: 0,
    left: { items: [], files: [] },
  });
  const { gone: left, stays: kept } = await remainsOf(gone, stays);
  expect(left).toEqual({ items: [`ACC#${gone.accountId} ACCOUNTING`], files: [] });
  expect({ items: kept.items.sort(), files: kept.files }).toEqual({ items: others.items.sort(), files: others.files });
  // A fast machine may have completed the second render before the account went: only then is there an event, and once.
  const events = receiver.of(second.id).length;
  expect(events).toBeLessThanOrEqual((await isToldAsEnded(second.id)) ? 1 : 0);
});

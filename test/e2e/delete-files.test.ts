import { beforeAll, describe, expect, it } from 'vitest';
import { bucketClient } from '#adapters/aws/clients.ts';
import { s3BucketStorage } from '#adapters/aws/storage.ts';
import type { Schemas } from '#front/client/index.ts';
import { sharedService } from '#test/support/service/shared-service.ts';
import { type Client, type ErrorBody, ended, until } from '#test/support/service/start-service.ts';
import { workOffTombstones } from '#test/support/service/work-off-tombstones.ts';

type RenderAnswer = Schemas['Render'];

const service = sharedService();
let client: Client;
let accountId: string;
beforeAll(async () => {
  client = await service.account('max');
  accountId = (await client.ok<{ id: string }>('GET', '/me')).id;
});

/** The files of the account in the bucket, by their keys, as text. */
async function bucket(): Promise<Map<string, string>> {
  const { environment } = service.stack;
  const s3 = bucketClient({
    endpoint: environment.AWS_ENDPOINT_URL ?? '',
    region: environment.AWS_REGION ?? '',
    credentials: {
      accessKeyId: environment.AWS_ACCESS_KEY_ID ?? '',
      secretAccessKey: environment.AWS_SECRET_ACCESS_KEY ?? '',
    },
    forcePathStyle: true,
  });
  try {
    const files = s3BucketStorage(s3, environment.BUCKET_NAME ?? '');
    const found = new Map<string, string>();
    let after: string | undefined;
    do {
      const keys = await files.list('', after);
      for (const key of keys)
        if (key.includes(accountId)) found.set(key, Buffer.from(await files.getBytes(key)).toString('latin1'));
      after = keys.at(-1);
    } while (after !== undefined);
    return found;
  } finally {
    s3.destroy();
  }
}
const keysIn = async (part: string): Promise<string[]> =>
  [...(await bucket()).keys()].filter((key) => key.includes(part));

const deleteFiles = (id: string) => client.call<RenderAnswer & ErrorBody>('DELETE', `/renders/${id}/files`);

describe('DELETE /renders/:id/files', () => {
  it('takes a finished video away at once, and all that it was made of with the sweeper', async () => {
    const timeline = await client.ok<{ id: string }>('POST', '/timelines', {
      title: 'Withdrawn',
      resolution: '480p',
      slides: [
        { title: 'Seen by mistake', speaker_notes: 'Heard by mistake.' },
        { title: 'Two', duration_seconds: 2 },
      ],
    });
    const body = { timeline_id: timeline.id, output: { captions: 'sidecar', extras: ['thumbnails', 'mp3'] } };
    const begun = await client.ok<RenderAnswer>('POST', '/renders', body);
    const early = await deleteFiles(begun.id);
    expect([early.status, early.body.error?.code]).toEqual([409, 'render_running']);
    const made = await ended(client, begun.id);
    expect(made).toMatchObject({ status: 'completed', deleted: false, files_deleted_at: null });
    const url = made.output.url ?? '';
    expect((await fetch(url)).status).toBe(200);
    expect(await keysIn(begun.id)).not.toEqual([]);

    const deleted = await deleteFiles(begun.id);
    expect(deleted.status).toBe(200);
    expect(deleted.body).toMatchObject({
      status: 'completed',
      deleted: true,
      output: { url: null, download_url: null, poster_url: null, url_expires_at: null, captions: { vtt_url: null } },
    });
    expect((await fetch(url)).status).toBe(404);
    const again = await deleteFiles(begun.id);
    expect([again.status, again.body.files_deleted_at]).toEqual([200, deleted.body.files_deleted_at]);
    expect(await client.ok('GET', `/renders/${begun.id}`)).toEqual(deleted.body);
    const { data } = await client.ok<{ data: RenderAnswer[] }>('GET', `/renders?timeline_id=${timeline.id}`);
    expect(data).toMatchObject([{ id: begun.id, deleted: true }]);

    expect(await workOffTombstones(service, `/timelines/${timeline.id}`)).toBeGreaterThan(0);
    const left = await bucket();
    expect([...left.keys()].filter((key) => key.includes(begun.id))).toEqual([]);
    // The encoded parts that it made; small pictures of slides belong to the timeline.
    expect([...left.keys()].filter((key) => key.startsWith('cache/') && !/\/(tiles|measures)\//.test(key))).toEqual([]);

    // The same again is made again, whole: nothing of the first one comes back.
    const next = await ended(client, (await client.ok<RenderAnswer>('POST', '/renders', body)).id);
    expect(next).toMatchObject({ status: 'completed', slides_reused: 0, deleted: false });
    expect((await fetch(next.output.url ?? '')).status).toBe(200);
    expect((await fetch(url)).status).toBe(404);
  });

  it('leaves the copy of another render that shows the same', async () => {
    const timeline = await client.ok<{ id: string }>('POST', '/timelines', {
      title: 'Twice',
      resolution: '480p',
      slides: [{ title: 'The same', duration_seconds: 2 }],
    });
    const render = async () =>
      ended(client, (await client.ok<RenderAnswer>('POST', '/renders', { timeline_id: timeline.id })).id);
    const [first, second] = [await render(), await render()];
    await deleteFiles(first.id);
    await workOffTombstones(service, `/timelines/${timeline.id}`);
    expect((await fetch(first.output.url ?? '')).status).toBe(404);
    expect((await fetch(second.output.url ?? '')).status).toBe(200);
    // What would be copied is gone with the first: the third is made.
    expect(await render()).toMatchObject({ status: 'completed', deleted: false });
  });

  it('of the rows of a batch takes their values along, and the results say so', async () => {
    const timeline = await client.ok<{ id: string }>('POST', '/timelines', {
      title: 'To {{name}}',
      resolution: '480p',
      variables: { name: null },
      slides: [{ title: 'Dear {{name}}', duration_seconds: 1 }],
    });
    const person = 'Wilhelmina Quux';
    const batch = await client.ok<{ id: string }>('POST', '/batches', {
      timeline_id: timeline.id,
      narration: 'none',
      rows: [{ variables: { name: person } }, { variables: { name: 'Somebody' } }],
    });
    await until(
      () => client.ok<{ status: string }>('GET', `/batches/${batch.id}`),
      ({ status }) => status === 'completed',
      120,
    );
    const { data } = await client.ok<{ data: RenderAnswer[] }>('GET', `/batches/${batch.id}/renders`);
    const naming = async () => [...(await bucket())].filter(([, text]) => text.includes(person)).map(([key]) => key);
    expect(await naming()).not.toEqual([]);
    await deleteFiles(data[0]?.id ?? '');
    await workOffTombstones(service, `/timelines/${timeline.id}`);
    expect(await naming()).toEqual([]);
    const csv = await fetch(`${service.stack.baseUrl}/batches/${batch.id}/results.csv`, {
      headers: { 'x-api-key': client.apiKey },
    });
    const [head, first, second] = (await csv.text()).trim().split('\r\n');
    expect(head).toBe('row,external_id,render_id,status,video_url,error,files_deleted_at');
    expect(first).toMatch(/^1,,rn_\w+,completed,,,2\d{3}-/);
    expect(second).toMatch(/^2,,rn_\w+,completed,http.*,,$/);
  });

  it('of a render that is not there, or of another account, is a 404', async () => {
    expect((await deleteFiles('rn_none')).body.error.code).toBe('render_not_found');
  });
});

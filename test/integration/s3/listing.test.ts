import { DeleteObjectCommand, ListObjectsV2Command, type ListObjectsV2CommandInput } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { compareS3Keys } from '#emulators/s3/key-order.ts';
import { BUCKET, expectRefusal, put, startS3, type TestS3 } from '#test/support/s3/start-s3.ts';

const KEYS = ['p/a b.txt', 'p/b+c.txt', 'p/d.txt', 'p/e&f.txt', 'p/sub/g.txt', 'p/sub/h.txt', 'p/ü.txt', 'q/z.txt'];

async function startFilled(keys: readonly string[] = KEYS): Promise<TestS3> {
  const s3 = await startS3();
  for (const key of keys) await put(s3, key, key);
  return s3;
}

/** Everything a paged listing yields, and the size of each page. */
async function listAll(s3: TestS3, input: Partial<ListObjectsV2CommandInput>) {
  const [keys, pages]: [string[], number[]] = [[], []];
  for (let ContinuationToken: string | undefined, more = true; more; ) {
    const page = await s3.client.send(new ListObjectsV2Command({ Bucket: BUCKET, ...input, ContinuationToken }));
    keys.push(...(page.Contents ?? []).map((object) => object.Key ?? ''));
    pages.push(page.KeyCount ?? 0);
    ContinuationToken = page.NextContinuationToken;
    more = page.IsTruncated === true;
    expect(pages.length).toBeLessThan(20);
  }
  return { keys, pages };
}

test('a prefix selects', async () => {
  const s3 = await startFilled();
  const flat = await s3.client.send(new ListObjectsV2Command({ Bucket: BUCKET, Prefix: 'p/' }));
  expect(flat).toMatchObject({ KeyCount: 7, IsTruncated: false });
  expect(flat.Contents?.map((object) => object.Key)).toEqual(KEYS.slice(0, 7));
  expect(flat.Contents?.[0]).toMatchObject({ Key: 'p/a b.txt', Size: 9, StorageClass: 'STANDARD' });
});

test('a listing in pages is complete, in order and without repeats', async () => {
  const s3 = await startFilled();
  expect(await listAll(s3, { MaxKeys: 3 })).toEqual({ keys: KEYS, pages: [3, 3, 2] });
  expect(await listAll(s3, { MaxKeys: 2, Prefix: 'p/' })).toEqual({ keys: KEYS.slice(0, 7), pages: [2, 2, 2, 1] });
});

test('a page may start at a key that does not exist, and continue after one that was deleted', async () => {
  const s3 = await startFilled();
  expect((await listAll(s3, { StartAfter: 'p/d' })).keys).toEqual(KEYS.slice(2));
  const page = await s3.client.send(new ListObjectsV2Command({ Bucket: BUCKET, MaxKeys: 2 }));
  await s3.client.send(new DeleteObjectCommand({ Bucket: BUCKET, Key: 'p/b+c.txt' }));
  const { NextContinuationToken: ContinuationToken } = page;
  const rest = await s3.client.send(new ListObjectsV2Command({ Bucket: BUCKET, ContinuationToken }));
  expect(rest.Contents?.map((object) => object.Key)).toEqual(KEYS.slice(2));
});

test('keys are in the order of their UTF-8 bytes', async () => {
  const keys = ['a', 'a\uffee', 'a😀', 'Z', 'ab', 'a/', 'é', '\ue000', '\ud7ff'];
  const byBytes = [...keys].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  expect([...keys].sort(compareS3Keys)).toEqual(byBytes);
  const s3 = await startFilled(keys);
  expect((await listAll(s3, { MaxKeys: 2 })).keys).toEqual(byBytes);
});

test('a key that XML cannot hold is listed percent-encoded on request', async () => {
  const s3 = await startFilled(['a\u0001b']);
  const list = await s3.client.send(new ListObjectsV2Command({ Bucket: BUCKET, EncodingType: 'url' }));
  expect(list.Contents?.map((object) => object.Key)).toEqual(['a%01b']);
});

test('max-keys of 0 lists nothing and a wrong token is refused', async () => {
  const s3 = await startFilled();
  const none = await s3.client.send(new ListObjectsV2Command({ Bucket: BUCKET, MaxKeys: 0 }));
  expect(none).toMatchObject({ KeyCount: 0, IsTruncated: false });
  const wrong = new ListObjectsV2Command({ Bucket: BUCKET, ContinuationToken: '?' });
  await expectRefusal(s3.client.send(wrong), 400, 'InvalidArgument');
});

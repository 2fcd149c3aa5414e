import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutBucketLifecycleConfigurationCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { expireObjects } from '#emulators/s3/lifecycle.ts';
import { S3Store } from '#emulators/s3/store.ts';
import { parseS3Xml } from '#emulators/s3/xml.ts';
import { patiently } from '#test/support/patiently.ts';
import { BUCKET, ONE_KB, put, startS3, type TestS3, temporaryDir } from '#test/support/s3/start-s3.ts';

const DAY = 24 * 3600_000;

async function startWithRules(...Rules: object[]): Promise<TestS3> {
  const s3 = await startS3();
  const LifecycleConfiguration = { Rules: Rules as [] };
  await s3.client.send(new PutBucketLifecycleConfigurationCommand({ Bucket: BUCKET, LifecycleConfiguration }));
  return s3;
}

async function keysOf({ client }: TestS3): Promise<(string | undefined)[]> {
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: BUCKET }));
  return Contents.map((object) => object.Key);
}

/** The first midnight (UTC) at least `days` after now. */
function midnightAfter(days: number): number {
  return Math.ceil((Date.now() + days * DAY) / DAY) * DAY;
}

test('objects under the prefix go at the midnight after their days, others stay', async () => {
  const s3 = await startWithRules({ Status: 'Enabled', Filter: { Prefix: 'tmp/' }, Expiration: { Days: 2 } });
  for (const key of ['tmp/a', 'tmp/b', 'kept']) await put(s3, key, 'x');
  expect(s3.handler.expire(Date.now() + 1.5 * DAY)).toEqual({ objects: 0, uploads: 0 });
  expect(await keysOf(s3)).toEqual(['kept', 'tmp/a', 'tmp/b']);
  expect(s3.handler.expire(midnightAfter(2) + DAY)).toEqual({ objects: 2, uploads: 0 });
  expect(await keysOf(s3)).toEqual(['kept']);
  await patiently(() => expect(readdirSync(join(s3.dir, 'blobs'))).toHaveLength(1));
});

test('a day starts at midnight, UTC: an object of 15:00 with two days lives until the third midnight', async () => {
  const store = new S3Store(await temporaryDir(), () => {});
  store.createBucket(BUCKET, 0);
  const days = (prefix: string, count: number) =>
    `<Rule><Prefix>${prefix}</Prefix><Status>Enabled</Status><Expiration><Days>${count}</Days></Expiration></Rule>`;
  const xml = `<LifecycleConfiguration>${days('a', 2)}${days('ab', 1)}</LifecycleConfiguration>`;
  const bucket = store.bucket(BUCKET);
  bucket.setConfiguration('lifecycle', { xml, root: parseS3Xml(xml) });
  const record = { headers: {}, size: 0, etag: '', blobs: [], modified: Date.UTC(2030, 0, 1, 15) };
  for (const key of ['a', 'ab', 'b']) bucket.put({ ...record, key });

  expect(expireObjects(store, Date.UTC(2030, 0, 3) - 1).objects).toBe(0);
  expect(expireObjects(store, Date.UTC(2030, 0, 3)).objects).toBe(1);
  expect(bucket.keys).toEqual(['a', 'b']);
  expect(expireObjects(store, Date.UTC(2030, 0, 4) - 1).objects).toBe(0);
  expect(expireObjects(store, Date.UTC(2030, 0, 4)).objects).toBe(1);
  expect(bucket.keys).toEqual(['b']);
});

test('an upload that is not completed in its days is aborted', async () => {
  const abort = {
    Status: 'Enabled',
    Filter: { Prefix: '' },
    AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
  };
  const s3 = await startWithRules(abort);
  await put(s3, 'object', 'x');
  const at = { Bucket: BUCKET, Key: 'unfinished' };
  const { UploadId } = await s3.client.send(new CreateMultipartUploadCommand(at));
  await s3.client.send(new UploadPartCommand({ ...at, UploadId, PartNumber: 1, Body: ONE_KB }));
  expect(s3.handler.expire(Date.now() + DAY / 2)).toEqual({ objects: 0, uploads: 0 });
  expect(s3.handler.expire(midnightAfter(1) + DAY)).toEqual({ objects: 0, uploads: 1 });
  expect((await s3.client.send(new ListMultipartUploadsCommand({ Bucket: BUCKET }))).Uploads).toBeUndefined();
  expect(await keysOf(s3)).toEqual(['object']);
  await patiently(() => expect(readdirSync(join(s3.dir, 'blobs'))).toHaveLength(1));
});

test('a rule that is disabled does nothing', async () => {
  const s3 = await startWithRules({ Status: 'Disabled', Filter: { Prefix: '' }, Expiration: { Days: 1 } });
  await put(s3, 'a', 'x');
  expect(s3.handler.expire(Date.now() + 100 * DAY)).toEqual({ objects: 0, uploads: 0 });
  expect(await keysOf(s3)).toEqual(['a']);
});

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { GetObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { BUCKET, put, startS3 } from '#test/support/s3/start-s3.ts';

test('the oldest of the objects that may go are removed, until enough bytes are free; a reader keeps its file', async () => {
  const s3 = await startS3();
  const start = Date.now();
  const at = (minutes: number): number => start + minutes * 60_000;
  for (const [minute, key] of ['cache/first', 'kept', 'cache/second', 'cache/third', 'cache/young'].entries()) {
    s3.clock.now = () => at(minute);
    await put(s3, key, key.padEnd(6000, '.'));
  }
  const { Body } = await s3.client.send(new GetObjectCommand({ Bucket: BUCKET, Key: 'cache/first' }));
  const eviction = { mayGo: (key: string) => key.startsWith('cache/'), before: at(3.5) };
  const keys = async () => {
    const { Contents = [] } = await s3.client.send(new ListObjectsV2Command({ Bucket: BUCKET }));
    return Contents.map(({ Key }) => Key);
  };

  // Two blocks of 4 KB for each file, and one for its record.
  expect(await s3.handler.evict({ ...eviction, bytes: 12_289 })).toEqual({ objects: 2, bytes: 24_576 });
  expect(await keys()).toEqual(['cache/third', 'cache/young', 'kept']);
  expect(await Body?.transformToString()).toBe('cache/first'.padEnd(6000, '.'));

  expect(await s3.handler.evict({ ...eviction, bytes: 1e9 })).toEqual({ objects: 1, bytes: 12_288 });
  expect(await keys()).toEqual(['cache/young', 'kept']);
  expect(await s3.handler.evict({ ...eviction, bytes: 1e9 })).toEqual({ objects: 0, bytes: 0 });
  await expect.poll(() => readdirSync(join(s3.dir, 'blobs')).length).toBe(2);
});

import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  CreateBucketCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
} from '@aws-sdk/client-s3';
import { describe, expect, test } from 'vitest';
import {
  BUCKET,
  content,
  expectRefusal,
  get,
  MB,
  md5,
  ODD_KEYS,
  ONE_KB,
  put,
  startS3,
  temporaryDir,
  text,
} from '#test/support/s3/start-s3.ts';

describe('objects', () => {
  test('an object is put, read, described and deleted', async () => {
    const s3 = await startS3();
    const { ETag } = await put(s3, 'a/k1.bin', ONE_KB);
    expect(ETag).toBe(`"${md5(ONE_KB)}"`);
    expect(await content(s3, 'a/k1.bin')).toEqual(ONE_KB);
    const head = await s3.client.send(new HeadObjectCommand({ Bucket: BUCKET, Key: 'a/k1.bin' }));
    expect(head).toMatchObject({ ContentLength: 1024, ETag, AcceptRanges: 'bytes' });

    await s3.client.send(new DeleteObjectCommand({ Bucket: BUCKET, Key: 'a/k1.bin' }));
    await expectRefusal(get(s3, 'a/k1.bin'), 404, 'NoSuchKey');
    await expectRefusal(s3.client.send(new HeadObjectCommand({ Bucket: BUCKET, Key: 'a/k1.bin' })), 404, 'NotFound');
    // Deleting a missing key succeeds.
    await s3.client.send(new DeleteObjectCommand({ Bucket: BUCKET, Key: 'a/k1.bin' }));
  });

  test('bodies of 10 MB come back whole, from memory, from a file and from a stream', async () => {
    const s3 = await startS3();
    const bytes = randomBytes(10 * MB);
    const file = join(await temporaryDir(), 'body');
    await writeFile(file, bytes);
    const pieces = Array.from({ length: 10 }, (_, i) => bytes.subarray(i * MB, (i + 1) * MB));
    await put(s3, 'memory', bytes);
    await put(s3, 'file', createReadStream(file));
    await put(s3, 'stream', Readable.from(pieces), { ContentLength: bytes.length });
    for (const key of ['memory', 'file', 'stream'])
      expect([key, md5(await content(s3, key))]).toEqual([key, md5(bytes)]);
  });

  test('an empty object is an object', async () => {
    const s3 = await startS3();
    await put(s3, 'empty', Buffer.alloc(0));
    expect(await content(s3, 'empty')).toHaveLength(0);
    const head = await s3.client.send(new HeadObjectCommand({ Bucket: BUCKET, Key: 'empty' }));
    expect(head.ContentLength).toBe(0);
  });

  test('keys may hold any characters', async () => {
    const s3 = await startS3();
    for (const key of ODD_KEYS) await put(s3, key, key);
    for (const key of ODD_KEYS) expect(await text(s3, key)).toBe(key);
    const { Contents } = await s3.client.send(new ListObjectsV2Command({ Bucket: BUCKET }));
    expect(Contents?.map((object) => object.Key).sort()).toEqual([...ODD_KEYS].sort());
  });

  test('headers come back as they were put', async () => {
    const s3 = await startS3();
    const attributes = {
      ContentType: 'image/webp',
      CacheControl: 'max-age=60',
      ContentDisposition: 'attachment; filename="a b.webp"',
      ContentLanguage: 'de',
    };
    await put(s3, 'attributes', Readable.from([ONE_KB]), { ...attributes, ContentLength: 1024 });
    const object = await get(s3, 'attributes');
    expect(object).toMatchObject(attributes);
    expect(object.ContentEncoding).toBeUndefined();

    await put(s3, 'zipped', 'x', { ContentEncoding: 'gzip' });
    const head = await s3.client.send(new HeadObjectCommand({ Bucket: BUCKET, Key: 'zipped' }));
    expect(head.ContentEncoding).toBe('gzip');
  });

  test('several objects are deleted at once, missing ones included', async () => {
    const s3 = await startS3();
    const keys = ['d1', 'd 2&', ' d3 '];
    for (const key of keys) await put(s3, key, key);
    const Objects = [...keys, 'none'].map((Key) => ({ Key }));
    const { Deleted } = await s3.client.send(new DeleteObjectsCommand({ Bucket: BUCKET, Delete: { Objects } }));
    expect(Deleted).toHaveLength(4);
    for (const key of keys) await expectRefusal(get(s3, key), 404, 'NoSuchKey');
  });
});

test('a copy takes content and headers along', async () => {
  const s3 = await startS3();
  await put(s3, 'src x.txt', 'hello', { ContentType: 'text/plain' });
  const copy = (Key: string, source: string) =>
    s3.client.send(new CopyObjectCommand({ Bucket: BUCKET, Key, CopySource: `${BUCKET}/${source}` }));
  await copy('dst.txt', 'src%20x.txt');
  expect(await get(s3, 'dst.txt')).toMatchObject({ ContentType: 'text/plain' });
  await expectRefusal(copy('dst.txt', 'dst.txt'), 400, 'InvalidRequest');
  await expectRefusal(copy('dst.txt', 'none'), 404, 'NoSuchKey');
  await s3.client.send(new DeleteObjectCommand({ Bucket: BUCKET, Key: 'src x.txt' }));
  expect(await text(s3, 'dst.txt')).toBe('hello');
});

test('a copy costs no bytes, and stays when what it was copied from goes or is overwritten', async () => {
  const s3 = await startS3();
  const bytes = randomBytes(MB);
  const copy = (Key: string, source: string) =>
    s3.client.send(new CopyObjectCommand({ Bucket: BUCKET, Key, CopySource: `${BUCKET}/${source}` }));
  const blobs = async () => {
    const names = await readdir(join(s3.dir, 'blobs'));
    return Promise.all(names.map((name) => stat(join(s3.dir, 'blobs', name))));
  };
  const { ETag } = await put(s3, 'first', bytes);
  const { CopyObjectResult } = await copy('second', 'first');
  expect(CopyObjectResult?.ETag).toBe(ETag);
  const stored = await blobs();
  expect(stored).toHaveLength(2);
  expect(new Set(stored.map(({ ino }) => ino)).size).toBe(1);
  await put(s3, 'first', 'another');
  expect(await content(s3, 'second')).toEqual(bytes);
  await copy('third', 'second');
  await s3.client.send(new DeleteObjectCommand({ Bucket: BUCKET, Key: 'second' }));
  expect(await content(s3, 'third')).toEqual(bytes);
});

test('a reader of an object that is overwritten or deleted reads on to its end', async () => {
  const s3 = await startS3();
  const bytes = randomBytes(20 * MB);
  await put(s3, 'contested', bytes);
  const first = await get(s3, 'contested');
  await put(s3, 'contested', 'new');
  await s3.client.send(new DeleteObjectCommand({ Bucket: BUCKET, Key: 'contested' }));
  expect(md5((await first.Body?.transformToByteArray()) ?? '')).toBe(md5(bytes));
});

test('a bucket is created once, and found', async () => {
  const s3 = await startS3();
  await s3.client.send(new CreateBucketCommand({ Bucket: 'another' }));
  await put(s3, 'x', 'x', { Bucket: 'another' });
  await s3.client.send(new CreateBucketCommand({ Bucket: 'another' }));
  await s3.client.send(new HeadBucketCommand({ Bucket: 'another' }));
  expect((await get(s3, 'x', { Bucket: 'another' })).ContentLength).toBe(1);
  await expectRefusal(s3.client.send(new HeadBucketCommand({ Bucket: 'none' })), 404, 'NotFound');
  await expectRefusal(get(s3, 'x', { Bucket: 'none' }), 404, 'NoSuchBucket');
  await expectRefusal(put(s3, 'x', 'x', { Bucket: 'none' }), 404, 'NoSuchBucket');
  await expectRefusal(s3.client.send(new CreateBucketCommand({ Bucket: 'No_Good' })), 400, 'InvalidBucketName');
});

test('a key longer than 1,024 bytes is refused', async () => {
  const s3 = await startS3();
  await put(s3, 'k'.repeat(1024), 'x');
  await expectRefusal(put(s3, 'k'.repeat(1025), 'x'), 400, 'KeyTooLongError');
});

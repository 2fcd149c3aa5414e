import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  DeleteObjectTaggingCommand,
  GetObjectTaggingCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  PutObjectTaggingCommand,
} from '@aws-sdk/client-s3';
import { describe, expect, test } from 'vitest';
import {
  BUCKET,
  CHECKSUM_MODES,
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
} from '../../support/s3/start-s3.ts';

describe.each(CHECKSUM_MODES)('objects, with checksums %s', (mode) => {
  test('an object is put, read, described and deleted', async () => {
    const s3 = await startS3(mode);
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

  test('bodies of 30 MB come back whole, from memory, from a file and from a stream', async () => {
    const s3 = await startS3(mode);
    const bytes = randomBytes(30 * MB);
    const file = join(await temporaryDir(), 'body');
    await writeFile(file, bytes);
    const pieces = Array.from({ length: 30 }, (_, i) => bytes.subarray(i * MB, (i + 1) * MB));
    await put(s3, 'memory', bytes);
    await put(s3, 'file', createReadStream(file));
    await put(s3, 'stream', Readable.from(pieces), { ContentLength: bytes.length });
    for (const key of ['memory', 'file', 'stream'])
      expect([key, md5(await content(s3, key))]).toEqual([key, md5(bytes)]);
  });

  test('an empty object is an object', async () => {
    const s3 = await startS3(mode);
    await put(s3, 'empty', Buffer.alloc(0));
    expect(await content(s3, 'empty')).toHaveLength(0);
    const head = await s3.client.send(new HeadObjectCommand({ Bucket: BUCKET, Key: 'empty' }));
    expect(head.ContentLength).toBe(0);
  });

  test('keys may hold any characters', async () => {
    const s3 = await startS3(mode);
    for (const key of ODD_KEYS) await put(s3, key, key);
    for (const key of ODD_KEYS) expect(await text(s3, key)).toBe(key);
    const { Contents } = await s3.client.send(new ListObjectsV2Command({ Bucket: BUCKET }));
    expect(Contents?.map((object) => object.Key).sort()).toEqual([...ODD_KEYS].sort());
  });

  test('headers and metadata come back as they were put, without the transfer coding', async () => {
    const s3 = await startS3(mode);
    const attributes = {
      ContentType: 'image/webp',
      CacheControl: 'max-age=60',
      ContentDisposition: 'attachment; filename="a b.webp"',
      ContentLanguage: 'de',
      Metadata: { 'user-id': '42' },
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
    const s3 = await startS3(mode);
    const keys = ['d1', 'd 2&', ' d3 '];
    for (const key of keys) await put(s3, key, key);
    const Objects = [...keys, 'none'].map((Key) => ({ Key }));
    const { Deleted } = await s3.client.send(new DeleteObjectsCommand({ Bucket: BUCKET, Delete: { Objects } }));
    expect(Deleted).toHaveLength(4);
    for (const key of keys) await expectRefusal(get(s3, key), 404, 'NoSuchKey');
  });

  test('tags are kept apart from the content', async () => {
    const s3 = await startS3(mode);
    const tagsOf = async (Key: string) =>
      (await s3.client.send(new GetObjectTaggingCommand({ Bucket: BUCKET, Key }))).TagSet;
    await put(s3, 'tagged', 'body', { Tagging: 'state=tmp' });
    expect(await tagsOf('tagged')).toEqual([{ Key: 'state', Value: 'tmp' }]);
    const TagSet = [{ Key: 'k', Value: 'v & w' }];
    await s3.client.send(new PutObjectTaggingCommand({ Bucket: BUCKET, Key: 'tagged', Tagging: { TagSet } }));
    expect(await tagsOf('tagged')).toEqual(TagSet);
    expect(await text(s3, 'tagged')).toBe('body');
    await s3.client.send(new DeleteObjectTaggingCommand({ Bucket: BUCKET, Key: 'tagged' }));
    expect(await tagsOf('tagged')).toEqual([]);
    expect(await text(s3, 'tagged')).toBe('body');
  });
});

test('a copy takes content, headers and tags along, or has new headers', async () => {
  const s3 = await startS3();
  await put(s3, 'src x.txt', 'hello', { ContentType: 'text/plain', Metadata: { m: '1' }, Tagging: 'a=b' });
  const copy = (Key: string, source: string, more = {}) =>
    s3.client.send(new CopyObjectCommand({ Bucket: BUCKET, Key, CopySource: `${BUCKET}/${source}`, ...more }));
  await copy('dst.txt', 'src%20x.txt');
  expect(await get(s3, 'dst.txt')).toMatchObject({ ContentType: 'text/plain', Metadata: { m: '1' }, TagCount: 1 });
  await copy('dst.txt', 'dst.txt', { MetadataDirective: 'REPLACE', ContentType: 'text/html', Metadata: { m: '2' } });
  expect(await get(s3, 'dst.txt')).toMatchObject({ ContentType: 'text/html', Metadata: { m: '2' } });
  expect(await text(s3, 'dst.txt')).toBe('hello');
  await expectRefusal(copy('dst.txt', 'dst.txt'), 400, 'InvalidRequest');
  await expectRefusal(copy('dst.txt', 'none'), 404, 'NoSuchKey');
  await expectRefusal(copy('dst.txt', 'src%20x.txt', { CopySourceIfMatch: '"other"' }), 412, 'PreconditionFailed');
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

test('buckets are created once, found, listed, and deleted only when empty', async () => {
  const s3 = await startS3();
  await s3.client.send(new CreateBucketCommand({ Bucket: 'another' }));
  await s3.client.send(new CreateBucketCommand({ Bucket: 'another' }));
  await s3.client.send(new HeadBucketCommand({ Bucket: 'another' }));
  const { Buckets } = await s3.client.send(new ListBucketsCommand({}));
  expect(Buckets?.map((bucket) => bucket.Name)).toEqual(['another', BUCKET]);
  await put(s3, 'x', 'x');
  await expectRefusal(s3.client.send(new DeleteBucketCommand({ Bucket: BUCKET })), 409, 'BucketNotEmpty');
  await s3.client.send(new DeleteBucketCommand({ Bucket: 'another' }));
  await expectRefusal(s3.client.send(new HeadBucketCommand({ Bucket: 'another' })), 404, 'NotFound');
  await expectRefusal(get(s3, 'x', { Bucket: 'another' }), 404, 'NoSuchBucket');
  await expectRefusal(put(s3, 'x', 'x', { Bucket: 'another' }), 404, 'NoSuchBucket');
  await expectRefusal(s3.client.send(new CreateBucketCommand({ Bucket: 'No_Good' })), 400, 'InvalidBucketName');
});

test('a key longer than 1,024 bytes and metadata above 2 KB are refused', async () => {
  const s3 = await startS3();
  await put(s3, 'k'.repeat(1024), 'x');
  await expectRefusal(put(s3, 'k'.repeat(1025), 'x'), 400, 'KeyTooLongError');
  await expectRefusal(put(s3, 'm', 'x', { Metadata: { m: 'x'.repeat(2048) } }), 400, 'MetadataTooLarge');
});

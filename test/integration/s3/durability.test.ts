import { readdirSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import {
  CompleteMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  PutBucketCorsCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { expect, test } from 'vitest';
import { isTried } from '#test/support/depth.ts';
import { patiently } from '#test/support/patiently.ts';
import {
  BUCKET,
  type ChildS3,
  content,
  expectRefusal,
  get,
  MB,
  md5,
  ONE_KB,
  put,
  s3Client,
  startChildS3,
  startS3,
  temporaryDir,
  text,
} from '#test/support/s3/start-s3.ts';

async function startChildWithBucket(dir: string): Promise<ChildS3> {
  const s3 = await startChildS3(dir);
  await s3.client.send(new CreateBucketCommand({ Bucket: BUCKET }));
  return s3;
}

/** A PUT of `size` bytes that sends only the beginning; answers once the server has some of it on disk. */
async function beginUpload(
  s3: { endpoint: string },
  dir: string,
  key: string,
  size: number,
): Promise<{ abort(): void }> {
  const client = s3Client(s3.endpoint);
  const url = await getSignedUrl(client, new PutObjectCommand({ Bucket: BUCKET, Key: key }));
  client.destroy();
  const before = readdirSync(join(dir, 'blobs')).length;
  const upload = request(url, { method: 'PUT', headers: { 'content-length': size } });
  upload.on('error', () => {});
  upload.write(Buffer.alloc(size / 2));
  await patiently(() => expect(readdirSync(join(dir, 'blobs')).length).toBeGreaterThan(before));
  return { abort: () => void upload.destroy() };
}

test('everything that was acknowledged is there after kill -9, in the same state', async () => {
  const dir = await temporaryDir();
  const first = await startChildWithBucket(dir);
  const CORSRules = [{ AllowedOrigins: ['*'], AllowedMethods: ['GET'] }];
  await first.client.send(new PutBucketCorsCommand({ Bucket: BUCKET, CORSConfiguration: { CORSRules } }));
  await put(first, 'm', ONE_KB, { ContentType: 'image/webp' });
  await put(first, 'overwritten', 'one');
  await put(first, 'overwritten', 'two');
  const at = { Bucket: BUCKET, Key: 'mp' };
  const { UploadId } = await first.client.send(new CreateMultipartUploadCommand(at));
  const { ETag } = await first.client.send(new UploadPartCommand({ ...at, UploadId, PartNumber: 1, Body: ONE_KB }));
  await first.kill();

  const second = await startChildS3(dir);
  expect(await get(second, 'm')).toMatchObject({ ContentType: 'image/webp' });
  expect(await content(second, 'm')).toEqual(ONE_KB);
  expect(await text(second, 'overwritten')).toBe('two');
  const preflight = { origin: 'http://a.test', 'access-control-request-method': 'GET' };
  expect((await fetch(`${second.endpoint}/${BUCKET}/m`, { method: 'OPTIONS', headers: preflight })).status).toBe(200);
  const MultipartUpload = { Parts: [{ PartNumber: 1, ETag }] };
  await second.client.send(new CompleteMultipartUploadCommand({ ...at, UploadId, MultipartUpload }));
  expect(await content(second, 'mp')).toEqual(ONE_KB);
});

test('a put that kill -9 cuts short leaves the old object and no debris', async () => {
  const dir = await temporaryDir();
  const first = await startChildWithBucket(dir);
  await put(first, 'k', 'old');
  await beginUpload(first, dir, 'k', 8 * MB);
  await beginUpload(first, dir, 'new', 8 * MB);
  await first.kill();
  const second = await startChildS3(dir);
  expect(await text(second, 'k')).toBe('old');
  await expectRefusal(get(second, 'new'), 404, 'NoSuchKey');
  expect(readdirSync(join(dir, 'blobs'))).toHaveLength(1);
});

test('killed at any moment while it is written to, it has each object whole, and all that were acknowledged', async () => {
  const dir = await temporaryDir();
  await (await startChildWithBucket(dir)).kill();
  const acknowledged = new Map<string, number>();
  const bodyOf = (key: string, version: number) => Buffer.alloc(50_000, `${key} version ${version} `);
  for (const puts of [1, 10, 30, 60].filter((_, at) => isTried(at + 1, 3))) {
    let written = 0;
    const s3 = await startChildS3(dir);
    const write = async (_: unknown, writer: number) => {
      const key = `k${writer}`;
      for (let version = (acknowledged.get(key) ?? 0) + 1; ; version += 1) {
        await put(s3, key, bodyOf(key, version));
        acknowledged.set(key, version);
        written += 1;
      }
    };
    const ended = Promise.allSettled(Array.from({ length: 6 }, write));
    await patiently(() => expect(written).toBeGreaterThanOrEqual(puts));
    await s3.kill();
    await ended;

    const after = await startChildS3(dir);
    const { Contents = [] } = await after.client.send(new ListObjectsV2Command({ Bucket: BUCKET }));
    for (const [key, version] of acknowledged) {
      const found = md5(await content(after, key));
      // The put that was under way may have taken effect though its answer was lost.
      const allowed = [version, version + 1].map((one) => md5(bodyOf(key, one)));
      expect(allowed).toContain(found);
      acknowledged.set(key, version + allowed.indexOf(found));
    }
    expect(readdirSync(join(dir, 'blobs'))).toHaveLength(Contents.length);
    await after.kill();
  }
  expect(acknowledged.size).toBe(6);
});

test('what a killed process can leave half done is put right at the next start', async () => {
  const dir = await temporaryDir();
  const first = await startChildWithBucket(dir);
  await put(first, 'k', ONE_KB);
  await first.kill();
  const bucket = join(dir, 'buckets', BUCKET);
  // A blob without a record, a record before its rename, a bucket before its own record, an upload after its end.
  await writeFile(join(dir, 'blobs', 'orphan'), 'x');
  await writeFile(join(bucket, 'objects', `${'0'.repeat(64)}.json.unfinished`), '{"key":');
  await mkdir(join(dir, 'buckets', 'halfmade', 'objects'), { recursive: true });
  await mkdir(join(bucket, 'uploads', 'ended'));
  await writeFile(join(bucket, 'uploads', 'ended', '1.json'), '{}');

  const second = await startChildS3(dir);
  const { Contents } = await second.client.send(new ListObjectsV2Command({ Bucket: BUCKET }));
  expect(Contents?.map((object) => object.Key)).toEqual(['k']);
  expect(await content(second, 'k')).toEqual(ONE_KB);
  await expectRefusal(second.client.send(new HeadBucketCommand({ Bucket: 'halfmade' })), 404);
  expect(readdirSync(join(dir, 'blobs'))).toHaveLength(1);
  expect(readdirSync(join(bucket, 'objects'))).toHaveLength(1);
  expect(readdirSync(join(bucket, 'uploads'))).toEqual([]);
});

test('a completion cut off after its object appeared keeps the object and forgets the upload', async () => {
  const dir = await temporaryDir();
  const first = await startChildWithBucket(dir);
  const at = { Bucket: BUCKET, Key: 'mp' };
  const { UploadId = '' } = await first.client.send(new CreateMultipartUploadCommand(at));
  const { ETag } = await first.client.send(new UploadPartCommand({ ...at, UploadId, PartNumber: 1, Body: ONE_KB }));
  const [blob = ''] = readdirSync(join(dir, 'blobs'));
  const MultipartUpload = { Parts: [{ PartNumber: 1, ETag }] };
  await first.client.send(new CompleteMultipartUploadCommand({ ...at, UploadId, MultipartUpload }));
  await first.kill();
  // As it is on disk between the two steps: the object's record is there, the upload's still is.
  const folder = join(dir, 'buckets', BUCKET, 'uploads', UploadId);
  await mkdir(folder);
  await writeFile(join(folder, 'upload.json'), JSON.stringify({ id: UploadId, key: 'mp', initiated: 0, headers: {} }));
  await writeFile(join(folder, '1.json'), JSON.stringify({ number: 1, blob, size: 1024, etag: '', modified: 0 }));

  const second = await startChildS3(dir);
  expect(await content(second, 'mp')).toEqual(ONE_KB);
  const again = await second.client.send(new CompleteMultipartUploadCommand({ ...at, UploadId, MultipartUpload }));
  expect(again.ETag).toMatch(/-1"$/);
  expect(readdirSync(join(dir, 'buckets', BUCKET, 'uploads'))).toEqual([]);
});

test('a client that goes away in the middle of an overwrite leaves the old object', async () => {
  const s3 = await startS3();
  await put(s3, 'k', 'old');
  const upload = await beginUpload(s3, s3.dir, 'k', 8 * MB);
  upload.abort();
  await patiently(() => expect(readdirSync(join(s3.dir, 'blobs'))).toHaveLength(1));
  expect(await text(s3, 'k')).toBe('old');
});

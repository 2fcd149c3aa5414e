import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  CreateBucketCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { expect, test } from 'vitest';
import { isWhole } from '#test/support/depth.ts';
import { patiently } from '#test/support/patiently.ts';
import { BUCKET, type ChildS3, get, MB, put, startChildS3, temporaryDir } from '#test/support/s3/start-s3.ts';

const SIZE = (isWhole ? 200 : 100) * MB;
/** Less than one object: none is held as a whole. */
const MAX_GROWTH = 0.75 * SIZE;
const MAX_RSS = (isWhole ? 250 : 200) * MB;

/** Bytes of that size that differ everywhere, without holding them. */
function* bytes(): Generator<Buffer> {
  const block = createHash('sha512').update('block').digest();
  for (let index = 0; index < SIZE / MB; index += 1) {
    const megabyte = Buffer.alloc(MB, block);
    megabyte.writeUInt32BE(index);
    yield megabyte;
  }
}

async function hashOf(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of source) hash.update(chunk);
  return hash.digest('hex');
}

async function startWithBucket(): Promise<ChildS3> {
  const s3 = await startChildS3(await temporaryDir());
  await s3.client.send(new CreateBucketCommand({ Bucket: BUCKET }));
  return s3;
}

const expected = await hashOf(bytes());

async function downloaded(s3: ChildS3, key: string): Promise<string> {
  return hashOf((await get(s3, key)).Body as Readable);
}

test(`${SIZE / MB} MB go up in parts or in one, are copied, and come down intact, in bounded memory`, async () => {
  const s3 = await startWithBucket();
  await put(s3, 'warm-up', Buffer.alloc(MB));
  const { peakRss: before } = await s3.usage();
  const params = { Bucket: BUCKET, Key: 'parts', Body: Readable.from(bytes(), { objectMode: false }) };
  await new Upload({ client: s3.client, params, partSize: 8 * MB, queueSize: 4 }).done();
  expect(await downloaded(s3, 'parts')).toBe(expected);
  await s3.client.send(
    new PutObjectCommand({
      Bucket: BUCKET,
      Key: 'single',
      Body: Readable.from(bytes(), { objectMode: false }),
      ContentLength: SIZE,
    }),
  );
  expect(await downloaded(s3, 'single')).toBe(expected);
  await s3.client.send(new CopyObjectCommand({ Bucket: BUCKET, Key: 'copy', CopySource: `${BUCKET}/parts` }));
  expect((await get(s3, 'copy', { Range: 'bytes=-1' })).ContentRange).toBe(`bytes ${SIZE - 1}-${SIZE - 1}/${SIZE}`);
  const { peakRss } = await s3.usage();
  expect(peakRss).toBeLessThan(MAX_RSS);
  expect(peakRss - before).toBeLessThan(MAX_GROWTH);
});

test('a slow reader has up the file and not the memory, and readers that leave close their files', async () => {
  const s3 = await startWithBucket();
  const Body = Readable.from(bytes(), { objectMode: false });
  await s3.client.send(new PutObjectCommand({ Bucket: BUCKET, Key: 'large', Body, ContentLength: SIZE }));
  const url = await getSignedUrl(s3.client, new GetObjectCommand({ Bucket: BUCKET, Key: 'large' }));
  const before = await s3.usage();
  for (let round = 0; round < 5; round += 1) {
    const open = async () => {
      const { body } = await fetch(url);
      const reader = body?.getReader();
      expect((await reader?.read())?.value?.length).toBeGreaterThan(0);
      return reader;
    };
    const readers = await Promise.all(Array.from({ length: 10 }, open));
    const during = await s3.usage();
    expect(during.openFiles).toBeGreaterThanOrEqual(before.openFiles + 10);
    await Promise.all(readers.map((reader) => reader?.cancel()));
  }
  await patiently(async () => expect((await s3.usage()).openFiles).toBeLessThan(before.openFiles + 10));
  expect((await s3.usage()).peakRss - before.peakRss).toBeLessThan(MAX_GROWTH);
});

const SMALL_OBJECTS = isWhole ? 500 : 150;
test(`${SMALL_OBJECTS} small objects, eight at a time, are all there`, async () => {
  const s3 = await startWithBucket();
  let next = 0;
  const writer = async () => {
    while (next < SMALL_OBJECTS) await put(s3, `small/${next++}`, 'x');
  };
  await Promise.all(Array.from({ length: 8 }, writer));
  const { KeyCount } = await s3.client.send(new ListObjectsV2Command({ Bucket: BUCKET, Prefix: 'small/' }));
  expect(KeyCount).toBe(SMALL_OBJECTS);
});

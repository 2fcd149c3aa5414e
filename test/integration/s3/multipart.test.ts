import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  type CreateMultipartUploadCommandInput,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { describe, expect, test } from 'vitest';
import { patiently } from '#test/support/patiently.ts';
import {
  BUCKET,
  content,
  expectRefusal,
  get,
  MB,
  md5,
  ONE_KB,
  put,
  startS3,
  type TestS3,
  text,
} from '#test/support/s3/start-s3.ts';

const BYTES = randomBytes(12 * MB);

async function begin(s3: TestS3, Key: string, more: Partial<CreateMultipartUploadCommandInput> = {}): Promise<string> {
  const { UploadId = '' } = await s3.client.send(new CreateMultipartUploadCommand({ Bucket: BUCKET, Key, ...more }));
  return UploadId;
}

async function sendPart(
  s3: TestS3,
  Key: string,
  UploadId: string,
  PartNumber: number,
  Body: Buffer,
): Promise<CompletedPart> {
  const { ETag } = await s3.client.send(new UploadPartCommand({ Bucket: BUCKET, Key, UploadId, PartNumber, Body }));
  return { PartNumber, ETag };
}

function complete(s3: TestS3, Key: string, UploadId: string, Parts: CompletedPart[]) {
  const MultipartUpload = { Parts };
  return s3.client.send(new CompleteMultipartUploadCommand({ Bucket: BUCKET, Key, UploadId, MultipartUpload }));
}

function blobsOf(s3: TestS3): string[] {
  return readdirSync(join(s3.dir, 'blobs'));
}

describe('multipart uploads', () => {
  test('parts that arrive in any order become one object with the entity tag of its parts', async () => {
    const s3 = await startS3();
    const id = await begin(s3, 'mp', { ContentType: 'video/mp4' });
    const cut = [BYTES.subarray(0, 5 * MB), BYTES.subarray(5 * MB, 10 * MB), BYTES.subarray(10 * MB)];
    const third = await sendPart(s3, 'mp', id, 30, cut[2] ?? ONE_KB);
    const first = await sendPart(s3, 'mp', id, 1, cut[0] ?? ONE_KB);
    const second = await sendPart(s3, 'mp', id, 2, cut[1] ?? ONE_KB);
    await expectRefusal(get(s3, 'mp'), 404, 'NoSuchKey');
    const { ETag } = await complete(s3, 'mp', id, [first, second, third]);
    expect(ETag).toBe(`"${md5(Buffer.concat(cut.map((part) => Buffer.from(md5(part), 'hex'))))}-3"`);
    expect(md5(await content(s3, 'mp'))).toBe(md5(BYTES));
    const head = await s3.client.send(new HeadObjectCommand({ Bucket: BUCKET, Key: 'mp' }));
    expect(head).toMatchObject({ ContentLength: 12 * MB, ContentType: 'video/mp4', ETag });
  });

  test('lib-storage uploads a buffer in parts', async () => {
    const s3 = await startS3();
    const params = { Bucket: BUCKET, Key: 'lib', Body: BYTES };
    await new Upload({ client: s3.client, params, partSize: 5 * MB }).done();
    expect(md5(await content(s3, 'lib'))).toBe(md5(BYTES));
  });
});

test('a range may span parts', async () => {
  const s3 = await startS3();
  const params = { Bucket: BUCKET, Key: 'spanned', Body: BYTES };
  await new Upload({ client: s3.client, params, partSize: 5 * MB }).done();
  for (const [start, end] of [
    [5 * MB - 2, 5 * MB + 1],
    [5 * MB - 1, 10 * MB],
    [10 * MB, 12 * MB - 1],
    [0, 12 * MB - 1],
  ] as const) {
    const part = await content(s3, 'spanned', { Range: `bytes=${start}-${end}` });
    expect(md5(part)).toBe(md5(BYTES.subarray(start, end + 1)));
  }
});

test('an upload is listed until it is aborted, and then nothing is left', async () => {
  const s3 = await startS3();
  const id = await begin(s3, 'ab');
  for (const number of [1, 2, 3]) await sendPart(s3, 'ab', id, number, ONE_KB);
  const list = () => s3.client.send(new ListMultipartUploadsCommand({ Bucket: BUCKET }));
  expect((await list()).Uploads?.map((upload) => [upload.Key, upload.UploadId])).toEqual([['ab', id]]);

  await s3.client.send(new AbortMultipartUploadCommand({ Bucket: BUCKET, Key: 'ab', UploadId: id }));
  await expectRefusal(sendPart(s3, 'ab', id, 4, ONE_KB), 404, 'NoSuchUpload');
  expect((await list()).Uploads).toBeUndefined();
  await patiently(() => expect(blobsOf(s3)).toEqual([]));
});

test('a reader of an object that is overwritten reads on through parts it has not come to yet', async () => {
  const s3 = await startS3();
  const body = randomBytes(24 * MB);
  await new Upload({
    client: s3.client,
    params: { Bucket: BUCKET, Key: 'read', Body: body },
    partSize: 8 * MB,
  }).done();
  const reading = await get(s3, 'read');
  await put(s3, 'read', 'new');
  expect(md5((await reading.Body?.transformToByteArray()) ?? '')).toBe(md5(body));
  await patiently(() => expect(blobsOf(s3)).toHaveLength(1));
});

test('a part sent again replaces the first, and parts left out are thrown away', async () => {
  const s3 = await startS3();
  const id = await begin(s3, 'again');
  const stale = await sendPart(s3, 'again', id, 1, Buffer.from('stale'));
  const fresh = await sendPart(s3, 'again', id, 1, Buffer.from('fresh'));
  await sendPart(s3, 'again', id, 2, Buffer.from('unused'));
  await expectRefusal(complete(s3, 'again', id, [stale]), 400, 'InvalidPart');
  await complete(s3, 'again', id, [fresh]);
  expect(await text(s3, 'again')).toBe('fresh');
  await patiently(() => expect(blobsOf(s3)).toHaveLength(1));
});

test('a list of parts that is wrong, out of order or too small is refused and spoils nothing', async () => {
  const s3 = await startS3();
  const id = await begin(s3, 'bad');
  const small = await sendPart(s3, 'bad', id, 1, ONE_KB);
  const large = await sendPart(s3, 'bad', id, 2, BYTES.subarray(0, 5 * MB));
  const last = await sendPart(s3, 'bad', id, 3, ONE_KB);
  await expectRefusal(complete(s3, 'bad', id, [small, last]), 400, 'EntityTooSmall');
  await expectRefusal(complete(s3, 'bad', id, [last, large]), 400, 'InvalidPartOrder');
  await expectRefusal(complete(s3, 'bad', id, [large, { ...large, PartNumber: 7 }]), 400, 'InvalidPart');
  await expectRefusal(complete(s3, 'bad', id, []), 400, 'MalformedXML');
  await expectRefusal(complete(s3, 'other', id, [last]), 404, 'NoSuchUpload');
  await expectRefusal(sendPart(s3, 'bad', id, 10_001, ONE_KB), 400, 'InvalidArgument');
  await complete(s3, 'bad', id, [large, last]);
  expect(await content(s3, 'bad')).toHaveLength(5 * MB + 1024);
});

test('a completion whose answer was lost may be repeated', async () => {
  const s3 = await startS3();
  const id = await begin(s3, 'twice');
  const part = await sendPart(s3, 'twice', id, 1, ONE_KB);
  const first = await complete(s3, 'twice', id, [part]);
  const second = await complete(s3, 'twice', id, [part]);
  expect(second.ETag).toBe(first.ETag);
  await put(s3, 'twice', 'something else');
  await expectRefusal(complete(s3, 'twice', id, [part]), 404, 'NoSuchUpload');
  expect(await text(s3, 'twice')).toBe('something else');
});

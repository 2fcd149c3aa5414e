import { DeleteObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import { describe, expect, test } from 'vitest';
import { BUCKET, expectRefusal, get, ONE_KB, put, startS3, text } from '#test/support/s3/start-s3.ts';

describe('ranges', () => {
  test.each([
    ['bytes=0-99', 0, 99],
    ['bytes=0-0', 0, 0],
    ['bytes=0-', 0, 1023],
    ['bytes=500-599', 500, 599],
    ['bytes=1000-', 1000, 1023],
    ['bytes=1000-5000', 1000, 1023],
    ['bytes=-24', 1000, 1023],
    ['bytes=-5000', 0, 1023],
  ])('%s answers bytes %i to %i', async (Range, start, end) => {
    const s3 = await startS3();
    await put(s3, 'r.bin', ONE_KB);
    const part = await get(s3, 'r.bin', { Range });
    expect(part.$metadata.httpStatusCode).toBe(206);
    expect(part.ContentRange).toBe(`bytes ${start}-${end}/1024`);
    expect(Buffer.from((await part.Body?.transformToByteArray()) ?? [])).toEqual(ONE_KB.subarray(start, end + 1));
    const head = await s3.client.send(new HeadObjectCommand({ Bucket: BUCKET, Key: 'r.bin', Range }));
    expect(head.ContentLength).toBe(end - start + 1);
  });

  test('a range with nothing in it is 416', async () => {
    const s3 = await startS3();
    await put(s3, 'r.bin', ONE_KB);
    await put(s3, 'empty', Buffer.alloc(0));
    await expectRefusal(get(s3, 'r.bin', { Range: 'bytes=1024-' }), 416, 'InvalidRange');
    await expectRefusal(get(s3, 'r.bin', { Range: 'bytes=-0' }), 416, 'InvalidRange');
    await expectRefusal(get(s3, 'empty', { Range: 'bytes=0-' }), 416, 'InvalidRange');
  });

  test.each(['bytes=5-2', 'bytes=0-1,5-6', 'lines=1-2', 'bytes=-'])(
    '%s is not a range: the whole object',
    async (Range) => {
      const s3 = await startS3();
      await put(s3, 'r.bin', ONE_KB);
      const { $metadata, ContentLength } = await get(s3, 'r.bin', { Range });
      expect([$metadata.httpStatusCode, ContentLength]).toEqual([200, 1024]);
    },
  );
});

describe('conditional reads', () => {
  test('If-Match and If-None-Match compare the entity tag', async () => {
    const s3 = await startS3();
    const { ETag } = await put(s3, 'c', 'x');
    const head = (more: object) => s3.client.send(new HeadObjectCommand({ Bucket: BUCKET, Key: 'c', ...more }));
    await get(s3, 'c', { IfMatch: ETag });
    await get(s3, 'c', { IfNoneMatch: '"other"' });
    await expectRefusal(get(s3, 'c', { IfMatch: '"other"' }), 412, 'PreconditionFailed');
    await expectRefusal(get(s3, 'c', { IfNoneMatch: ETag }), 304);
    await expectRefusal(head({ IfNoneMatch: `"a", ${ETag}` }), 304);
    await expectRefusal(head({ IfMatch: '"other"' }), 412);
  });

  test('dates decide where no entity tag does', async () => {
    const s3 = await startS3();
    const { ETag } = await put(s3, 'c', 'x');
    const { LastModified } = await get(s3, 'c');
    const earlier = new Date((LastModified?.getTime() ?? 0) - 1000);
    await expectRefusal(get(s3, 'c', { IfModifiedSince: LastModified }), 304);
    await get(s3, 'c', { IfModifiedSince: earlier });
    await get(s3, 'c', { IfUnmodifiedSince: LastModified });
    await expectRefusal(get(s3, 'c', { IfUnmodifiedSince: earlier }), 412, 'PreconditionFailed');
    await get(s3, 'c', { IfMatch: ETag, IfUnmodifiedSince: earlier });
    await get(s3, 'c', { IfNoneMatch: '"other"', IfModifiedSince: LastModified });
  });
});

test('a condition of a write is refused, and nothing is written', async () => {
  const s3 = await startS3();
  const { ETag } = await put(s3, 'k', 'old');
  await expectRefusal(put(s3, 'k', 'new', { IfNoneMatch: '*' }), 501, 'NotImplemented');
  await expectRefusal(put(s3, 'k', 'new', { IfMatch: ETag }), 501, 'NotImplemented');
  const remove = new DeleteObjectCommand({ Bucket: BUCKET, Key: 'k', IfMatch: ETag });
  await expectRefusal(s3.client.send(remove), 501, 'NotImplemented');
  expect(await text(s3, 'k')).toBe('old');
});

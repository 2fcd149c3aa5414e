import { DeleteObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import { describe, expect, test } from 'vitest';
import { BUCKET, content, expectRefusal, get, ONE_KB, put, startS3, text } from '../../support/s3/start-s3.ts';

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
    '%s is no range: the whole object',
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

describe('conditional writes', () => {
  test('If-None-Match: * creates and never overwrites', async () => {
    const s3 = await startS3();
    await put(s3, 'once', 'one', { IfNoneMatch: '*' });
    await expectRefusal(put(s3, 'once', 'two', { IfNoneMatch: '*' }), 412, 'PreconditionFailed');
    expect(await text(s3, 'once')).toBe('one');
    await s3.client.send(new DeleteObjectCommand({ Bucket: BUCKET, Key: 'once' }));
    await put(s3, 'once', 'three', { IfNoneMatch: '*' });
    await expectRefusal(put(s3, 'once', 'four', { IfNoneMatch: '"tag"' }), 501, 'NotImplemented');
  });

  test('of 20 puts at once that all want to be first, exactly one is', async () => {
    const s3 = await startS3();
    const bodies = Array.from({ length: 20 }, (_, i) => Buffer.alloc(300_000, i));
    const outcomes = await Promise.allSettled(bodies.map((body) => put(s3, 'race', body, { IfNoneMatch: '*' })));
    const winners = bodies.filter((_, i) => outcomes[i]?.status === 'fulfilled');
    expect(winners).toHaveLength(1);
    expect(await content(s3, 'race')).toEqual(winners[0]);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ name: 'PreconditionFailed' });
    }
  });

  test('If-Match overwrites only what the writer has seen', async () => {
    const s3 = await startS3();
    const { ETag } = await put(s3, 'cas', 'one');
    await expectRefusal(put(s3, 'cas', 'wrong', { IfMatch: '"other"' }), 412, 'PreconditionFailed');
    await put(s3, 'cas', 'two', { IfMatch: ETag });
    await expectRefusal(put(s3, 'cas', 'late', { IfMatch: ETag }), 412, 'PreconditionFailed');
    expect(await text(s3, 'cas')).toBe('two');
    await expectRefusal(put(s3, 'none', 'x', { IfMatch: ETag }), 404, 'NoSuchKey');
  });

  test('of 20 writers at once that have seen the same object, exactly one replaces it', async () => {
    const s3 = await startS3();
    const { ETag } = await put(s3, 'cas', 'start');
    const writers = Array.from({ length: 20 }, (_, i) => put(s3, 'cas', `writer ${i}`, { IfMatch: ETag }));
    const outcomes = await Promise.allSettled(writers);
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
  });

  test('If-Match on a delete spares what has changed', async () => {
    const s3 = await startS3();
    const { ETag } = await put(s3, 'd', 'one');
    const remove = (IfMatch?: string) => s3.client.send(new DeleteObjectCommand({ Bucket: BUCKET, Key: 'd', IfMatch }));
    await put(s3, 'd', 'two');
    await expectRefusal(remove(ETag), 412, 'PreconditionFailed');
    expect(await text(s3, 'd')).toBe('two');
    await remove('*');
    await expectRefusal(get(s3, 'd'), 404, 'NoSuchKey');
  });
});

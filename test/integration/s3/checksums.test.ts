import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { GetObjectCommand, type PutObjectCommandInput } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { runningCrc32, runningCrc32c, runningCrc64Nvme } from '../../../localstack/s3/crc.ts';
import { eventually } from '../../support/processes/process-tree.ts';
import { BUCKET, expectRefusal, MB, put, startS3, text } from '../../support/s3/start-s3.ts';

const sha256Of = (body: string) => createHash('sha256').update(body).digest('base64');

test.each([
  ['CRC-32', runningCrc32, 'cbf43926'],
  ['CRC-32C', runningCrc32c, 'e3069283'],
  ['CRC-64/NVME', runningCrc64Nvme, 'ae8b14860a799888'],
])('%s has the check value of its catalogue entry', (_, start, expected) => {
  const running = start();
  running.update(Buffer.from('1234'));
  running.update(Buffer.from('56789'));
  expect(running.digest().toString('hex')).toBe(expected);
});

test.each<[string, Partial<PutObjectCommandInput>, string]>([
  ['CRC32', { ChecksumCRC32: 'AAAAAA==' }, 'BadDigest'],
  ['CRC32C', { ChecksumCRC32C: 'AAAAAA==' }, 'BadDigest'],
  ['CRC64NVME', { ChecksumCRC64NVME: 'AAAAAAAAAAA=' }, 'BadDigest'],
  ['SHA-1', { ChecksumSHA1: createHash('sha1').update('other').digest('base64') }, 'BadDigest'],
  ['SHA-256', { ChecksumSHA256: sha256Of('other') }, 'BadDigest'],
  ['MD5', { ContentMD5: createHash('md5').update('other').digest('base64') }, 'BadDigest'],
  ['MD5 that is none', { ContentMD5: 'x' }, 'InvalidDigest'],
])('a body that does not match its %s is refused and the old object stays', async (_, wrong, code) => {
  const s3 = await startS3('WHEN_REQUIRED');
  await put(s3, 'kept', 'old');
  await expectRefusal(put(s3, 'kept', 'new', wrong), 400, code);
  expect(await text(s3, 'kept')).toBe('old');
  // What was refused is removed after the answer.
  await eventually('the refused body is gone', () => readdirSync(join(s3.dir, 'blobs')).length === 1);
});

test('a right checksum is kept and given back to who asks', async () => {
  const s3 = await startS3('WHEN_REQUIRED');
  const answer = await put(s3, 'sum', 'body', { ChecksumSHA256: sha256Of('body') });
  expect(answer.ChecksumSHA256).toBe(sha256Of('body'));
  const read = (more: object) => s3.client.send(new GetObjectCommand({ Bucket: BUCKET, Key: 'sum', ...more }));
  expect((await read({ ChecksumMode: 'ENABLED' })).ChecksumSHA256).toBe(sha256Of('body'));
  expect((await read({})).ChecksumSHA256).toBeUndefined();
  expect((await read({ ChecksumMode: 'ENABLED', Range: 'bytes=0-1' })).ChecksumSHA256).toBeUndefined();
});

test('several checksums at once are refused', async () => {
  const s3 = await startS3('WHEN_REQUIRED');
  const both = { ChecksumSHA256: sha256Of('x'), ChecksumCRC32: 'AAAAAA==' };
  await expectRefusal(put(s3, 'k', 'x', both), 400, 'InvalidRequest');
});

test('a refusal before a large body was read still reaches the client', async () => {
  const s3 = await startS3('WHEN_REQUIRED');
  await put(s3, 'there', 'old');
  const attempt = put(s3, 'there', Buffer.alloc(20 * MB), { IfNoneMatch: '*' });
  await expectRefusal(attempt, 412, 'PreconditionFailed');
  expect(await text(s3, 'there')).toBe('old');
});

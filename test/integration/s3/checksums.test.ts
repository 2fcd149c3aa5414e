import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { PutObjectCommandInput } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { eventually } from '#test/support/processes/process-tree.ts';
import { expectRefusal, MB, put, startS3, text } from '#test/support/s3/start-s3.ts';

test.each<[string, Partial<PutObjectCommandInput>, string]>([
  ['CRC32', { ChecksumCRC32: 'AAAAAA==' }, 'BadDigest'],
  ['MD5', { ContentMD5: createHash('md5').update('other').digest('base64') }, 'BadDigest'],
  ['MD5 that is malformed', { ContentMD5: 'x' }, 'InvalidDigest'],
])('a body that does not match its %s is refused and the old object stays', async (_, wrong, code) => {
  const s3 = await startS3();
  await put(s3, 'kept', 'old');
  await expectRefusal(put(s3, 'kept', 'new', wrong), 400, code);
  expect(await text(s3, 'kept')).toBe('old');
  // What was refused is removed after the answer.
  await eventually('the refused body is gone', () => readdirSync(join(s3.dir, 'blobs')).length === 1);
});

test('a refusal before a large body was read still reaches the client', async () => {
  const s3 = await startS3();
  await put(s3, 'there', 'old');
  const attempt = put(s3, 'there', Buffer.alloc(20 * MB), { Tagging: 'a=b' });
  await expectRefusal(attempt, 501, 'NotImplemented');
  expect(await text(s3, 'there')).toBe('old');
});

test('a body that matches its CRC32 is taken', async () => {
  const s3 = await startS3();
  // The check value of the algorithm's catalogue entry.
  await put(s3, 'sum', '123456789', { ChecksumCRC32: Buffer.from('cbf43926', 'hex').toString('base64') });
  expect(await text(s3, 'sum')).toBe('123456789');
});

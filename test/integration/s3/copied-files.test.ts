import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { bucketClient } from '#adapters/aws/clients.ts';
import { type BucketStorage, s3BucketStorage } from '#adapters/aws/storage.ts';
import { FileMissingError } from '#features/renders/ports.ts';
import { memoryFileStore } from '#test/support/fakes/file-store.ts';
import { BUCKET, startS3 } from '#test/support/s3/start-s3.ts';

let files: BucketStorage;

// The same assertions for both, so that tests of use cases can trust the store in memory.
describe.each([
  [
    'in the bucket',
    async () => {
      const { endpoint, client } = await startS3();
      const credentials = await client.config.credentials();
      return s3BucketStorage(
        bucketClient({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials }),
        BUCKET,
      );
    },
  ],
  ['in memory', async () => memoryFileStore()],
])('a file %s', (_, open) => {
  beforeEach(async () => {
    files = await open();
  });

  it('that is copied stays when the first one goes', async () => {
    const from = 'outputs/30d/acc/rn 1/a+b/é.mp4';
    await files.putBytes(from, Buffer.from('film'), 'video/mp4');
    await files.copy(from, 'outputs/30d/acc/rn 2/video.mp4');
    await files.remove(from);
    expect(Buffer.from(await files.getBytes('outputs/30d/acc/rn 2/video.mp4')).toString()).toBe('film');
  });

  it('that is missing is not copied', async () => {
    await expect(files.copy('none', 'other')).rejects.toThrow(FileMissingError);
    expect(await files.sizeOf('other')).toBeUndefined();
  });
});

it('a file from the disk arrives whole; its bytes are not hashed for the signature, and not kept', async () => {
  const { endpoint, client } = await startS3();
  const credentials = await client.config.credentials();
  const s3 = bucketClient({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
  const signed: unknown[] = [];
  const sent: Uint8Array[] = [];
  s3.middlewareStack.add(
    (next) => (args) => {
      const { headers, body } = args.request as { headers: Record<string, string>; body?: Uint8Array };
      signed.push(headers['x-amz-content-sha256']);
      if (body) sent.push(body);
      return next(args);
    },
    { step: 'deserialize' },
  );
  const folder = await mkdtemp(join(tmpdir(), 'film-'));
  try {
    const bytes = randomBytes(3 * 2 ** 20);
    await writeFile(join(folder, 'film'), bytes);
    const inBucket = s3BucketStorage(s3, BUCKET);
    expect(await inBucket.putFile('film', join(folder, 'film'), 'video/mp4')).toEqual({ size_bytes: bytes.length });
    expect(signed).toEqual(['UNSIGNED-PAYLOAD']);
    // Their memory was given back.
    expect(sent.map(({ length }) => length)).toEqual([0]);
    expect(bytes.equals(await inBucket.getBytes('film'))).toBe(true);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

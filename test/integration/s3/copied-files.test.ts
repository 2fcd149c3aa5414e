import { beforeEach, describe, expect, it } from 'vitest';
import { bucketClient } from '../../../lib/aws/clients.ts';
import { type Storage, storage } from '../../../lib/aws/storage.ts';
import { FileMissing } from '../../../lib/renders/ports.ts';
import { memoryFileStore } from '../../support/fakes/file-store.ts';
import { BUCKET, startS3 } from '../../support/s3/start-s3.ts';

let files: Storage;

// The same assertions for both, so that tests of use cases can trust the store in memory.
describe.each([
  [
    'in the bucket',
    async () => {
      const { endpoint, client } = await startS3();
      const credentials = await client.config.credentials();
      return storage(bucketClient({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials }), BUCKET);
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

  it('that is not there is not copied', async () => {
    await expect(files.copy('none', 'other')).rejects.toThrow(FileMissing);
    expect(await files.sizeOf('other')).toBeUndefined();
  });
});

import { expect, it } from 'vitest';
import { emptyBucket } from '#deploy/empty-bucket.ts';

/** A bucket of S3 that shows at most a thousand objects at a time. */
function bucketOf(count: number, stubborn?: string) {
  const keys = new Set(Array.from({ length: count }, (_, place) => `outputs/${place}`));
  const s3 = async (method: string, params: { Delete?: { Objects: { Key: string }[] } }) => {
    if (method === 'listObjectsV2') return { Contents: [...keys].slice(0, 1000).map((Key) => ({ Key })) };
    const wanted = params.Delete?.Objects ?? [];
    for (const { Key } of wanted) if (Key !== stubborn) keys.delete(Key);
    return wanted.some(({ Key }) => Key === stubborn) ? { Errors: [{ Key: stubborn, Message: 'Access Denied' }] } : {};
  };
  return { keys, s3 };
}

it('removes all objects, however many pages there are', async () => {
  const { keys, s3 } = bucketOf(2500);

  expect(await emptyBucket(s3, 'media')).toBe(2500);
  expect(keys.size).toBe(0);
});

it('fails when an object stays', async () => {
  const { s3 } = bucketOf(3, 'outputs/1');

  await expect(emptyBucket(s3, 'media')).rejects.toThrow('media: outputs/1 is not removed: Access Denied');
});

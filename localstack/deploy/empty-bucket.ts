/** The largest number of objects that S3 removes in one call. */
const MAX_OBJECTS = 1000;

/** Calls S3. Its type names only the parts of the answer that are read here. */
export type CallS3 = (
  method: 'listObjectsV2' | 'deleteObjects',
  params: { Bucket: string; MaxKeys?: number; Delete?: { Objects: { Key: string }[]; Quiet: boolean } },
) => Promise<{ Contents?: { Key: string }[]; Errors?: { Key?: string | undefined; Message?: string }[] }>;

/**
 * Removes all objects of a bucket: CloudFormation removes only an empty bucket. Unfinished uploads do not count. If this is
 * interrupted, the removed objects stay removed, and the next call continues with the others.
 * @returns the number of removed objects
 * @throws Error for an object that S3 does not remove
 */
export async function emptyBucket(s3: CallS3, Bucket: string): Promise<number> {
  for (let removedCount = 0; ; ) {
    const { Contents = [] } = await s3('listObjectsV2', { Bucket, MaxKeys: MAX_OBJECTS });
    if (Contents.length === 0) return removedCount;
    const Objects = Contents.map(({ Key }) => ({ Key }));
    const { Errors = [] } = await s3('deleteObjects', { Bucket, Delete: { Objects, Quiet: true } });
    const [firstError] = Errors;
    if (firstError) throw new Error(`${Bucket}: ${firstError.Key} is not removed: ${firstError.Message}`);
    removedCount += Contents.length;
  }
}

/** S3 removes at most this many objects by one call. */
const MOST_AT_ONCE = 1000;

/** A call of S3, and what is read of its answer. */
export type CallS3 = (
  method: 'listObjectsV2' | 'deleteObjects',
  params: { Bucket: string; MaxKeys?: number; Delete?: { Objects: { Key: string }[]; Quiet: boolean } },
) => Promise<{ Contents?: { Key: string }[]; Errors?: { Key?: string | undefined; Message?: string }[] }>;

/**
 * Removes all objects of a bucket: CloudFormation removes only a bucket that is empty. Unfinished uploads do not count. What
 * is removed stays removed when this is cut short, and is not met again.
 * @returns how many objects there were
 * @throws Error for objects that S3 does not remove
 */
export async function emptyBucket(s3: CallS3, Bucket: string): Promise<number> {
  for (let count = 0; ; ) {
    const { Contents = [] } = await s3('listObjectsV2', { Bucket, MaxKeys: MOST_AT_ONCE });
    if (Contents.length === 0) return count;
    const Objects = Contents.map(({ Key }) => ({ Key }));
    const { Errors = [] } = await s3('deleteObjects', { Bucket, Delete: { Objects, Quiet: true } });
    const [first] = Errors;
    if (first) throw new Error(`${Bucket}: ${first.Key} is not removed: ${first.Message}`);
    count += Contents.length;
  }
}

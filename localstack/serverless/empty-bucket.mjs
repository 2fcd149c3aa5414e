/** S3 removes at most this many objects by one call. */
const MOST_AT_ONCE = 1000;

/**
 * Removes all objects of a bucket: CloudFormation removes only a bucket that is empty. Unfinished uploads do not count. What
 * is removed stays removed when this is cut short, and is not met again.
 * @param {(method: string, params: object) => Promise<any>} s3 a call of S3
 * @param {string} Bucket
 * @returns {Promise<number>} how many objects there were
 * @throws Error for objects that S3 does not remove
 */
export async function emptyBucket(s3, Bucket) {
  for (let count = 0; ; ) {
    const { Contents = [] } = await s3('listObjectsV2', { Bucket, MaxKeys: MOST_AT_ONCE });
    if (Contents.length === 0) return count;
    const Objects = Contents.map(({ Key }) => ({ Key }));
    const { Errors = [] } = await s3('deleteObjects', { Bucket, Delete: { Objects, Quiet: true } });
    if (Errors.length > 0) throw new Error(`${Bucket}: ${Errors[0].Key} is not removed: ${Errors[0].Message}`);
    count += Contents.length;
  }
}

import {
  CopyObjectCommand,
  GetBucketAclCommand,
  GetObjectAclCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  ListObjectVersionsCommand,
  ListPartsCommand,
  PutBucketLifecycleConfigurationCommand,
  PutBucketNotificationConfigurationCommand,
  PutBucketPolicyCommand,
  PutBucketTaggingCommand,
  PutBucketVersioningCommand,
  PutObjectAclCommand,
  PutObjectRetentionCommand,
  PutPublicAccessBlockCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { describe, expect, test } from 'vitest';
import { BUCKET, expectRefusal, get, put, sha256, startS3, text } from '#test/support/s3/start-s3.ts';

test('a public access block and rules that are carried out are taken; others are refused', async () => {
  const { client } = await startS3();
  const PublicAccessBlockConfiguration = {
    BlockPublicAcls: true,
    IgnorePublicAcls: true,
    BlockPublicPolicy: true,
    RestrictPublicBuckets: false,
  };
  await client.send(new PutPublicAccessBlockCommand({ Bucket: BUCKET, PublicAccessBlockConfiguration }));
  const attempt = (...Rules: object[]) =>
    client.send(
      new PutBucketLifecycleConfigurationCommand({ Bucket: BUCKET, LifecycleConfiguration: { Rules: Rules as [] } }),
    );
  const rule = { ID: 'x', Status: 'Enabled', Filter: { Prefix: 'tmp/' }, Expiration: { Days: 1 } };
  await attempt(rule, {
    ID: 'y',
    Status: 'Enabled',
    Filter: { Prefix: '' },
    AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
  });
  await expectRefusal(attempt({ ...rule, Filter: { Tag: { Key: 'a', Value: 'b' } } }), 501, 'NotImplemented');
  await expectRefusal(attempt({ ...rule, Expiration: { Date: new Date(0) } }), 501, 'NotImplemented');
  await expectRefusal(attempt({ ...rule, Transitions: [{ Days: 1, StorageClass: 'GLACIER' }] }), 501, 'NotImplemented');
  await expectRefusal(attempt({ ...rule, Expiration: { Days: 0 } }), 400, 'MalformedXML');
});

describe('what is not implemented is 501 and does nothing', () => {
  test('sub-resources', async () => {
    const s3 = await startS3();
    const { client } = s3;
    await put(s3, 'k', 'content');
    const at = { Bucket: BUCKET, Key: 'k' };
    const attempts: (() => Promise<unknown>)[] = [
      () =>
        client.send(new PutBucketVersioningCommand({ Bucket: BUCKET, VersioningConfiguration: { Status: 'Enabled' } })),
      () =>
        client.send(new PutBucketNotificationConfigurationCommand({ Bucket: BUCKET, NotificationConfiguration: {} })),
      () => client.send(new PutBucketPolicyCommand({ Bucket: BUCKET, Policy: '{}' })),
      () => client.send(new PutBucketTaggingCommand({ Bucket: BUCKET, Tagging: { TagSet: [] } })),
      () => client.send(new GetBucketAclCommand({ Bucket: BUCKET })),
      () => client.send(new GetObjectTaggingCommand(at)),
      () => client.send(new ListPartsCommand({ ...at, UploadId: 'u' })),
      () => client.send(new CopyObjectCommand({ ...at, CopySource: 'a/b', MetadataDirective: 'REPLACE' })),
      () => client.send(new CopyObjectCommand({ ...at, CopySource: 'a/b', CopySourceIfMatch: '"tag"' })),
      () => client.send(new ListObjectVersionsCommand({ Bucket: BUCKET })),
      () => client.send(new GetObjectAclCommand(at)),
      () => client.send(new PutObjectAclCommand({ ...at, ACL: 'public-read' })),
      () => client.send(new PutObjectRetentionCommand({ ...at, Retention: { Mode: 'GOVERNANCE' } })),
      () => client.send(new GetObjectCommand({ ...at, VersionId: 'v1' })),
      () => client.send(new GetObjectCommand({ ...at, PartNumber: 1 })),
      () =>
        client.send(
          new UploadPartCopyCommand({
            ...at,
            UploadId: 'u',
            PartNumber: 1,
            CopySource: 'a/b',
            CopySourceRange: 'bytes=0-1',
          }),
        ),
    ];
    for (const attempt of attempts) await expectRefusal(attempt(), 501, 'NotImplemented');
    expect(await text(s3, 'k')).toBe('content');
  });

  test.each<[string, object]>([
    ['a canned ACL', { ACL: 'public-read' }],
    ['a storage class', { StorageClass: 'GLACIER' }],
    ['a KMS key', { ServerSideEncryption: 'aws:kms' }],
    ['a legal hold', { ObjectLockLegalHoldStatus: 'ON' }],
    ['a redirect', { WebsiteRedirectLocation: '/x' }],
    ['metadata', { Metadata: { a: '1' } }],
    ['tags', { Tagging: 'a=b' }],
    ['a checksum of another kind', { ChecksumSHA256: sha256('x') }],
  ])('%s', async (_, more) => {
    const s3 = await startS3();
    await expectRefusal(put(s3, 'k', 'x', more), 501, 'NotImplemented');
    await expectRefusal(get(s3, 'k'), 404, 'NoSuchKey');
  });
});

import {
  DeletePublicAccessBlockCommand,
  GetBucketAclCommand,
  GetBucketEncryptionCommand,
  GetBucketLifecycleConfigurationCommand,
  GetBucketLocationCommand,
  GetBucketVersioningCommand,
  GetObjectAclCommand,
  GetObjectCommand,
  GetPublicAccessBlockCommand,
  ListObjectVersionsCommand,
  PutBucketEncryptionCommand,
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
import { BUCKET, expectRefusal, get, put, startS3, text } from '../../support/s3/start-s3.ts';

test('a public access block is kept and returned', async () => {
  const { client } = await startS3();
  const PublicAccessBlockConfiguration = {
    BlockPublicAcls: true,
    IgnorePublicAcls: true,
    BlockPublicPolicy: true,
    RestrictPublicBuckets: false,
  };
  const read = () => client.send(new GetPublicAccessBlockCommand({ Bucket: BUCKET }));
  await expectRefusal(read(), 404, 'NoSuchPublicAccessBlockConfiguration');
  await client.send(new PutPublicAccessBlockCommand({ Bucket: BUCKET, PublicAccessBlockConfiguration }));
  expect((await read()).PublicAccessBlockConfiguration).toEqual(PublicAccessBlockConfiguration);
  await client.send(new DeletePublicAccessBlockCommand({ Bucket: BUCKET }));
  await expectRefusal(read(), 404, 'NoSuchPublicAccessBlockConfiguration');
});

test('an encryption configuration is kept and returned; without one it is that of S3', async () => {
  const { client } = await startS3();
  const read = async () => {
    const answer = await client.send(new GetBucketEncryptionCommand({ Bucket: BUCKET }));
    return answer.ServerSideEncryptionConfiguration?.Rules?.map((rule) => rule.ApplyServerSideEncryptionByDefault);
  };
  expect(await read()).toEqual([{ SSEAlgorithm: 'AES256' }]);
  const ApplyServerSideEncryptionByDefault = { SSEAlgorithm: 'aws:kms' as const, KMSMasterKeyID: 'alias/media' };
  const ServerSideEncryptionConfiguration = { Rules: [{ ApplyServerSideEncryptionByDefault }] };
  await client.send(new PutBucketEncryptionCommand({ Bucket: BUCKET, ServerSideEncryptionConfiguration }));
  expect(await read()).toEqual([ApplyServerSideEncryptionByDefault]);
});

test('lifecycle rules are kept and returned; such as would not be carried out are refused', async () => {
  const { client } = await startS3();
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
  const { Rules } = await client.send(new GetBucketLifecycleConfigurationCommand({ Bucket: BUCKET }));
  expect(Rules).toMatchObject([rule, { ID: 'y' }]);

  await expectRefusal(attempt({ ...rule, Filter: { Tag: { Key: 'a', Value: 'b' } } }), 501, 'NotImplemented');
  await expectRefusal(attempt({ ...rule, Expiration: { Date: new Date(0) } }), 501, 'NotImplemented');
  await expectRefusal(attempt({ ...rule, Transitions: [{ Days: 1, StorageClass: 'GLACIER' }] }), 501, 'NotImplemented');
  await expectRefusal(attempt({ ...rule, Expiration: { Days: 0 } }), 400, 'MalformedXML');
  expect((await client.send(new GetBucketLifecycleConfigurationCommand({ Bucket: BUCKET }))).Rules).toHaveLength(2);
});

test('location and versioning say what is so', async () => {
  const { client } = await startS3();
  expect((await client.send(new GetBucketLocationCommand({ Bucket: BUCKET }))).LocationConstraint).toBeFalsy();
  expect((await client.send(new GetBucketVersioningCommand({ Bucket: BUCKET }))).Status).toBeUndefined();
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
  ])('%s', async (_, more) => {
    const s3 = await startS3();
    await expectRefusal(put(s3, 'k', 'x', more), 501, 'NotImplemented');
    await expectRefusal(get(s3, 'k'), 404, 'NoSuchKey');
  });
});

test('what changes nothing is accepted: private, STANDARD, AES256', async () => {
  const s3 = await startS3();
  const answer = await put(s3, 'k', 'x', { ACL: 'private', StorageClass: 'STANDARD', ServerSideEncryption: 'AES256' });
  expect(answer.ServerSideEncryption).toBe('AES256');
  expect((await get(s3, 'k')).ServerSideEncryption).toBe('AES256');
});

import {
  BucketAlreadyOwnedByYou,
  CreateBucketCommand,
  HeadBucketCommand,
  type LifecycleRule,
  PutBucketCorsCommand,
  PutBucketLifecycleConfigurationCommand,
  PutPublicAccessBlockCommand,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { StackLog } from '#emulators/host/stack-log.ts';
import type { BucketResource } from './template.ts';

/** Makes a bucket if it is missing, and sets its CORS rules, lifecycle rules and public access block. */
export async function ensureBucket(s3: S3Client, bucket: BucketResource, log: StackLog): Promise<void> {
  const name = bucket.BucketName;
  if (!(await doesBucketExist(s3, name))) {
    await s3.send(new CreateBucketCommand({ Bucket: name })).catch((error: unknown) => {
      if (!(error instanceof BucketAlreadyOwnedByYou)) throw error;
    });
  }
  const {
    CorsConfiguration: cors,
    LifecycleConfiguration: lifecycle,
    PublicAccessBlockConfiguration: publicAccess,
  } = bucket;
  const setIfSupported = async (settingName: string, set: () => Promise<unknown>) => {
    try {
      await set();
    } catch (error) {
      // Some LocalStack-compatible endpoints lack this. The API works in the same way without it.
      if (!(error instanceof S3ServiceException) || error.$metadata.httpStatusCode !== 501) throw error;
      log.warn(`bucket ${name}: the endpoint has no ${settingName}`);
    }
  };
  if (cors !== undefined) {
    const CORSRules = cors.CorsRules.map(({ Id, ExposedHeaders, MaxAge, ...rule }) => ({
      ...rule,
      ID: Id,
      ExposeHeaders: ExposedHeaders,
      MaxAgeSeconds: MaxAge,
    }));
    await setIfSupported('CORS', () =>
      s3.send(new PutBucketCorsCommand({ Bucket: name, CORSConfiguration: { CORSRules } })),
    );
  }
  if (lifecycle !== undefined) {
    const LifecycleConfiguration = { Rules: lifecycle.Rules.map(lifecycleRule) };
    await setIfSupported('life cycle', () =>
      s3.send(new PutBucketLifecycleConfigurationCommand({ Bucket: name, LifecycleConfiguration })),
    );
  }
  if (publicAccess !== undefined) {
    await setIfSupported('public access block', () =>
      s3.send(new PutPublicAccessBlockCommand({ Bucket: name, PublicAccessBlockConfiguration: publicAccess })),
    );
  }
}

const lifecycleRule = (
  rule: NonNullable<BucketResource['LifecycleConfiguration']>['Rules'][number],
): LifecycleRule => ({
  ID: rule.Id,
  Status: rule.Status,
  Filter: { Prefix: rule.Prefix ?? '' },
  Expiration: rule.ExpirationInDays === undefined ? undefined : { Days: rule.ExpirationInDays },
  AbortIncompleteMultipartUpload: rule.AbortIncompleteMultipartUpload,
});

async function doesBucketExist(s3: S3Client, name: string): Promise<boolean> {
  try {
    await s3.send(new HeadBucketCommand({ Bucket: name }));
    return true;
  } catch (error) {
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return false;
    throw error;
  }
}

import { readSmallS3RequestBody } from './body.ts';
import { validateBucketCors } from './cors.ts';
import { S3Error } from './errors.ts';
import type { S3Exchange } from './exchange.ts';
import { sendEmptyS3Response } from './exchange.ts';
import { validateBucketLifecycle } from './lifecycle.ts';
import type { S3XmlElement } from './xml.ts';
import { parseS3Xml } from './xml.ts';

/** A kind of bucket sub-resource: the root element of its XML document, and the validation of that document. */
export interface BucketSubResourceKind {
  /** Name of the root element. */
  root: string;
  /** @throws S3Error for a document that is not valid */
  validate(root: S3XmlElement): void;
}

const PUBLIC_ACCESS_SETTINGS = ['BlockPublicAcls', 'IgnorePublicAcls', 'BlockPublicPolicy', 'RestrictPublicBuckets'];

/**
 * Sub-resources of a bucket that are one document each. CORS and lifecycle rules have an effect; the public access block is only
 * stored, because nothing is public here.
 */
export const BUCKET_SUB_RESOURCE_KINDS: Readonly<Record<string, BucketSubResourceKind>> = {
  cors: { root: 'CORSConfiguration', validate: validateBucketCors },
  lifecycle: { root: 'LifecycleConfiguration', validate: validateBucketLifecycle },
  publicAccessBlock: {
    root: 'PublicAccessBlockConfiguration',
    validate: (root) => {
      const isValid = root.children.every(
        ({ name, text }) => PUBLIC_ACCESS_SETTINGS.includes(name) && /^(true|false)$/i.test(text),
      );
      if (!isValid) throw new S3Error('MalformedXML');
    },
  },
};

/**
 * Sets a sub-resource of a bucket, such as its CORS or lifecycle rules.
 * @throws S3Error NoSuchBucket, MalformedXML, and NotImplemented for rules that would have no effect
 */
export async function putBucketSubResource(
  exchange: S3Exchange,
  name: string,
  kind: BucketSubResourceKind,
): Promise<void> {
  const { store, target, response } = exchange;
  // Before the body is read: throws NoSuchBucket.
  store.bucket(target.bucket);
  const xml = await readSmallS3RequestBody(exchange);
  const root = parseS3Xml(xml);
  if (root.name !== kind.root) throw new S3Error('MalformedXML');
  kind.validate(root);
  store.bucket(target.bucket).setConfiguration(name, { xml, root });
  sendEmptyS3Response(response, 200);
}

import { readDocument } from './body.ts';
import { validateCors } from './cors.ts';
import { S3Error } from './errors.ts';
import type { Exchange } from './exchange.ts';
import { sendEmpty } from './exchange.ts';
import { validateLifecycle } from './lifecycle.ts';
import type { XmlElement } from './xml.ts';
import { parseXml } from './xml.ts';

/** A kind of sub-resource. */
export interface ConfigurationKind {
  /** Name of the root element. */
  root: string;
  /** @throws S3Error for a document that is not valid */
  validate(root: XmlElement): void;
}

const PUBLIC_ACCESS_SETTINGS = ['BlockPublicAcls', 'IgnorePublicAcls', 'BlockPublicPolicy', 'RestrictPublicBuckets'];

/**
 * Sub-resources of a bucket that are one document each. CORS and lifecycle rules have an effect; the public access block is only
 * stored, because nothing is public here.
 */
export const BUCKET_CONFIGURATIONS: Readonly<Record<string, ConfigurationKind>> = {
  cors: { root: 'CORSConfiguration', validate: validateCors },
  lifecycle: { root: 'LifecycleConfiguration', validate: validateLifecycle },
  publicAccessBlock: {
    root: 'PublicAccessBlockConfiguration',
    validate: (root) => {
      const valid = root.children.every(
        ({ name, text }) => PUBLIC_ACCESS_SETTINGS.includes(name) && /^(true|false)$/i.test(text),
      );
      if (!valid) throw new S3Error('MalformedXML');
    },
  },
};

/** Sets a sub-resource. @throws S3Error NoSuchBucket, MalformedXML, and NotImplemented for rules that would have no effect */
export async function putConfiguration(exchange: Exchange, name: string, kind: ConfigurationKind): Promise<void> {
  const { store, target, response } = exchange;
  // Before the body is read: throws NoSuchBucket.
  store.bucket(target.bucket);
  const xml = await readDocument(exchange);
  const root = parseXml(xml);
  if (root.name !== kind.root) throw new S3Error('MalformedXML');
  kind.validate(root);
  store.bucket(target.bucket).setConfiguration(name, { xml, root });
  sendEmpty(response, 200);
}

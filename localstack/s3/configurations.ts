import { ownValue } from '../../lib/shared/own-value.ts';
import { readDocument } from './body.ts';
import { validateCors } from './cors.ts';
import type { S3ErrorCode } from './errors.ts';
import { S3Error } from './errors.ts';
import type { Exchange } from './exchange.ts';
import { sendDocument, sendEmpty } from './exchange.ts';
import { validateLifecycle } from './lifecycle.ts';
import type { XmlElement } from './xml.ts';
import { childrenOf, parseXml, renderXml, textOf } from './xml.ts';

interface ConfigurationKind {
  root: string;
  /** What a GET answers when there is none: an error, or the document that S3 has from the start. */
  absent: { error: S3ErrorCode } | { xml: string };
  validate(root: XmlElement): void;
}

const PUBLIC_ACCESS_SETTINGS = ['BlockPublicAcls', 'IgnorePublicAcls', 'BlockPublicPolicy', 'RestrictPublicBuckets'];

/**
 * Sub-resources of a bucket that are one document each. CORS and lifecycle rules are carried out; encryption and the
 * public access block are only kept, and change nothing here: nothing is public, and files lie as they are.
 */
export const CONFIGURATIONS: Readonly<Record<string, ConfigurationKind>> = {
  cors: { root: 'CORSConfiguration', absent: { error: 'NoSuchCORSConfiguration' }, validate: validateCors },
  lifecycle: {
    root: 'LifecycleConfiguration',
    absent: { error: 'NoSuchLifecycleConfiguration' },
    validate: validateLifecycle,
  },
  publicAccessBlock: {
    root: 'PublicAccessBlockConfiguration',
    absent: { error: 'NoSuchPublicAccessBlockConfiguration' },
    validate: (root) => {
      const valid = root.children.every(
        ({ name, text }) => PUBLIC_ACCESS_SETTINGS.includes(name) && /^(true|false)$/i.test(text),
      );
      if (!valid) throw new S3Error('MalformedXML');
    },
  },
  encryption: {
    root: 'ServerSideEncryptionConfiguration',
    absent: {
      xml: renderXml('ServerSideEncryptionConfiguration', {
        Rule: { ApplyServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' }, BucketKeyEnabled: false },
      }),
    },
    validate: (root) => {
      const defaults = childrenOf(root, 'Rule').flatMap((rule) =>
        childrenOf(rule, 'ApplyServerSideEncryptionByDefault'),
      );
      if (!defaults.length) throw new S3Error('MalformedXML');
      for (const one of defaults) {
        const algorithm = textOf(one, 'SSEAlgorithm') ?? '';
        if (!['AES256', 'aws:kms', 'aws:kms:dsse'].includes(algorithm)) throw new S3Error('MalformedXML');
      }
    },
  },
};

/** Sends the document of a sub-resource as it was put, or what S3 answers when there is none. */
export function getConfiguration({ store, target, response }: Exchange, name: string): void {
  const stored = store.bucket(target.bucket).configuration(name);
  const absent = configurationKind(name).absent;
  if (!stored && 'error' in absent) throw new S3Error(absent.error);
  sendDocument(response, 200, stored?.xml ?? ('xml' in absent ? absent.xml : ''));
}

/** Throws MalformedXML, NotImplemented. */
export async function putConfiguration(exchange: Exchange, name: string): Promise<void> {
  const { store, target, response } = exchange;
  store.bucket(target.bucket);
  const kind = configurationKind(name);
  const xml = await readDocument(exchange);
  const root = parseXml(xml);
  if (root.name !== kind.root) throw new S3Error('MalformedXML');
  kind.validate(root);
  store.bucket(target.bucket).setConfiguration(name, { xml, root });
  sendEmpty(response, 200);
}

/** Removes a sub-resource. It need not exist. */
export function deleteConfiguration({ store, target, response }: Exchange, name: string): void {
  store.bucket(target.bucket).setConfiguration(name, undefined);
  sendEmpty(response, 204);
}

function configurationKind(name: string): ConfigurationKind {
  const kind = ownValue(CONFIGURATIONS, name);
  if (!kind) throw new S3Error('NotImplemented');
  return kind;
}

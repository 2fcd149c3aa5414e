import { contentEncodings } from './body.ts';
import { S3Error } from './errors.ts';
import type { Exchange } from './exchange.ts';
import type { ObjectAttributes } from './records.ts';
import type { XmlElement, XmlValue } from './xml.ts';
import { childOf, childrenOf, parseXml, textOf } from './xml.ts';

const KEPT = [
  'cache-control',
  'content-disposition',
  'content-language',
  'content-type',
  'expires',
  'x-amz-server-side-encryption',
];
const MAX_METADATA_BYTES = 2048;
const MAX_TAGS = 10;

/** What the headers of a request say about the object it makes. Throws MetadataTooLarge, InvalidTag. */
export function attributesOf(exchange: Exchange): ObjectAttributes {
  const headers: Record<string, string> = { 'content-type': 'binary/octet-stream' };
  let metadataBytes = 0;
  for (const name of exchange.headerNames) {
    const value = exchange.header(name) ?? '';
    const metadata = name.startsWith('x-amz-meta-');
    if (metadata) metadataBytes += name.length - 'x-amz-meta-'.length + Buffer.byteLength(value);
    if (metadata || (KEPT.includes(name) && value)) headers[name] = value;
  }
  if (metadataBytes > MAX_METADATA_BYTES) throw new S3Error('MetadataTooLarge');
  // aws-chunked is how the body came over the wire, not what it is.
  const encodings = contentEncodings(exchange.header('content-encoding')).filter((coding) => coding !== 'aws-chunked');
  if (encodings.length) headers['content-encoding'] = encodings.join(', ');
  return { headers, tags: tagsOfHeader(exchange.header('x-amz-tagging')) };
}

/** The tags in an `x-amz-tagging` header, which is written as a query string. @throws S3Error InvalidTag */
export function tagsOfHeader(header: string | undefined): Record<string, string> {
  return checkedTags([...new URLSearchParams(header ?? '')]);
}

/** The tags in a `Tagging` document. Throws MalformedXML, InvalidTag. */
export function tagsOfDocument(xml: string): Record<string, string> {
  const root: XmlElement = parseXml(xml);
  const set = childOf(root, 'TagSet');
  if (root.name !== 'Tagging' || !set) throw new S3Error('MalformedXML');
  return checkedTags(childrenOf(set, 'Tag').map((tag) => [textOf(tag, 'Key') ?? '', textOf(tag, 'Value') ?? '']));
}

/** The content of a `Tagging` document. */
export function renderTags(tags: Readonly<Record<string, string>>): XmlValue {
  return { TagSet: { Tag: Object.entries(tags).map(([Key, Value]) => ({ Key, Value })) } };
}

function checkedTags(pairs: [string, string][]): Record<string, string> {
  const keys = new Set(pairs.map(([key]) => key));
  const valid = pairs.every(([key, value]) => key.length >= 1 && key.length <= 128 && value.length <= 256);
  if (!valid || keys.size !== pairs.length || keys.size > MAX_TAGS) throw new S3Error('InvalidTag');
  return Object.fromEntries(pairs);
}

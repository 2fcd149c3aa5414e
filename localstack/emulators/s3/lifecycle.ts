import { S3Error } from './errors.ts';
import type { S3Store } from './store.ts';
import type { S3XmlElement } from './xml.ts';
import { findS3XmlChild, findS3XmlChildText, s3XmlChildrenNamed } from './xml.ts';

const DAY_MS = 24 * 3600_000;
const MAX_RULES = 1000;
const SUPPORTED_ELEMENTS = ['ID', 'Status', 'Prefix', 'Filter', 'Expiration', 'AbortIncompleteMultipartUpload'];

interface LifecycleRule {
  isEnabled: boolean;
  prefix: string;
  expirationDays?: number;
  abortDays?: number;
}

/** Numbers of deleted objects and aborted uploads. */
export interface S3ExpiryCounts {
  objects: number;
  uploads: number;
}

/** Checks the rules of a bucket. @throws S3Error MalformedXML, and NotImplemented for rules that the emulator cannot apply */
export function validateBucketLifecycle(root: S3XmlElement): void {
  const rules = parseRules(root);
  if (!rules.length || rules.length > MAX_RULES) throw new S3Error('MalformedXML');
}

/**
 * Deletes the objects, and aborts the uploads, that the enabled rules of their buckets expire at `nowMs` (since the epoch). As on S3, a
 * rule of n days expires an object at the first midnight (UTC) that is n days or more after its creation.
 */
export function expireObjects(store: S3Store, nowMs: number): S3ExpiryCounts {
  const counts: S3ExpiryCounts = { objects: 0, uploads: 0 };
  for (const bucket of store.buckets) {
    const root = bucket.configuration('lifecycle')?.root;
    const rules = root ? parseRules(root).filter((rule) => rule.isEnabled) : [];
    const isExpired = (key: string, sinceMs: number, daysOf: (rule: LifecycleRule) => number | undefined) =>
      rules.some((rule) => key.startsWith(rule.prefix) && nowMs >= expiryTime(sinceMs, daysOf(rule)));
    if (!rules.length) continue;
    for (const key of bucket.keys) {
      if (!isExpired(key, bucket.get(key).modified, (rule) => rule.expirationDays)) continue;
      store.discard(bucket.remove(key));
      counts.objects += 1;
    }
    for (const upload of bucket.uploads.list()) {
      if (!isExpired(upload.key, upload.initiated, (rule) => rule.abortDays)) continue;
      store.discard(bucket.uploads.remove(upload));
      counts.uploads += 1;
    }
  }
  return counts;
}

/** The time in ms at which an object or upload from the time `sinceMs` expires; infinity without a number of days. */
function expiryTime(sinceMs: number, days: number | undefined): number {
  return days === undefined ? Number.POSITIVE_INFINITY : Math.ceil((sinceMs + days * DAY_MS) / DAY_MS) * DAY_MS;
}

function parseRules(root: S3XmlElement): LifecycleRule[] {
  return s3XmlChildrenNamed(root, 'Rule').map((rule) => {
    requireSupportedChildren(rule, SUPPORTED_ELEMENTS);
    const filter = findS3XmlChild(rule, 'Filter');
    const expiration = findS3XmlChild(rule, 'Expiration');
    const abortRule = findS3XmlChild(rule, 'AbortIncompleteMultipartUpload');
    if (filter) requireSupportedChildren(filter, ['Prefix']);
    if (expiration) requireSupportedChildren(expiration, ['Days']);
    if (abortRule) requireSupportedChildren(abortRule, ['DaysAfterInitiation']);
    const status = findS3XmlChildText(rule, 'Status');
    if ((status !== 'Enabled' && status !== 'Disabled') || (!expiration && !abortRule))
      throw new S3Error('MalformedXML');
    return {
      isEnabled: status === 'Enabled',
      prefix: findS3XmlChildText(filter, 'Prefix') ?? findS3XmlChildText(rule, 'Prefix') ?? '',
      ...(expiration && { expirationDays: parseDays(findS3XmlChildText(expiration, 'Days')) }),
      ...(abortRule && { abortDays: parseDays(findS3XmlChildText(abortRule, 'DaysAfterInitiation')) }),
    };
  });
}

function requireSupportedChildren(element: S3XmlElement, supportedNames: readonly string[]): void {
  const unsupportedChild = element.children.find((child) => !supportedNames.includes(child.name));
  if (unsupportedChild)
    throw new S3Error(
      'NotImplemented',
      `Lifecycle rules with ${unsupportedChild.name} in ${element.name} are not implemented.`,
    );
}

function parseDays(text: string | undefined): number {
  if (!text || !/^[1-9]\d{0,8}$/.test(text)) throw new S3Error('MalformedXML');
  return Number(text);
}

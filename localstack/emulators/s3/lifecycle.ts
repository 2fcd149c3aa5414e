import { S3Error } from './errors.ts';
import type { S3Store } from './store.ts';
import type { XmlElement } from './xml.ts';
import { s3XmlChildOf, s3XmlChildrenOf, s3XmlTextOf } from './xml.ts';

const DAY_MS = 24 * 3600_000;
const MAX_RULES = 1000;
const KNOWN_ELEMENTS = ['ID', 'Status', 'Prefix', 'Filter', 'Expiration', 'AbortIncompleteMultipartUpload'];

interface Rule {
  isEnabled: boolean;
  prefix: string;
  expirationDays?: number;
  abortDays?: number;
}

/** Numbers of deleted objects and aborted uploads. */
export interface ExpiryCounts {
  objects: number;
  uploads: number;
}

/** Checks the rules of a bucket. @throws S3Error MalformedXML, and NotImplemented for rules that the emulator cannot apply */
export function validateLifecycle(root: XmlElement): void {
  const rules = parseRules(root);
  if (!rules.length || rules.length > MAX_RULES) throw new S3Error('MalformedXML');
}

/**
 * Deletes the objects, and aborts the uploads, that the enabled rules of their buckets expire at `now` (ms since the epoch). As on S3, a
 * rule of n days expires an object at the first midnight (UTC) that is n days or more after its creation.
 */
export function expireObjects(store: S3Store, now: number): ExpiryCounts {
  const counts: ExpiryCounts = { objects: 0, uploads: 0 };
  for (const bucket of store.buckets) {
    const root = bucket.configuration('lifecycle')?.root;
    const rules = root ? parseRules(root).filter((rule) => rule.isEnabled) : [];
    const isExpired = (key: string, since: number, days: (rule: Rule) => number | undefined) =>
      rules.some((rule) => key.startsWith(rule.prefix) && now >= expiryTime(since, days(rule)));
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

/** The time in ms at which an object or upload from the time `since` expires; infinity without a number of days. */
function expiryTime(since: number, days: number | undefined): number {
  return days === undefined ? Number.POSITIVE_INFINITY : Math.ceil((since + days * DAY_MS) / DAY_MS) * DAY_MS;
}

function parseRules(root: XmlElement): Rule[] {
  return s3XmlChildrenOf(root, 'Rule').map((rule) => {
    requireKnown(rule, KNOWN_ELEMENTS);
    const filter = s3XmlChildOf(rule, 'Filter');
    const expiration = s3XmlChildOf(rule, 'Expiration');
    const abort = s3XmlChildOf(rule, 'AbortIncompleteMultipartUpload');
    if (filter) requireKnown(filter, ['Prefix']);
    if (expiration) requireKnown(expiration, ['Days']);
    if (abort) requireKnown(abort, ['DaysAfterInitiation']);
    const status = s3XmlTextOf(rule, 'Status');
    if ((status !== 'Enabled' && status !== 'Disabled') || (!expiration && !abort)) throw new S3Error('MalformedXML');
    return {
      isEnabled: status === 'Enabled',
      prefix: s3XmlTextOf(filter, 'Prefix') ?? s3XmlTextOf(rule, 'Prefix') ?? '',
      ...(expiration && { expirationDays: parseDays(s3XmlTextOf(expiration, 'Days')) }),
      ...(abort && { abortDays: parseDays(s3XmlTextOf(abort, 'DaysAfterInitiation')) }),
    };
  });
}

function requireKnown(element: XmlElement, known: readonly string[]): void {
  const unknown = element.children.find((child) => !known.includes(child.name));
  if (unknown)
    throw new S3Error('NotImplemented', `Lifecycle rules with ${unknown.name} in ${element.name} are not implemented.`);
}

function parseDays(text: string | undefined): number {
  if (!text || !/^[1-9]\d{0,8}$/.test(text)) throw new S3Error('MalformedXML');
  return Number(text);
}

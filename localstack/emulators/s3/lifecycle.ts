import { S3Error } from './errors.ts';
import type { S3Store } from './store.ts';
import type { XmlElement } from './xml.ts';
import { childOf, childrenOf, textOf } from './xml.ts';

const DAY_MS = 24 * 3600_000;
const MAX_RULES = 1000;
const KNOWN_ELEMENTS = ['ID', 'Status', 'Prefix', 'Filter', 'Expiration', 'AbortIncompleteMultipartUpload'];

interface Rule {
  enabled: boolean;
  prefix: string;
  expirationDays?: number;
  abortDays?: number;
}

export interface Expired {
  objects: number;
  uploads: number;
}

/** Throws MalformedXML, and NotImplemented for rules that would be kept but never carried out. */
export function validateLifecycle(root: XmlElement): void {
  const rules = parseRules(root);
  if (!rules.length || rules.length > MAX_RULES) throw new S3Error('MalformedXML');
}

/**
 * Deletes the objects, and aborts the uploads, whose time is over by the enabled rules of their buckets at `now` (ms).
 * A rule of n days ends, as on S3, at the first midnight (UTC) that is n days or more after the creation.
 */
export function expireObjects(store: S3Store, now: number): Expired {
  const expired: Expired = { objects: 0, uploads: 0 };
  for (const bucket of store.buckets) {
    const root = bucket.configuration('lifecycle')?.root;
    const rules = root ? parseRules(root).filter((rule) => rule.enabled) : [];
    const isOver = (key: string, since: number, days: (rule: Rule) => number | undefined) =>
      rules.some((rule) => key.startsWith(rule.prefix) && now >= endOf(since, days(rule)));
    if (!rules.length) continue;
    for (const key of bucket.keys) {
      if (!isOver(key, bucket.get(key).modified, (rule) => rule.expirationDays)) continue;
      store.discard(bucket.remove(key));
      expired.objects += 1;
    }
    for (const upload of bucket.uploads.list()) {
      if (!isOver(upload.key, upload.initiated, (rule) => rule.abortDays)) continue;
      store.discard(bucket.uploads.remove(upload));
      expired.uploads += 1;
    }
  }
  return expired;
}

function endOf(since: number, days: number | undefined): number {
  return days === undefined ? Number.POSITIVE_INFINITY : Math.ceil((since + days * DAY_MS) / DAY_MS) * DAY_MS;
}

function parseRules(root: XmlElement): Rule[] {
  return childrenOf(root, 'Rule').map((rule) => {
    requireKnown(rule, KNOWN_ELEMENTS);
    const filter = childOf(rule, 'Filter');
    const expiration = childOf(rule, 'Expiration');
    const abort = childOf(rule, 'AbortIncompleteMultipartUpload');
    if (filter) requireKnown(filter, ['Prefix']);
    if (expiration) requireKnown(expiration, ['Days']);
    if (abort) requireKnown(abort, ['DaysAfterInitiation']);
    const status = textOf(rule, 'Status');
    if ((status !== 'Enabled' && status !== 'Disabled') || (!expiration && !abort)) throw new S3Error('MalformedXML');
    return {
      enabled: status === 'Enabled',
      prefix: textOf(filter, 'Prefix') ?? textOf(rule, 'Prefix') ?? '',
      ...(expiration && { expirationDays: parseDays(textOf(expiration, 'Days')) }),
      ...(abort && { abortDays: parseDays(textOf(abort, 'DaysAfterInitiation')) }),
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

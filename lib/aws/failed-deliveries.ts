import { encodeTime } from 'ulid';
import type { Page, PageRequest } from '../contract/pagination.ts';
import type { RenderEventName } from '../renders/public.ts';
import { ID_PREFIXES } from '../shared/ids.ts';
import type { Delivery } from '../webhooks/public.ts';
import { entityOf } from './table/item.ts';
import { gsi1 } from './table/keys.ts';
import type { Item, Table } from './table/table.ts';

const PROGRESS: RenderEventName = 'render.progress';

/** DynamoDB ends a read at 1 MB; one page looks through at most so many of them, and the next one goes on there. */
const READS = 25;

/**
 * A page of the failed deliveries of a receiver that can be sent again, from `since` on, the oldest first. The positions
 * of the pages are ids.
 * @param partition the failed deliveries of the receiver in the first index.
 */
export async function failedDeliveries(
  table: Table,
  partition: string,
  since: Date,
  { limit, after }: PageRequest,
): Promise<Page<Delivery>> {
  // An id begins with its time, which knows none before 1970.
  const first = `${ID_PREFIXES.delivery}_${encodeTime(Math.max(0, since.getTime()))}`;
  const found: Delivery[] = [];
  let position = after === undefined || after < first ? undefined : after;
  for (let read = 1; ; read++) {
    const page: { items: Item[]; lastKey: Item | undefined } = await table.page({
      IndexName: gsi1.name,
      KeyConditionExpression: `GSI1PK = :pk AND GSI1SK ${position === undefined ? '>=' : '>'} :from`,
      // Only a test has a body of its own.
      FilterExpression: '#event <> :progress AND attribute_not_exists(body)',
      ExpressionAttributeNames: { '#event': 'event' },
      ExpressionAttributeValues: { ':pk': partition, ':from': position ?? first, ':progress': PROGRESS },
    });
    found.push(...page.items.map((item) => entityOf<Delivery>(item)));
    if (found.length > limit) return { items: found.slice(0, limit), next: found[limit - 1]?.id };
    const last = page.lastKey?.GSI1SK;
    position = typeof last === 'string' ? last : undefined;
    if (position === undefined || read >= READS) return { items: found, next: position };
  }
}

import { encodeTime } from 'ulid';
import type { RenderEventName } from '#features/renders/public.ts';
import type { Delivery } from '#features/webhooks/public.ts';
import type { RepositoryPage, RepositoryPageRequest } from '#kernel/contract/pagination.ts';
import { ID_PREFIXES } from '#kernel/shared/ids.ts';
import { accountListIndex } from '../table/keys.ts';
import type { Table, TableItem } from '../table/table.ts';
import { deliveryCodec } from './delivery-items.ts';

const PROGRESS_EVENT: RenderEventName = 'render.progress';

/** The most reads for one page, each of at most 1 MB. The next page continues after the last read. */
const MAX_READS = 25;

/**
 * A page of the failed deliveries of a receiver that can be replayed: created at `since` or later, oldest first. The
 * positions of the pages are ids.
 * @param partition the failed deliveries of the receiver in the first index
 */
export async function listReplayableDeliveries(
  table: Table,
  partition: string,
  since: Date,
  { limit, after }: RepositoryPageRequest,
): Promise<RepositoryPage<Delivery>> {
  // An id starts with its time, which is never before 1970.
  const firstId = `${ID_PREFIXES.delivery}_${encodeTime(Math.max(0, since.getTime()))}`;
  const deliveries: Delivery[] = [];
  let position = after === undefined || after < firstId ? undefined : after;
  for (let readNumber = 1; ; readNumber++) {
    const page: { items: TableItem[]; lastKey: TableItem | undefined } = await table.page({
      IndexName: accountListIndex.name,
      KeyConditionExpression: `GSI1PK = :pk AND GSI1SK ${position === undefined ? '>=' : '>'} :from`,
      // Only the delivery of a test has a body in its item.
      FilterExpression: '#event <> :progress AND attribute_not_exists(body)',
      ExpressionAttributeNames: { '#event': 'event' },
      ExpressionAttributeValues: { ':pk': partition, ':from': position ?? firstId, ':progress': PROGRESS_EVENT },
    });
    deliveries.push(...page.items.map(deliveryCodec.parse));
    if (deliveries.length > limit) return { items: deliveries.slice(0, limit), next: deliveries[limit - 1]?.id };
    const lastId = page.lastKey?.GSI1SK;
    position = typeof lastId === 'string' ? lastId : undefined;
    if (position === undefined || readNumber >= MAX_READS) return { items: deliveries, next: position };
  }
}

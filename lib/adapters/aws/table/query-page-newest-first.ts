import type { RepositoryPage, RepositoryPageRequest } from '#kernel/contract/pagination.ts';
import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import { sortKeyRangeCondition } from './sort-key-range-condition.ts';
import type { Table, TableItem } from './table.ts';

/** The number of items of one read when a filter may leave out most of them. */
const FILTERED_ITEMS = 200;
/** The most reads for a filtered page that has found items. The next page continues after the last read. */
const FILTERED_READS = 10;
/** The number of items of one read after `FILTERED_READS` reads that found none. DynamoDB ends a read at 1 MB: about 500 renders. */
const SEEKING_ITEMS = 1000;
/** The most reads for a filtered page that has found nothing: about 20,000 renders, 40 MB and 2 s. */
const SEEKING_READS = 50;

/** The number of items to read. @param readNumber number of the read for the page, from 1 */
const itemsPerRead = (readNumber: number): number => (readNumber <= FILTERED_READS ? FILTERED_ITEMS : SEEKING_ITEMS);

/** A list in one partition, with its range and filters. */
export interface NewestFirstQuery<Entity> {
  /** Absent: the table itself. */
  index?: string;
  partition: { name: string; value: string };
  /** Name of the sort key, which must sort by time; its values are the positions of the pages. */
  sortKey: string;
  /** Range of sort keys: exclusive of `below`; exclusive of `above` only if that is the only bound (`sortKeyRangeCondition`). Absent: all. */
  range?: { above?: string; below?: string };
  /** Values that items must have; undefined ones are ignored. */
  filter: object;
  read(item: TableItem): Entity;
  /** Condition on an entry that is checked after the read. Absent: none. */
  passes?: ((entity: Entity) => boolean) | undefined;
}

/**
 * A page of a partition, newest first. DynamoDB filters after it has read, so the number of reads for one page is bounded: a filtered page
 * can have fewer items than requested and still have a next page. While nothing is found, more is read: enough for all items of all
 * accounts except the largest ones. Only their empty pages can have a next page.
 */
export async function queryPageNewestFirst<Entity>(
  table: Pick<Table, 'page'>,
  list: NewestFirstQuery<Entity>,
  { limit, after }: RepositoryPageRequest,
): Promise<RepositoryPage<Entity>> {
  const filterEntries = Object.entries(list.filter).filter(([, value]) => value !== undefined);
  const positionOf = (item: TableItem | undefined): string | undefined => {
    const value = ownPropertyValue(item, list.sortKey);
    return typeof value === 'string' ? value : undefined;
  };
  const isFiltered = filterEntries.length > 0 || list.passes !== undefined;
  const foundEntities: { entity: Entity; position: string | undefined }[] = [];
  let position = after;
  for (let readNumber = 1; ; readNumber++) {
    // A cursor is valid only with the filters it was made for, so its position is never above the range.
    const below = position ?? list.range?.below;
    const range = sortKeyRangeCondition(list.sortKey, { above: list.range?.above, below });
    const { items, lastKey } = await table.page({
      ...(list.index === undefined ? {} : { IndexName: list.index }),
      KeyConditionExpression: `#pk = :pk${range.condition}`,
      ...(filterEntries.length === 0
        ? {}
        : { FilterExpression: filterEntries.map((_, i) => `#f${i} = :f${i}`).join(' AND ') }),
      ExpressionAttributeNames: {
        '#pk': list.partition.name,
        ...range.names,
        ...Object.fromEntries(filterEntries.map(([name], i) => [`#f${i}`, name])),
      },
      ExpressionAttributeValues: {
        ':pk': list.partition.value,
        ...range.values,
        ...Object.fromEntries(filterEntries.map(([, value], i) => [`:f${i}`, value])),
      },
      ScanIndexForward: false,
      Limit: isFiltered ? itemsPerRead(readNumber) : limit + 1 - foundEntities.length,
    });
    for (const item of items) {
      if (foundEntities.length > limit) break;
      const entity = list.read(item);
      if (list.passes?.(entity) ?? true) foundEntities.push({ entity, position: positionOf(item) });
    }
    const entities = foundEntities.slice(0, limit).map(({ entity }) => entity);
    if (foundEntities.length > limit) return { items: entities, next: foundEntities[limit - 1]?.position };
    position = positionOf(lastKey);
    const maxReads = foundEntities.length > 0 ? FILTERED_READS : SEEKING_READS;
    if (position === undefined || (isFiltered && readNumber >= maxReads)) return { items: entities, next: position };
  }
}

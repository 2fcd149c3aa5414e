import { describe, expect, it } from 'vitest';
import { queryPageNewestFirst } from '#adapters/aws/table/query-page-newest-first.ts';
import type { Table, TableItem } from '#adapters/aws/table/table.ts';

type Query = Parameters<Table['page']>[0];

/** DynamoDB ends a read at 1 MB. */
const MOST_ITEMS = 500;

/** A partition of items 0, 1, 2, … of which those fit the filter that `wanted` names. It counts the items that it reads. */
function partitionOf(size: number, wanted: (number: number) => boolean) {
  const name = (number: number) => String(number).padStart(6, '0');
  const read = { items: 0, requests: 0 };
  const page = async ({ Limit = MOST_ITEMS, FilterExpression, ...query }: Query) => {
    const before = query.ExpressionAttributeValues?.[':below'];
    // Otherwise each page would start at the beginning, and a walk of all pages would not end.
    if (query.KeyConditionExpression !== (before === undefined ? '#pk = :pk' : '#pk = :pk AND #sk < :below'))
      throw new Error(`another condition: ${query.KeyConditionExpression}`);
    const from = (before === undefined ? size : Number(before)) - 1;
    const numbers = Array.from({ length: Math.min(Limit, MOST_ITEMS, from + 1) }, (_, at) => from - at);
    read.items += numbers.length;
    read.requests += 1;
    const last = numbers.at(-1);
    const items: TableItem[] = numbers
      .filter((number) => FilterExpression === undefined || wanted(number))
      .map((number) => ({ sk: name(number) }));
    return { items, lastKey: last === undefined || last === 0 ? undefined : { sk: name(last) } };
  };
  const list = (limit: number, after?: string, filter: object = { status: 'failed' }) =>
    queryPageNewestFirst<string>(
      { page },
      { partition: { name: 'pk', value: 'p' }, sortKey: 'sk', filter, read: ({ sk }) => String(sk) },
      { limit, after },
    );
  return { list, read };
}

describe('a page of a filtered list', () => {
  it('has the one that fits, however many do not before it', async () => {
    const { list, read } = partitionOf(15_000, (number) => number === 3);
    expect(await list(20)).toMatchObject({ items: ['000003'] });
    expect(read.requests).toBeLessThanOrEqual(50);
  });

  it('says that there is no more when the end has none', async () => {
    const { list } = partitionOf(15_000, () => false);
    expect(await list(20)).toEqual({ items: [], next: undefined });
  });

  it('is empty with a next one only beyond 20,000 items, and the next one continues there', async () => {
    const { list, read } = partitionOf(50_000, (number) => number === 3);
    const first = await list(20);
    expect(first.items).toEqual([]);
    expect(read.items).toBeGreaterThan(20_000);
    let next = first.next;
    const found: string[] = [];
    for (let pages = 0; next !== undefined && pages < 5; pages++) {
      const page = await list(20, next);
      found.push(...page.items);
      next = page.next;
    }
    expect([found, next]).toEqual([['000003'], undefined]);
  });

  it('that has some reads no further than 2,000 items', async () => {
    const { list, read } = partitionOf(15_000, (number) => number === 14_999);
    expect(await list(20)).toEqual({ items: ['014999'], next: '013000' });
    expect(read.items).toBe(2000);
  });

  it('gives each that fits once, in pages of any size', async () => {
    for (const limit of [1, 7, 100]) {
      const { list } = partitionOf(5000, (number) => number % 613 === 0);
      const found: number[] = [];
      let next: string | undefined;
      do {
        const page = await list(limit, next);
        found.push(...page.items.map(Number));
        next = page.next;
      } while (next !== undefined);
      expect(found).toEqual([4904, 4291, 3678, 3065, 2452, 1839, 1226, 613, 0]);
    }
  });

  it('without a filter reads no more than it gives', async () => {
    const { list, read } = partitionOf(15_000, () => false);
    expect((await list(20, undefined, {})).items).toHaveLength(20);
    expect(read.items).toBe(21);
  });
});

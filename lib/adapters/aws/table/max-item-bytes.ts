import type { Item } from './table.ts';

/**
 * Upper bound of the bytes of items together, as DynamoDB counts them: names and values in UTF-8. In JSON the quotation marks and separators
 * of a text, a list or a map are more than the bytes that DynamoDB adds for it.
 */
export const maxItemBytes = (items: readonly Item[]): number =>
  items.reduce((sum, item) => sum + Buffer.byteLength(JSON.stringify(item)), 0);

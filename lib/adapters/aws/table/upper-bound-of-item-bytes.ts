import type { TableItem } from './table.ts';

/**
 * An upper bound of the total bytes of items as DynamoDB counts them: names and values in UTF-8. It is the length of their JSON, whose
 * quotation marks and separators take more bytes than DynamoDB adds for a text, a list or a map.
 */
export const upperBoundOfItemBytes = (items: readonly TableItem[]): number =>
  items.reduce((sum, item) => sum + Buffer.byteLength(JSON.stringify(item)), 0);

import type { DynamoDBRecord } from 'aws-lambda';

function hash(text: string): number {
  let value = 0;
  for (let at = 0; at < text.length; at += 1) value = (Math.imul(value, 31) + text.charCodeAt(at)) >>> 0;
  return value;
}

/** Spreads records over lanes by the item they are about, so that the changes of one item stay in order. */
export function splitIntoLanes(records: readonly DynamoDBRecord[], count: number): DynamoDBRecord[][] {
  const lanes: DynamoDBRecord[][] = Array.from({ length: count }, () => []);
  for (const record of records) {
    const key = count === 1 ? '' : JSON.stringify(Object.entries(record.dynamodb?.Keys ?? {}).sort());
    lanes[hash(key) % count]?.push(record);
  }
  return lanes.filter((lane) => lane.length > 0);
}

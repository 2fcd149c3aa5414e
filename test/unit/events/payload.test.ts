import { expect, it } from 'vitest';
import { splitRecordsIntoLambdaEvents } from '#stack/events/payload.ts';
import { MAX_LAMBDA_PAYLOAD_BYTES } from '#stack/workers/payload-limit.ts';

it('records that fit one event stay together', () => {
  expect(splitRecordsIntoLambdaEvents(['a', 'b'], 10)).toEqual([['a', 'b']]);
});

it('an event has at most the given number of records', () => {
  expect(splitRecordsIntoLambdaEvents([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
});

it('an event with its records, as JSON, stays within 6 MB', () => {
  // Quotes and line breaks take more room in JSON than in the body.
  const records = Array.from({ length: 10 }, (_, at) => ({ at, body: '"\n'.repeat(512 * 1024) }));

  const events = splitRecordsIntoLambdaEvents(records, 10_000);

  expect(events.flat()).toEqual(records);
  expect(events.length).toBeGreaterThan(1);
  for (const Records of events)
    expect(Buffer.byteLength(JSON.stringify({ Records }))).toBeLessThanOrEqual(MAX_LAMBDA_PAYLOAD_BYTES);
});

it('a record too large for any event still gets one', () => {
  expect(splitRecordsIntoLambdaEvents(['aa', 'b'.repeat(100), 'cc'], 10, 80)).toEqual([
    ['aa'],
    ['b'.repeat(100)],
    ['cc'],
  ]);
});

it('nothing makes no event', () => {
  expect(splitRecordsIntoLambdaEvents([], 10)).toEqual([]);
});

import { describe, expect, it } from 'vitest';
import { readBatchResponse } from '#stack/events/batch-response.ts';

const ids = ['a', 'b', 'c'];
const failing = (...itemIdentifiers: unknown[]) => ({
  batchItemFailures: itemIdentifiers.map((itemIdentifier) => ({ itemIdentifier })),
});

describe('the answer to a batch', () => {
  it.each([
    ['nothing', undefined],
    ['null', null],
    ['an empty object', {}],
    ['a null list', { batchItemFailures: null }],
    ['an empty list', { batchItemFailures: [] }],
  ])('is a success when it is %s', (_what, answer) => {
    expect(readBatchResponse(answer, ids)).toEqual(new Set());
  });

  it('names the items that failed', () => {
    expect(readBatchResponse(failing('c', 'a'), ids)).toEqual(new Set(['a', 'c']));
  });

  it.each([
    ['an empty identifier', failing('a', '')],
    ['a null identifier', failing(null)],
    ['an identifier of another batch', failing('a', 'z')],
    ['another key', { batchItemFailures: [{ id: 'a' }] }],
    ['a null item', { batchItemFailures: [null] }],
    ['a list that is not a list', { batchItemFailures: 'a' }],
    ['a text', 'ok'],
    ['an array', [{ itemIdentifier: 'a' }]],
  ])('fails the whole batch when it has or is %s', (_what, answer) => {
    expect(readBatchResponse(answer, ids)).toBe('all-failed');
  });
});

import { describe, expect, it } from 'vitest';
import { type ListEntryFilter, metadataQueryShape, passesListFilter } from '#kernel/contract/list-filters.ts';

const entry = {
  created_at: '2026-03-04T10:00:00.000Z',
  title: 'Über Ｑ1',
  metadata: { customer: '4711', 'a.b': 'x=y' },
};

describe('an entry of a list', () => {
  it.each<[ListEntryFilter, boolean]>([
    [{}, true],
    [{ title: 'über' }, true],
    [{ title: 'q1' }, true],
    [{ title: 'q2' }, false],
    [{ metadata: 'customer=4711' }, true],
    [{ metadata: 'a.b=x=y' }, true],
    [{ metadata: 'customer=471' }, false],
    [{ metadata: 'customer=' }, false],
    [{ metadata: 'constructor=4711' }, false],
    [{ metadata: 'customer=4711', title: 'q2' }, false],
    [{ created_after: '2026-03-04T10:00:00.000Z' }, false],
    [{ created_after: '2026-03-04T10:59:59.999+01:00' }, true],
    [{ created_before: '2026-03-04T10:00:00.001Z' }, true],
    [{ created_before: '2026-03-04T11:00:00+01:00' }, false],
  ])('passes %j: %s', (filter, does) => {
    expect(passesListFilter(entry, filter)).toBe(does);
  });

  it('without a title or metadata passes no filter of these', () => {
    expect(passesListFilter({ created_at: entry.created_at }, { title: 'a' })).toBe(false);
    expect(passesListFilter({ created_at: entry.created_at }, { metadata: 'a=b' })).toBe(false);
  });

  it.each(['customer', '=x', 'a b=x', `${'a'.repeat(41)}=x`, `a=${'x'.repeat(501)}`])(
    'is asked for by no %j',
    (pair) => {
      expect(metadataQueryShape.metadata.safeParse(pair).success).toBe(false);
    },
  );
});

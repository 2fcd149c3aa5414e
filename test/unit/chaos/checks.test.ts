import { describe, expect, it } from 'vitest';
import { brokenOf, checkTable } from '#test/support/chaos/checks.ts';

describe('a check', () => {
  it('is true where what was seen is what was wanted, or where it says so', () => {
    expect(
      brokenOf([
        { what: 'lost', wanted: '0', seen: 0 },
        { what: 'seconds', wanted: '< 30', seen: 21, holds: true },
      ]),
    ).toEqual([]);
  });

  it('is broken otherwise, and the table marks it', () => {
    const checks = [
      { what: 'lost', wanted: 0, seen: '1: rn_1' },
      { what: 'made', wanted: 3, seen: 3 },
      { what: 'seconds', wanted: '< 30', seen: '< 30', holds: false },
    ];

    expect(brokenOf(checks)).toEqual(['lost: 1: rn_1 where 0 was wanted', 'seconds: < 30 where < 30 was wanted']);
    expect(
      checkTable(checks)
        .split('\n')
        .map((line) => line.slice(0, 13).trim()),
    ).toEqual(['check', 'BROKEN  lost', 'ok      made', 'BROKEN  secon']);
  });
});

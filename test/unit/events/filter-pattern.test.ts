import { describe, expect, it } from 'vitest';
import { compileFilter } from '#stack/events/filter-pattern.ts';
import type { FilterPattern } from '#stack/events/types.ts';

const passes = (pattern: FilterPattern, record: unknown) => compileFilter([pattern])(record);

describe('a filter pattern', () => {
  it.each<[string, FilterPattern, unknown, boolean]>([
    ['an equal string', { a: ['x'] }, { a: 'x' }, true],
    ['another string', { a: ['x'] }, { a: 'y' }, false],
    ['any one of several', { a: ['x', 'y'] }, { a: 'y' }, true],
    ['a number that is not its text', { a: [1] }, { a: '1' }, false],
    ['null', { a: [null] }, { a: null }, true],
    ['null for what is absent', { a: [null] }, {}, false],
    ['all keys', { a: ['x'], b: ['y'] }, { a: 'x', b: 'z' }, false],
    ['a nested key', { a: { b: ['x'] } }, { a: { b: 'x' } }, true],
    ['a nested key that is absent', { a: { b: ['x'] } }, { a: 'x' }, false],
    ['any element of an array', { a: ['x'] }, { a: ['w', 'x'] }, true],
    ['prefix', { a: [{ prefix: 'ab' }] }, { a: 'abc' }, true],
    ['another prefix', { a: [{ prefix: 'bc' }] }, { a: 'abc' }, false],
    ['suffix', { a: [{ suffix: 'bc' }] }, { a: 'abc' }, true],
    ['equals-ignore-case', { a: [{ 'equals-ignore-case': 'X' }] }, { a: 'x' }, true],
    ['anything-but', { a: [{ 'anything-but': ['x', 'y'] }] }, { a: 'z' }, true],
    ['anything-but of what is refused', { a: [{ 'anything-but': 'x' }] }, { a: 'x' }, false],
    ['anything-but of a prefix', { a: [{ 'anything-but': { prefix: 'x' } }] }, { a: 'xy' }, false],
    ['anything-but for what is absent', { a: [{ 'anything-but': 'x' }] }, {}, false],
    ['a numeric range', { a: [{ numeric: ['>', 0, '<=', 5] }] }, { a: 5 }, true],
    ['outside of a numeric range', { a: [{ numeric: ['>', 0, '<=', 5] }] }, { a: 0 }, false],
    ['numeric, of text', { a: [{ numeric: ['=', 5] }] }, { a: '5' }, false],
    ['exists', { a: [{ exists: true }] }, { a: '' }, true],
    ['exists, of what is absent', { a: [{ exists: true }] }, {}, false],
    ['exists: false', { a: [{ exists: false }] }, {}, true],
    ['exists: false, nested in what is absent', { a: { b: [{ exists: false }] } }, {}, true],
    ['$or', { $or: [{ a: ['x'] }, { b: ['y'] }] }, { b: 'y' }, true],
    ['$or of neither', { $or: [{ a: ['x'] }, { b: ['y'] }] }, { a: 'y', b: 'x' }, false],
    ['a name that only the prototype has', { toString: [{ exists: true }] }, {}, false],
  ])('judges %s', (_what, pattern, record, expected) => {
    expect(passes(pattern, record)).toBe(expected);
  });

  it('lets everything pass when there is none', () => {
    expect(compileFilter([])({ a: 1 })).toBe(true);
  });

  it('is one of several, any of which is enough', () => {
    const filter = compileFilter([{ a: ['x'] }, { b: ['y'] }]);

    expect([filter({ a: 'x' }), filter({ b: 'y' }), filter({ a: 'y' })]).toEqual([true, true, false]);
  });

  it.each<[string, FilterPattern]>([
    ['an operator it does not know', { a: [{ wildcard: '*' }] }],
    ['a bare value', { a: 'x' }],
    ['two operators in one condition', { a: [{ prefix: 'x', suffix: 'y' }] }],
    ['half a numeric range', { a: [{ numeric: ['>'] }] }],
    ['a prefix that is not a string', { a: [{ prefix: 1 }] }],
  ])('refuses %s', (_what, pattern) => {
    expect(() => compileFilter([pattern])).toThrow();
  });
});

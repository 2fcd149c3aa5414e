import { describe, expect, it } from 'vitest';
import { checkPrecondition, isAnswerCachedByClient, parseEntityTags } from '#kernel/shared/precondition.ts';

const match = (header: string) => ({ match: parseEntityTags(header) });
const noneMatch = (header: string) => ({ noneMatch: parseEntityTags(header) });
const holds = (precondition: Parameters<typeof checkPrecondition>[0], current: string[]): boolean => {
  try {
    checkPrecondition(precondition, current);
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: 'precondition_failed', status: 412 });
    return false;
  }
};

describe('a list of tags', () => {
  it.each([
    ['*', { any: true, strong: [], all: [] }],
    ['"5"', { any: false, strong: ['5'], all: ['5'] }],
    ['"3" , "4"', { any: false, strong: ['3', '4'], all: ['3', '4'] }],
    ['W/"5", "6"', { any: false, strong: ['6'], all: ['5', '6'] }],
    ['"a,b","c"', { any: false, strong: ['a,b', 'c'], all: ['a,b', 'c'] }],
    ['""', { any: false, strong: [''], all: [''] }],
    [', "5",', { any: false, strong: ['5'], all: ['5'] }],
  ])('is %s', (header, tags) => {
    expect(parseEntityTags(header)).toEqual(tags);
  });

  it.each([
    '',
    ' ',
    ',',
    '5',
    '"5',
    '5"',
    'w/"5"',
    '"5" "6"',
    '"5";"6"',
    '*, "5"',
    '"a b"',
    '"a"b"',
    'W/ "5"',
    '"5", 6',
  ])('is not %j', (header) => {
    expect(parseEntityTags(header)).toBeUndefined();
  });
});

describe('a change', () => {
  it.each([
    ['"5"', ['5'], true],
    ['"4"', ['5'], false],
    ['"4", "5"', ['5'], true],
    ['*', ['5'], true],
    ['W/"5"', ['5'], false],
    ['W/"5", "4"', ['5'], false],
    // What follows the full stop names what the service added, which prevents no change.
    ['"5.abc"', ['5'], true],
    ['"5.abc"', ['50'], false],
    ['"50"', ['5'], false],
    ['""', ['5'], false],
    // A slide can be named by its own tag and by that of its timeline.
    ['"7"', ['rev', '7'], true],
    ['"rev.abc"', ['rev', '7'], true],
  ])('if-match: %s of a resource with the tags %j is made: %s', (header, current, made) => {
    expect(holds(match(header), current)).toBe(made);
  });

  it.each([
    ['*', ['5'], false],
    ['"5"', ['5'], false],
    ['W/"5"', ['5'], false],
    ['"4"', ['5'], true],
  ])('if-none-match: %s of a resource with the tags %j is made: %s', (header, current, made) => {
    expect(holds(noneMatch(header), current)).toBe(made);
  });

  it('without conditions is made', () => {
    expect(holds({}, ['5'])).toBe(true);
  });
});

describe('an answer', () => {
  it.each([
    ['"5.abc"', true],
    ['W/"5.abc"', true],
    ['"1", "5.abc"', true],
    ['*', true],
    ['"5"', false],
    ['"5.abd"', false],
  ])('is what a client with if-none-match: %s has: %s', (header, has) => {
    expect(isAnswerCachedByClient(noneMatch(header), '5.abc')).toBe(has);
  });
});

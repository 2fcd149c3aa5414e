import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { describeAcceptedValues } from '#kernel/contract/accepted-value.ts';

describe('the description of accepted values', () => {
  it.each<[string, z.core.$ZodType, string]>([
    ['a text without bounds, or null', z.string().nullable(), 'a text or `null`'],
    ['a text with bounds, or null', z.string().max(3).nullable(), 'a text of at most 3 characters or `null`'],
    ['a switch, or null', z.boolean().nullable(), '`true` or `false` or `null`'],
    ['a union of plain types', z.union([z.string(), z.number()]), 'a text or a number'],
    ['words, or null', z.enum(['a', 'b']).nullable(), '`a` or `b` or `null`'],
    ['a list with places', z.tuple([z.number(), z.string()]), 'a list of 2 entries: a number, a text'],
    [
      'a list with places and a rest',
      z.tuple([z.boolean()]).rest(z.int().min(0).max(9)),
      'a list of at least 1 entries: `true` or `false`, then each a whole number from 0 to 9',
    ],
    ['a list', z.array(z.string()).max(4), 'a list of at most 4 entries, each a text'],
    ['anything', z.unknown(), 'any value'],
    ['an object', z.strictObject({ a: z.string(), b: z.int().optional() }), '`{a, b?}`'],
    ['names with values', z.record(z.string(), z.boolean()), 'an object with `true` or `false` for each name'],
  ])('names %s', (_, schema, words) => {
    expect(describeAcceptedValues(schema, 'field')).toBe(words);
  });
});

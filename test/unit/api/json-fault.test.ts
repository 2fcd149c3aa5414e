import { expect, it } from 'vitest';
import { jsonFault } from '#front/api/middleware/json-fault.ts';

it.each([
  ['{"a": b}', 'Line 1, column 7: this word is not a value; texts need double quotes.'],
  ['{"a": 1,\n  "b": 2,\n}', 'Line 3, column 1: a field name in double quotes is expected.'],
  ["{'a': 1}", 'Line 1, column 2: this word is not a value; texts need double quotes.'],
  ['{"a" 1}', 'Line 1, column 6: a colon is expected.'],
  ['[1 2]', 'Line 1, column 4: a comma is expected.'],
  ['{"a": "x', 'Line 1, column 7: this text has no closing quotation mark.'],
  ['{"a": 1}x', 'Line 1, column 9: this word is not a value; texts need double quotes.'],
  ['{"a": 1} {}', 'Line 1, column 10: nothing may follow the value.'],
  ['// x\n{}', 'Line 1, column 1: comments are not allowed.'],
  ['{"a": "\\x"}', 'Line 1, column 7: this is not an escape; a backslash is written twice.'],
])('%j is not JSON: %s', (text, fault) => {
  expect(jsonFault(text)).toBe(fault);
});

it.each(['{}', '{"a": ["é", null, -1e9]}', '['.repeat(100_000)])('nothing is said of %.20j', (text) => {
  expect(jsonFault(text)).toBeUndefined();
});

import { expect, it } from 'vitest';
import { z } from 'zod';
import { createTimelineContract } from '#features/timelines/contract.ts';
import { errorResponse } from '#front/api/http-response.ts';
import { parseRequestValue } from '#kernel/contract/validate.ts';

const BASE = 'https://api.example.com/v1';

/** The body of the 400 that a request body gets. */
function refusalOf(body: unknown): {
  text: string;
  error: { message: string; errors: unknown[]; more_errors?: number };
} {
  try {
    parseRequestValue(createTimelineContract.body ?? z.never(), body);
  } catch (error) {
    const text = errorResponse(error, 'req_1', BASE).body;
    return { text, ...JSON.parse(text) };
  }
  throw new Error('the body is valid');
}
const bulletPoints = Array.from({ length: 12 }, () => 7);

it('lists 50 faults of a body, and says how many more there are', () => {
  const slides = Array.from({ length: 250 }, () => ({ bullet_points: bulletPoints }));
  const { text, error } = refusalOf({ title: 'x', slides });
  expect(error.errors).toHaveLength(50);
  expect(error.more_errors).toBe(2950);
  expect(error.message).toMatch(/^slides\[0\]\.bullet_points\[0\]: .* \(and 2,999 more\)$/);
  expect(text.length).toBeLessThan(10_000);
});

it('lists all of 50 faults', () => {
  const slides = Array.from({ length: 5 }, () => ({ bullet_points: bulletPoints.slice(0, 10) }));
  const { error } = refusalOf({ title: 'x', slides });
  expect(error.errors).toHaveLength(50);
  expect(error).not.toHaveProperty('more_errors');
});

it('cuts the name of an unknown field', () => {
  const { text, error } = refusalOf({ title: 'x', ['n'.repeat(1_000_000)]: 1 });
  expect(error.errors).toEqual([{ param: `${'n'.repeat(100)}…`, message: expect.any(String) }]);
  expect(text.length).toBeLessThan(1000);
});

it('lists the first known fields of an object with many, and the number of the others', () => {
  const names = Array.from({ length: 40 }, (_, index) => `field_${String(index + 10)}`);
  const schema = z.strictObject(Object.fromEntries(names.map((name) => [name, z.string().optional()])));
  const listed = names.slice(0, 20).join(', ');
  expect(() => parseRequestValue(schema, { '?': 1 })).toThrow(`Unknown field. Known: ${listed} and 20 more.`);
});

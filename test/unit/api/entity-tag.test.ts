import { describe, expect, it } from 'vitest';
import { entityTagOfAnswer as tagOf } from '#front/api/entity-tag.ts';

const NOW = new Date('2026-03-04T10:00:00.000Z');
const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
const link = (signature: string) =>
  JSON.stringify({
    url: `https://files.example/a.mp4?X-Amz-Date=${signature}&X-Amz-Signature=${signature}`,
    url_expires_at: signature,
  });

/** @param json of an answer whose value is read from it */
const entityTag = (contract: Parameters<typeof tagOf>[0], json: string, now: Date) =>
  tagOf(contract, { json, answer: JSON.parse(json) }, now);

describe('the tag of an answer', () => {
  it('is that of its text', () => {
    const tag = entityTag({ method: 'GET' }, '{"a":1}', NOW);
    expect(tag).toMatch(/^[\w-]{22}$/);
    expect(entityTag({ method: 'GET' }, '{"a":1}', later(600))).toBe(tag);
    expect(entityTag({ method: 'GET' }, '{"a":2}', NOW)).not.toBe(tag);
  });

  // Searched again from each of them, these would take days.
  it('is made of a text of two million question marks', () => {
    expect(entityTag({ method: 'GET' }, JSON.stringify({ notes: '?'.repeat(2_000_000) }), NOW)).toMatch(/^[\w-]{22}$/);
  });

  it('starts with what clients have written', () => {
    const versioned = {
      method: 'PUT',
      written: (answer: unknown) => String((answer as { version: number }).version),
    } as const;
    expect(entityTag(versioned, '{"version":5}', NOW)).toMatch(/^5\.[\w-]{22}$/);
    // An answer that an earlier version stored for an idempotency key, and this one cannot read, is given without a tag.
    expect(tagOf(versioned, { json: '{}', answer: undefined }, NOW)).toBeUndefined();
  });

  it('stays while its links are signed again, until they could end too soon', () => {
    const tag = entityTag({ method: 'GET' }, link('1'), NOW);
    expect(entityTag({ method: 'GET' }, link('2'), later(29))).toBe(tag);
    expect(entityTag({ method: 'GET' }, link('3'), later(31))).not.toBe(tag);
    expect(entityTag({ method: 'GET' }, link('1').replace('a.mp4', 'b.mp4'), NOW)).not.toBe(tag);
  });

  it.each([
    ['a change whose answer is not a resource', { method: 'DELETE' }],
    ['an answer that is none of the resource', { method: 'POST', written: () => undefined }],
    ['a file', { method: 'GET', media: 'image/png' }],
    ['another protocol', { method: 'GET', whole_answer: true }],
    ['an open operation', { method: 'GET', open: true }],
  ] as const)('is none for %s', (_, contract) => {
    expect(entityTag(contract, '{}', NOW)).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { uploadSlideImageContract } from '#features/images/contract.ts';
import { generateSlideAudioContract } from '#features/narration/contract.ts';
import { createTimelineContract, listTimelinesContract } from '#features/timelines/contract.ts';
import { findLikelyField } from '#kernel/contract/likely-field.ts';
import { parseRequestValue } from '#kernel/contract/validate.ts';
import { ServiceError } from '#kernel/shared/errors.ts';

function faultsOf(schema: z.ZodType | undefined, value: unknown): Record<string, string> {
  try {
    parseRequestValue(schema as z.ZodType, value);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return Object.fromEntries((error.details.faults ?? []).map(({ param, message }) => [param, message]));
  }
  throw new Error('nothing was refused');
}

describe('an unknown field says what was probably meant', () => {
  const fields = ['title', 'bullet_points', 'speaker_notes', 'layout', 'code', 'table', 'language'];
  it.each([
    ['titel', 'title'],
    ['tite', 'title'],
    ['Title', 'title'],
    ['bulletPoints', 'bullet_points'],
    ['bullet-points', 'bullet_points'],
    ['bullet_point', 'bullet_points'],
    ['notes', 'speaker_notes'],
    ['langauge', 'language'],
    ['colour', undefined],
    ['x', undefined],
    ['note', undefined],
    ['', undefined],
    ['title'.repeat(20_000), undefined],
  ])('%.20s: %s', (name, likely) => {
    expect(findLikelyField(name, fields)).toBe(likely);
  });

  it('in a body, in an object inside it, and in a query', () => {
    expect(faultsOf(createTimelineContract.body, { titel: 'x', slides: [{ notes: 'x' }, { foo: 1 }] })).toEqual({
      title: 'This field is missing. Send a text of 1 to 200 characters.',
      titel: 'Unknown field. Did you mean `title`?',
      'slides[0].notes': 'Unknown field. Did you mean `speaker_notes`?',
      'slides[1].foo': expect.stringMatching(/^Unknown field\. Known: title, bullet_points, .*[a-z]\.$/),
    });
    expect(faultsOf(listTimelinesContract.query, { limits: '2' })).toEqual({
      limits: 'Unknown field. Did you mean `limit`?',
    });
  });

  it('of a hundred thousand, for those that are listed', () => {
    const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`titl${i}`, 1]));
    const faults = faultsOf(createTimelineContract.body, { title: 'x', ...many });
    expect(Object.keys(faults)).toHaveLength(50);
    expect(faults.titl7).toBe('Unknown field. Did you mean `title`?');
  });
});

describe('a body that can have several shapes names them', () => {
  const SHAPES =
    'Send one of `{content_type, size_bytes, sha256?}`, `{upload_id, fit?, focus?, alt?, caption?}`, `{url, fit?, focus?, alt?, caption?}`.';
  it.each<[string, unknown, Record<string, string>]>([
    ['when nothing was sent', {}, { upload_id: `This field is missing. ${SHAPES}` }],
    ['when it is not an object', 'x', { body: SHAPES }],
    ['when something is missing', { content_type: 'image/png' }, { size_bytes: `This field is missing. ${SHAPES}` }],
    [
      'when fields of two were sent',
      { url: 'https://example.com/a.png', upload_id: 'up_1' },
      { url: `It cannot be sent with the other fields. ${SHAPES}` },
    ],
  ])('%s', (_, body, faults) => {
    expect(faultsOf(uploadSlideImageContract.body, body)).toEqual(faults);
  });

  it('but not when it is clear which one was meant', () => {
    expect(faultsOf(generateSlideAudioContract.body, { speeed: 1 })).toEqual({
      speeed: 'Unknown field. Did you mean `speed`?',
    });
  });
});

it.each([
  ['english', 'en'],
  ['German', 'de'],
])('a language by its name (%s) is refused with its tag', (language, tag) => {
  expect(faultsOf(createTimelineContract.body, { title: 'x', language })).toEqual({
    language: `Use the language tag "${tag}".`,
  });
});

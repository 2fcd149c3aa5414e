import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createServiceOpenApiDocument } from '#front/api/openapi/description.ts';
import { RELEASED_DESCRIPTION } from '#test/tools/release/last-release.ts';
import { breakingChanges } from '#test/tools/release/openapi-changes.ts';
import { withoutWords } from '#test/tools/release/released-description.ts';

const current = createServiceOpenApiDocument('http://localhost:3000/v1');

type Tree = { [key: string]: Tree };

/** The description of today with one change. */
function changed(change: (document: Tree) => void): object {
  const copy = JSON.parse(JSON.stringify(current)) as Tree;
  change(copy);
  return copy;
}

/** The changes of a description with one operation, `POST /a`, that sends and answers these schemas. */
function changesOf(
  before: { request?: object; answer?: object },
  after: { request?: object; answer?: object },
): string[] {
  const document = ({ request = {}, answer = {} }: { request?: object; answer?: object }) => ({
    components: { schemas: { Request: request, Answer: answer } },
    paths: {
      '/a': {
        post: {
          operationId: 'a',
          requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Request' } } } },
          responses: { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Answer' } } } } },
        },
      },
    },
  });
  return breakingChanges(document(before), document(after));
}

const object = (properties: object, required: string[] = []) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

describe('the description of today', () => {
  it('breaks no client of the last release', () => {
    const released = JSON.parse(readFileSync(join(import.meta.dirname, '../../..', RELEASED_DESCRIPTION), 'utf8'));
    expect(breakingChanges(released as object, current)).toEqual([]);
  });

  it('says the same without its words', () => {
    const bare = withoutWords(JSON.parse(JSON.stringify(current))) as object;
    expect([breakingChanges(bare, current), breakingChanges(current, bare)]).toEqual([[], []]);
  });

  it.each<[string, (document: Tree) => void, string]>([
    ['an operation', ({ paths }) => delete paths?.['/health'], 'GET /health is gone'],
    ['a method', ({ paths }) => delete paths?.['/timelines/{id}']?.delete, 'DELETE /timelines/{id} is gone'],
    [
      'a field of an answer',
      ({ components }) => delete components?.schemas?.Slide?.properties?.title,
      'GET /timelines/{id} 200.slides[].title is gone',
    ],
    [
      'a field of a request',
      ({ components }) => delete components?.schemas?.SlideInput?.properties?.speaker_notes,
      'POST /timelines body.slides[].speaker_notes is gone',
    ],
    ['an event', ({ webhooks }) => delete webhooks?.['render.completed'], 'event render.completed is gone'],
  ])('without %s is another than that of before', (_, change, message) => {
    expect(breakingChanges(current, changed(change))).toContain(message);
  });
});

describe('a change of what a client sends breaks it', () => {
  const text = { type: 'string', maxLength: 10 };
  it.each<[string, object, object, string[]]>([
    ['is gone', object({ a: text }), object({}), ['POST /a body.a is gone']],
    [
      'has names that are shorter',
      { type: 'object', propertyNames: { maxLength: 20 }, additionalProperties: text },
      { type: 'object', propertyNames: { maxLength: 10 }, additionalProperties: text },
      ['POST /a body{name}: maxLength is 10, was 20'],
    ],
    [
      'has named fields only',
      { type: 'object', additionalProperties: text },
      object({}),
      ['POST /a body takes named fields only'],
    ],
    [
      'has items of one kind only',
      object({ a: { type: 'array' } }),
      object({ a: { type: 'array', items: text } }),
      ['POST /a body.a[] takes some items only'],
    ],
    ['is required', object({ a: text }), object({ a: text }, ['a']), ['POST /a body.a is required now']],
    ['is new and required', object({}), object({ a: text }, ['a']), ['POST /a body.a is required now']],
    ['may be shorter only', text, { ...text, maxLength: 9 }, ['POST /a body: maxLength is 9, was 10']],
    ['has a bound', { type: 'number' }, { type: 'number', minimum: 1 }, ['POST /a body: minimum is 1, was absent']],
    ['has a pattern', text, { ...text, pattern: '^a' }, ['POST /a body: pattern is ^a, was absent']],
    ['has another type', { type: 'number' }, { type: 'integer' }, ['POST /a body: number is integer now']],
    ['takes fewer words', { enum: ['a', 'b'] }, { enum: ['a'] }, ['POST /a body no longer takes "b"']],
    ['takes words only', { type: 'string' }, { type: 'string', enum: ['a'] }, ['POST /a body takes some values only']],
    ['takes no null', { type: ['string', 'null'] }, { type: 'string' }, ['POST /a body: null is no longer taken']],
    [
      'has fewer fields in one of its forms',
      { anyOf: [object({ a: text }), { type: 'null' }] },
      { anyOf: [object({}), { type: 'null' }] },
      ['POST /a body.a is gone'],
    ],
  ])('when it %s', (_, before, after, changes) => {
    expect(changesOf({ request: before }, { request: after })).toEqual(changes);
  });
});

describe('a change of what a client gets breaks it', () => {
  it.each<[string, object, object, string[]]>([
    ['is gone', object({ a: {} }), object({}), ['POST /a 200.a is gone']],
    ['may be absent', object({ a: {} }, ['a']), object({ a: {} }), ['POST /a 200.a may be absent now']],
    ['may be null', { type: 'string' }, { type: ['string', 'null'] }, ['POST /a 200: null is new in an answer']],
    ['has another type', { type: 'integer' }, { type: 'number' }, ['POST /a 200: integer is number now']],
    [
      'has less in a list',
      { type: 'array', items: object({ a: {} }) },
      { type: 'array', items: object({}) },
      ['POST /a 200[].a is gone'],
    ],
  ])('when it %s', (_, before, after, changes) => {
    expect(changesOf({ answer: before }, { answer: after })).toEqual(changes);
  });
});

it('additions break no client', () => {
  const request = object({ a: { type: 'integer', maximum: 5 } }, ['a']);
  const answer = object({ a: { enum: ['x'] } }, ['a']);
  const after = {
    request: object({ a: { type: ['number', 'null'], maximum: 9 }, b: {} }),
    answer: object({ a: { enum: ['x', 'y'] }, b: {} }, ['a', 'b']),
  };
  expect(changesOf({ request, answer }, after)).toEqual([]);
});

it('a schema that contains itself is compared to its end', () => {
  const tree = (fields: object) =>
    object({ children: { type: 'array', items: { $ref: '#/components/schemas/Answer' } }, ...fields });
  expect(changesOf({ answer: tree({ a: {} }) }, { answer: tree({}) })).toEqual(['POST /a 200.a is gone']);
});

import { expect, it } from 'vitest';
import { FIELD_DESCRIPTIONS } from '#front/api/openapi/words/field-descriptions.ts';
import { OPERATION_DESCRIPTIONS } from '#front/api/openapi/words/operation-descriptions.ts';
import { fields, operations, parameters, shapesOf, undescribed } from '#test/lint/undescribed.ts';

it('every operation, field and parameter has a sentence, and every value an example', () => {
  expect(undescribed()).toEqual([]);
  expect(fields.length).toBeGreaterThan(500);
});

it('sentences are sentences, and there are no words for what is not there', () => {
  const sentences = [...fields, ...parameters].map(({ field }) => String(field.description));
  expect(sentences.filter((sentence) => !/^[A-Z0-9`−].*[.)`]$/s.test(sentence))).toEqual([]);
  const ids = new Set(operations.map(({ operationId }) => String(operationId)));
  expect(Object.keys(OPERATION_DESCRIPTIONS).filter((id) => !ids.has(id))).toEqual([]);
  const places = new Set([...fields, ...parameters].map(({ at }) => at));
  const names = new Set([...places].map((at) => at.split('.').at(-1)));
  const unused = Object.keys(FIELD_DESCRIPTIONS).filter(
    (key) => !key.startsWith('/') && !(key.includes('.') ? places.has(key) : names.has(key)),
  );
  expect(unused).toEqual([]);
});

/** The part of a place before its last point: a component, an operation, or a field of several fields. */
const ownerOf = (at: string): string => at.slice(0, at.lastIndexOf('.'));

it('words by the name of a field alone are right at each of their places (read the changed lines, then vitest -u)', async () => {
  const byName = [...fields, ...parameters].flatMap(({ at, field }) => {
    const name = at.slice(at.lastIndexOf('.') + 1);
    const [sentence] = FIELD_DESCRIPTIONS[name] ?? [];
    return sentence !== undefined && field.description === sentence && !(at in FIELD_DESCRIPTIONS)
      ? [{ line: `${name}: ${sentence}`, owner: ownerOf(at) }]
      : [];
  });
  const shared = [...Map.groupBy(byName, ({ line }) => line)]
    .map(([line, places]) => ({ line, owners: [...new Set(places.map(({ owner }) => owner))].sort() }))
    .filter(({ owners }) => owners.length > 1)
    .sort((a, b) => (a.line < b.line ? -1 : 1));
  const text = shared.map(({ line, owners }) => `${line}\n${owners.map((owner) => `  ${owner}\n`).join('')}`).join('');
  await expect(text).toMatchFileSnapshot('words-by-name.txt');
});

it('examples fit their types', () => {
  const typeOf = (value: unknown) => {
    if (value === null) return 'null';
    if (Array.isArray(value)) return 'array';
    if (Number.isInteger(value)) return 'integer';
    return typeof value;
  };
  const wrong = fields.filter(({ field }) => {
    const [example] = (field.examples as unknown[] | undefined) ?? [];
    if (example === undefined) return false;
    const types = shapesOf(field).flatMap(({ type }) => type ?? []);
    return (
      types.length > 0 &&
      !types.some((type) => type === typeOf(example) || (type === 'number' && typeof example === 'number'))
    );
  });
  expect(wrong.map(({ at }) => at)).toEqual([]);
});

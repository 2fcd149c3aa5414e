import { expect, it } from 'vitest';
import { describeService } from '../../../../lib/api/openapi/description.ts';
import { closeAnswers } from '../../../ci/close-answers.ts';

interface Schema {
  additionalProperties?: unknown;
  properties: Record<string, Schema>;
}

const document = describeService('http://localhost:3000/v1');
const schemas = closeAnswers(document).components.schemas as unknown as Record<string, Schema>;

it('a field of an answer that the description does not have is found, however deep', () => {
  expect(schemas.Timeline?.additionalProperties).toBe(false);
  expect(schemas.Render?.properties.output?.properties.captions?.additionalProperties).toBe(false);
  expect(schemas.Error?.properties.error?.additionalProperties).toBe(false);
});

it('what may have any name still may', () => {
  expect(schemas.Render?.properties.metadata?.additionalProperties).toEqual({ type: 'string' });
});

it('the published description leaves room for further fields', () => {
  expect(document.components.schemas?.Timeline).not.toHaveProperty('additionalProperties');
});

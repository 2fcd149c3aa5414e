import { expect, it } from 'vitest';
import { createServiceOpenApiDocument } from '#front/api/openapi/description.ts';
import { closeAnswers } from '#test/ci/close-answers.ts';

interface Schema {
  additionalProperties?: unknown;
  properties: Record<string, Schema>;
}

const document = createServiceOpenApiDocument('http://localhost:3000/v1');
const schemas = closeAnswers(document).components.schemas as unknown as Record<string, Schema>;

it('a field of an answer that the description does not have is found, however deep', () => {
  expect(schemas.Timeline?.additionalProperties).toBe(false);
  expect(schemas.RenderCaptions?.additionalProperties).toBe(false);
  expect(schemas.ErrorDetails?.additionalProperties).toBe(false);
});

it('a code that the operation does not have is found', () => {
  const { responses } = closeAnswers(document).components;
  expect(responses?.Unauthorized).toMatchObject({
    content: {
      'application/json': {
        schema: {
          allOf: [
            { $ref: '#/components/schemas/Error' },
            { properties: { error: { properties: { code: { enum: expect.arrayContaining(['token_expired']) } } } } },
          ],
        },
      },
    },
  });
});

it('what may have any name still may', () => {
  expect(schemas.Render?.properties.metadata?.additionalProperties).toEqual({ type: 'string' });
});

it('the published description leaves room for further fields', () => {
  expect(document.components.schemas?.Timeline).not.toHaveProperty('additionalProperties');
});

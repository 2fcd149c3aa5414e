import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { apiContracts } from '#front/api/contracts.ts';
import { createServiceOpenApiDocument } from '#front/api/openapi/description.ts';
import { openApiDocument } from '#front/api/openapi/document.ts';
import { ERROR_BODY_SCHEMA } from '#front/api/openapi/error-body.ts';
import { OPENAPI_ENUM_COMPONENTS } from '#front/api/openapi/openapi-enum-components.ts';
import { defineContract } from '#kernel/contract/operation-contract.ts';
import { textSchema } from '#kernel/contract/text.ts';
import { API_ERRORS, type ErrorCode } from '#kernel/shared/errors.ts';
import { SERVICE_VERSION } from '#kernel/shared/service-version.ts';

const pascalCase = (name: string): string =>
  name
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

const document = createServiceOpenApiDocument('http://localhost:3000/v1');

interface Operation {
  operationId: string;
  security?: unknown[];
  parameters?: { name?: string; in?: string; $ref?: string }[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { $ref?: string; content?: Record<string, { schema: object }>; headers?: object }>;
}
const operations = Object.values(document.paths).flatMap((path) => Object.values(path)) as unknown as Operation[];
const operation = (id: string): Operation => {
  const found = operations.find(({ operationId }) => operationId === id);
  if (!found) throw new Error(`no operation ${id}`);
  return found;
};

/** A response with its reference followed. */
const responseOf = (id: string, status: number) => {
  const response = operation(id).responses[status];
  return response?.$ref ? document.components.responses?.[response.$ref.split('/').at(-1) ?? ''] : response;
};
const codesOf = (id: string, status: number): string[] => {
  const { content } = (responseOf(id, status) ?? {}) as { content?: Record<string, { examples?: object }> };
  return Object.keys(content?.['application/json']?.examples ?? {});
};

describe('the description', () => {
  it('is valid OpenAPI 3.1, of the version of the service', async () => {
    const validator = new Validator();
    expect(await validator.validate(JSON.parse(JSON.stringify(document)))).toEqual({ valid: true });
    expect([validator.version, document.info.version]).toEqual(['3.1', SERVICE_VERSION]);
  });

  it('points at nothing that is not there', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)];
    expect(references.length).toBeGreaterThan(50);
    for (const [, kind = '', name = ''] of references) expect(document.components[kind]).toHaveProperty([name]);
  });

  it('names the things of the API', () => {
    expect(Object.keys(document.components.schemas ?? {})).toEqual(
      expect.arrayContaining(['Account', 'Error', 'Render', 'Slide', 'SlideInput', 'Template', 'Timeline', 'Webhook']),
    );
    expect(Object.keys(document.components.securitySchemes ?? {})).toEqual([
      'ApiKeyAuth',
      'BearerAuth',
      'SessionCookie',
    ]);
  });

  it('has each enum under its name', () => {
    for (const [name, values] of Object.entries(OPENAPI_ENUM_COMPONENTS))
      expect(document.components.schemas?.[name], name).toMatchObject({ enum: values });
  });

  // Generators name an inline object for its place: `Slide.audio` becomes SlideAudio.
  it('has no inline object whose place has the name of a component', () => {
    const { schemas = {} } = document.components;
    const names: string[] = [];
    const visit = (name: string, value: unknown): void => {
      if (Array.isArray(value)) for (const inner of value) visit(name, inner);
      if (typeof value !== 'object' || value === null || Array.isArray(value) || '$ref' in value) return;
      const { properties = {}, items, anyOf, additionalProperties, ...rest } = value as Record<string, unknown>;
      if (!(name in schemas) || schemas[name] !== value) {
        if (Object.keys(properties as object).length > 0 || 'enum' in rest) names.push(name);
      }
      for (const [property, inner] of Object.entries(properties as object)) visit(name + pascalCase(property), inner);
      visit(`${name}Item`, items);
      for (const [index, branch] of ((anyOf ?? []) as unknown[]).entries()) visit(`${name}Type${index}`, branch);
      visit(`${name}AdditionalProperty`, additionalProperties);
    };
    for (const [name, schema] of Object.entries(schemas)) visit(name, schema);
    expect(names.filter((name) => name in schemas)).toEqual([]);
    expect(names.length).toBeLessThan(30);
  });

  it('has the body and the answer of every operation as a component', () => {
    for (const { operationId, requestBody, responses } of operations)
      for (const content of [requestBody?.content, responses['200']?.content])
        for (const [type, { schema }] of Object.entries(content ?? {}))
          if (type === 'application/json' || type === 'multipart/form-data')
            expect(schema, `${operationId} ${type}`).toHaveProperty('$ref');
  });

  it('has the three events with their headers', () => {
    expect(Object.keys(document.webhooks)).toEqual(['render.completed', 'render.failed', 'render.progress']);
    const { post } = document.webhooks['render.failed'] as { post: Operation };
    const names = post.parameters?.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['x-service-signature', 'x-service-event', 'x-service-event-id']));
  });
});

describe('an operation', () => {
  it('has every error of its contract, under its status', () => {
    for (const { operation: id, errors } of apiContracts)
      for (const code of errors) expect(codesOf(id, API_ERRORS[code][1]), `${id} ${code}`).toContain(code);
  });

  it('shares each of its failures with the operations that fail alike', () => {
    for (const { operationId, responses } of operations)
      for (const [status, response] of Object.entries(responses))
        if (status !== '200') expect(response, `${operationId} ${status}`).toEqual({ $ref: expect.any(String) });
    const shared = Object.values(document.components.responses ?? {}).map((response) => JSON.stringify(response));
    expect(new Set(shared).size).toBe(shared.length);
  });

  it('proposes no idempotency key: the docs page would send it with every request', () => {
    expect(document.components.parameters?.IdempotencyKey).not.toHaveProperty('example');
    expect(JSON.stringify(document.components.parameters?.IdempotencyKey)).not.toMatch(/"(example|examples|default)"/);
  });

  it('needs credentials unless it is open, and then can answer neither 401 nor 403', () => {
    for (const { operation: id, open } of apiContracts) {
      const { security, responses } = operation(id);
      expect(security).toEqual(open ? [] : undefined);
      expect('401' in responses).toBe(!open);
    }
    expect(codesOf('getMe', 403)).toEqual(['plan_not_allowed', 'request_blocked', 'scope_not_allowed']);
  });

  it('takes an idempotency key if it is a POST with credentials, and can then conflict', () => {
    for (const { operation: id, method, open } of apiContracts) {
      const takes = operation(id).parameters?.some(({ $ref }) => $ref?.endsWith('IdempotencyKey')) ?? false;
      expect(takes, id).toBe(method === 'POST' && !open);
      if (takes) expect(codesOf(id, 422)).toContain('idempotency_key_reused');
    }
  });

  it('names the request in every answer', () => {
    for (const { operation: id } of apiContracts)
      for (const status of Object.keys(operation(id).responses))
        expect(responseOf(id, Number(status))?.headers, `${id} ${status}`).toHaveProperty('x-request-id');
  });
});

describe('examples', () => {
  it('of bodies are bodies that the operation takes', () => {
    for (const { operation: id, body, examples } of apiContracts) {
      if (!body) continue;
      expect(Object.keys(examples ?? {}).length, id).toBeGreaterThan(0);
      for (const [name, example] of Object.entries(examples ?? {}))
        expect(body.safeParse(example), `${id} ${name}`).toMatchObject({ success: true });
    }
  });

  it('of errors have the error shape, and the type of their code', () => {
    const shown = Object.entries(document.components.examples ?? {});
    expect(shown.map(([code]) => code).toSorted()).toEqual(Object.keys(API_ERRORS).toSorted());
    for (const [code, { value }] of shown)
      expect(ERROR_BODY_SCHEMA.parse(value).error).toMatchObject({ code, type: API_ERRORS[code as ErrorCode][0] });
  });
});

describe('two schemas with one name', () => {
  it('are refused', () => {
    const named = (shape: z.ZodType) => shape.meta({ id: 'Thing' });
    const reading = (operation: string, answer: z.ZodType) =>
      defineContract({
        operation,
        tag: 'service',
        summary: '',
        method: 'GET',
        path: `/${operation}`,
        answer,
        errors: [],
      });
    const contracts = [
      reading('a', z.object({ it: named(z.object({ a: z.string() })) })),
      reading('b', z.object({ it: named(z.object({ b: z.string() })) })),
    ];
    expect(() => openApiDocument({ contracts, events: [], baseUrl: '/' })).toThrow('Thing');
  });
});

describe('what JSON Schema says of a text', () => {
  const schema = z.toJSONSchema(textSchema(1, 3)) as { minLength: number; maxLength: number; pattern: string };
  it.each(['', 'abc', 'abcd', '😀😀😀', '😀😀😀😀', 'a\0', 'a\n', '\n\r'])('is what the service says: %j', (value) => {
    const length = [...value].length;
    const fits =
      length >= schema.minLength && length <= schema.maxLength && new RegExp(schema.pattern, 'u').test(value);
    expect(textSchema(1, 3).safeParse(value).success).toBe(fits);
  });
});

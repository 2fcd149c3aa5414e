import { describe, expect, it } from 'vitest';
import { apiContracts } from '#front/api/contracts.ts';
import { createServiceOpenApiDocument } from '#front/api/openapi/description.ts';
import { httpEvents } from '#test/support/stack/serverless-file.ts';

const FALLBACK = 'fallback';
const document = createServiceOpenApiDocument('http://localhost:3000/v1');
const described = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => `${method.toUpperCase()} /v1${path}`),
);

describe('routes', () => {
  it('are the same in serverless.yml, in the contracts and in the description', () => {
    const deployed = httpEvents.filter((event) => event.function !== FALLBACK).map(({ route }) => route);
    const contracted = apiContracts.map(({ method, path }) => `${method} /v1${path}`);
    expect(deployed.toSorted()).toEqual(contracted.toSorted());
    expect(described.toSorted()).toEqual(contracted.toSorted());
    expect(new Set(contracted).size).toBe(contracted.length);
  });

  it('all have a fallback for the methods that they do not take', () => {
    const caught = httpEvents.filter((event) => event.function === FALLBACK).map(({ route }) => route);
    const paths = [...new Set(apiContracts.map(({ path }) => `ANY /v1${path}`))];
    expect(caught.toSorted()).toEqual([...paths, 'ANY /', 'ANY /{proxy+}'].toSorted());
  });

  it('have an operation id each', () => {
    const ids = apiContracts.map(({ operation }) => operation);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

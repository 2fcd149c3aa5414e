import type { APIGatewayProxyEvent } from 'aws-lambda';
import { expect, it } from 'vitest';
import { requestBaseUrl } from '#front/api/base-url.ts';

const event = (path: string, whole: string) =>
  ({ path, requestContext: { path: whole, domainName: 'api.example.com' } }) as APIGatewayProxyEvent;

it.each([
  ['/v1/docs', '/v1/docs', 'https://api.example.com/v1'],
  ['/v1/docs/', '/v1/docs/', 'https://api.example.com/v1'],
  // A path that no operation has may be outside of the version.
  ['/timelines', '/prod/timelines', 'https://api.example.com/prod/v1'],
  ['/v1/openapi.json', '/prod/v1/openapi.json', 'https://api.example.com/prod/v1'],
])('%s, which the gateway knows as %s, is below %s', (path, whole, expected) => {
  expect(requestBaseUrl(event(path, whole), undefined)).toBe(expected);
});

it('a setting tells it better', () => {
  expect(requestBaseUrl(event('/v1/docs', '/local/v1/docs'), 'http://localhost:3000/v1')).toBe(
    'http://localhost:3000/v1',
  );
});

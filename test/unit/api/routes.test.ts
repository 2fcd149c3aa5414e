import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { apiContracts } from '#front/api/contracts.ts';
import { answerUnroutedRequest } from '#front/api/fallback.ts';
import { methodsOfPath } from '#front/api/routes.ts';

const NONE: string[] = [];
const SETTINGS = { sessionOrigins: NONE, baseUrl: 'https://api.example.com/v1' };

describe('the methods of a path', () => {
  it.each([
    ['/me', ['GET']],
    ['/timelines', ['GET', 'POST']],
    ['/timelines/x', ['DELETE', 'GET', 'PUT']],
    ['/timelines/x/slides', ['GET', 'POST']],
    ['/timelines/x/slides/y', ['DELETE', 'PUT']],
    ['/timelines/x/slides/reorder', ['PATCH']],
    ['/timelines/x/slides/y/images', ['DELETE', 'POST']],
    ['/renders', ['GET', 'POST']],
    ['/renders/x', ['DELETE', 'GET']],
    ['/webhooks', ['GET', 'POST']],
    ['/webhooks/x', ['DELETE', 'GET', 'PUT']],
    ['/', NONE],
    ['', NONE],
    ['/me/', NONE],
    ['/timelines/', NONE],
    ['/timelines//slides', NONE],
    ['/timelines/x/slides/y/z', NONE],
    ['//me', NONE],
    ['/ME', NONE],
    ['/constructor', NONE],
  ])('%j: %j', (path, methods) => {
    expect(methodsOfPath(apiContracts, path)).toEqual(methods);
  });
});

describe('what no operation answers', () => {
  it.each([
    ['POST', '/v1/me', 405, 'method_not_allowed', 'GET, HEAD'],
    ['PATCH', '/v1/timelines', 405, 'method_not_allowed', 'GET, HEAD, POST'],
    ['PUT', '/v1/timelines/x/slides/reorder', 405, 'method_not_allowed', 'PATCH'],
    ['HEAD', '/v1/webhooks/x/test', 405, 'method_not_allowed', 'POST'],
    ['PUT', '/v1/renders/x', 405, 'method_not_allowed', 'DELETE, GET, HEAD'],
    ['GET', '/', 404, 'route_not_found', undefined],
    ['GET', '/v1', 404, 'route_not_found', undefined],
    ['GET', '/v1/', 404, 'route_not_found', undefined],
    ['GET', '/me', 404, 'route_not_found', undefined],
    ['GET', '/v2/me', 404, 'route_not_found', undefined],
    ['GET', '/v1/v1/me', 404, 'route_not_found', undefined],
    ['GET', '/v1me', 404, 'route_not_found', undefined],
    ['GET', '/v1/timelines/', 404, 'route_not_found', undefined],
    ['POST', '/v1/timelines/x/audio', 404, 'route_not_found', undefined],
  ])('%s %s is a %i %s', (httpMethod, path, status, code, allow) => {
    const { statusCode, headers, body } = answerUnroutedRequest(
      { path, httpMethod, headers: {}, multiValueHeaders: {} },
      SETTINGS,
    );
    expect(statusCode).toBe(status);
    expect(headers.allow).toBe(allow);
    const { error } = JSON.parse(body);
    expect(error.code).toBe(code);
    expect(error.request_id).toBe(headers['x-request-id']);
    expect(error.request_id).toMatch(/^req_/);
  });

  it.each([
    ['/timelines', true],
    ['/v1me', true],
    ['/v2/me', true],
    ['/', true],
    ['/v1', false],
    ['/v1/nothing', false],
  ])('is recognized by the end of the base address outside of it only: %s', (path, isTold) => {
    const { body } = answerUnroutedRequest({ path, httpMethod: 'GET', headers: {}, multiValueHeaders: {} }, SETTINGS);
    expect(JSON.parse(body).error.message).toBe(
      `There is no such route. /v1/docs names all routes.${isTold ? ' The base address of the API ends in /v1.' : ''}`,
    );
  });

  it('is named in serverless.yml for every path that has an operation', () => {
    const text = readFileSync(new URL('../../../serverless.yml', import.meta.url), 'utf8');
    const events = [...text.matchAll(/http: (?:'([^']+)'|([A-Z]+ \S+))/g)].map(
      ([, quoted, plain]) => quoted ?? plain ?? '',
    );
    for (const { method, path } of apiContracts) {
      expect(events).toContain(`${method} /v1${path}`);
      expect(events).toContain(`ANY /v1${path}`);
    }
    expect(events).toContain('ANY /{proxy+}');
    expect(events.filter((event) => !event.startsWith('ANY'))).toHaveLength(apiContracts.length);
  });
});

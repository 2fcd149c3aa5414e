import { describe, expect, it } from 'vitest';
import { createGatewayErrorCorsParameters, parseSessionOrigins } from '#deploy/cors.ts';
import { CORS_EXPOSED_HEADERS, corsHeaders } from '#front/api/cors.ts';
import { answerUnroutedRequest } from '#front/api/fallback.ts';
import { OPENAPI_ANSWER_HEADERS } from '#front/api/openapi/components.ts';

const ALLOWED = ['https://app.example', 'https://admin.example'];
const ask = (
  path: string,
  headers: Record<string, string>,
  httpMethod = 'OPTIONS',
  allowed: readonly string[] = ALLOWED,
) =>
  answerUnroutedRequest(
    { path, httpMethod, headers, multiValueHeaders: {} },
    { sessionOrigins: allowed, baseUrl: 'https://api.example.com/v1' },
  );
const preflight = (origin: string, method = 'POST') => ({ Origin: origin, 'Access-Control-Request-Method': method });

describe('the question whether a page may make a request', () => {
  it('is answered to an allowed origin with what the path takes', () => {
    expect(ask('/v1/timelines', preflight('https://admin.example'))).toEqual({
      statusCode: 204,
      body: '',
      headers: {
        'access-control-allow-origin': 'https://admin.example',
        'access-control-allow-credentials': 'true',
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers':
          'authorization, content-type, idempotency-key, if-match, if-none-match, x-api-key',
        'access-control-expose-headers': CORS_EXPOSED_HEADERS,
        'access-control-max-age': '600',
        'cache-control': 'no-store',
        'x-request-id': expect.stringMatching(/^req_/),
        vary: 'origin, access-control-request-method',
      },
    });
  });

  it('is answered for a path that is not there, too: the page gets to read the 404', () => {
    const { statusCode, headers } = ask('/v1/nothing', preflight('https://app.example', 'PATCH'));
    expect([statusCode, headers['access-control-allow-methods']]).toEqual([204, 'DELETE, GET, PATCH, POST, PUT']);
    const { statusCode: status, headers: told } = ask('/v1/nothing', { origin: 'https://app.example' }, 'PATCH');
    expect([status, told['access-control-allow-origin']]).toEqual([404, 'https://app.example']);
  });

  it.each([
    ['a foreign origin', preflight('https://evil.example'), ALLOWED, 'origin'],
    ['no page', preflight('null'), ALLOWED, 'origin'],
    ['any page where no origin is allowed', preflight('https://app.example'), [], undefined],
  ])('is a 405 without permission for %s', (_, headers, allowed, vary) => {
    const answer = ask('/v1/timelines', headers, 'OPTIONS', allowed);
    expect([answer.statusCode, answer.headers.vary]).toEqual([405, vary]);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('is not what an OPTIONS without it asks', () => {
    expect(ask('/v1/timelines', { origin: 'https://app.example' }).statusCode).toBe(405);
  });
});

it('the headers never allow every origin, and credentials only together with one', () => {
  for (const origin of [undefined, '*', 'null', 'https://evil.example', 'https://app.example.evil.example'])
    expect(corsHeaders(origin, ALLOWED)).toEqual({ vary: 'origin' });
});

it('pages may read every header that the API describes', () => {
  for (const name of Object.keys(OPENAPI_ANSWER_HEADERS))
    expect(CORS_EXPOSED_HEADERS.split(', ')).toContain(name.toLowerCase());
});

describe("the gateway's own answers", () => {
  it('name the one origin that is allowed, or of several the one that asked', () => {
    const one = createGatewayErrorCorsParameters(parseSessionOrigins('https://app.example'), CORS_EXPOSED_HEADERS);
    expect(one).toEqual({
      'gatewayresponse.header.access-control-allow-origin': "'https://app.example'",
      'gatewayresponse.header.access-control-allow-credentials': "'true'",
      'gatewayresponse.header.access-control-expose-headers': `'${CORS_EXPOSED_HEADERS}'`,
      'gatewayresponse.header.vary': "'origin'",
    });
    const several = createGatewayErrorCorsParameters(parseSessionOrigins(ALLOWED.join(', ')), CORS_EXPOSED_HEADERS);
    expect(several).toEqual({
      ...one,
      'gatewayresponse.header.access-control-allow-origin': 'method.request.header.origin',
    });
    expect(createGatewayErrorCorsParameters(parseSessionOrigins(''), CORS_EXPOSED_HEADERS)).toEqual({});
  });

  it.each(['*', 'null', 'app.example', 'https://app.example/'])('are not packaged with %s as an origin', (text) => {
    expect(() => parseSessionOrigins(text)).toThrow('SESSION_ORIGINS');
  });
});

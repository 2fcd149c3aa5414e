import { describe, expect, test } from 'vitest';
import { gatewayErrorResponse } from '#front/api/gateway-error-response.ts';

const BASE = 'https://api.example.com/v1';

const read = (status: number) => {
  const answer = gatewayErrorResponse(status, 'req_1', BASE);
  return { ...answer, error: JSON.parse(answer.body).error };
};

describe("the gateway's own answers", () => {
  test.each([
    [400, 400, 'invalid_request_error', 'malformed_request'],
    [403, 404, 'not_found_error', 'route_not_found'],
    [404, 404, 'not_found_error', 'route_not_found'],
    [413, 413, 'invalid_request_error', 'body_too_large'],
    [429, 429, 'rate_limit_error', 'rate_limited'],
    [431, 400, 'invalid_request_error', 'malformed_request'],
    [500, 500, 'api_error', 'internal_error'],
    [502, 502, 'api_error', 'bad_gateway'],
    [503, 503, 'api_error', 'unavailable'],
    [504, 504, 'api_error', 'timed_out'],
  ])('%i becomes %i %s/%s', (status, statusCode, type, code) => {
    const answer = read(status);

    expect(answer).toMatchObject({ statusCode, error: { type, code, request_id: 'req_1' } });
    expect(answer.headers['x-request-id']).toBe('req_1');
    expect(Object.keys(answer.error)).toEqual(['type', 'code', 'message', 'doc_url', 'request_id']);
  });

  test('an unexpected status is still one of the API', () => {
    expect(read(418)).toMatchObject({ statusCode: 400, error: { code: 'malformed_request' } });
    expect(read(200)).toMatchObject({ statusCode: 502, error: { code: 'bad_gateway' } });
    expect(read(599)).toMatchObject({ statusCode: 502, error: { code: 'bad_gateway' } });
  });

  test('what is down for a moment says when to come back', () => {
    expect(read(503).headers['retry-after']).toBe('1');
    expect(read(429).headers['retry-after']).toBe('1');
    expect(read(502).headers).not.toHaveProperty('retry-after');
  });
});

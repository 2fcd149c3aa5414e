import { describe, expect, it } from 'vitest';
import { GATEWAY_RESPONSES, gatewayErrorResponse } from '#front/api/gateway-error-response.ts';
import { errorResponse } from '#front/api/http-response.ts';
import { ServiceError } from '#kernel/shared/errors.ts';

const BASE = 'https://api.example.com/v1';

describe('a failure', () => {
  it('is reported in the one shape, with its request id in body and header', () => {
    const faults = [
      { param: 'a', message: 'no' },
      { param: 'b', message: 'neither' },
    ];
    const answer = errorResponse(new ServiceError('validation_failed', 'a: no', { param: 'a', faults }), 'req_1', BASE);
    expect(answer.statusCode).toBe(400);
    expect(answer.headers).toEqual({
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': 'req_1',
      'cache-control': 'no-store',
    });
    expect(JSON.parse(answer.body)).toEqual({
      error: {
        type: 'invalid_request_error',
        code: 'validation_failed',
        message: 'a: no',
        param: 'a',
        errors: faults,
        doc_url: 'https://api.example.com/v1/docs/errors#validation_failed',
        request_id: 'req_1',
      },
    });
  });

  it('brings its headers along', () => {
    const error = new ServiceError('rate_limited', 'slow down', { headers: { 'retry-after': '3' } });
    expect(errorResponse(error, 'req_1', BASE).headers['retry-after']).toBe('3');
  });

  it.each([
    new Error('connect ECONNREFUSED 10.0.0.5:8000'),
    Object.assign(new Error('secret'), { statusCode: 418, code: 'validation_failed' }),
    'a text',
    undefined,
    null,
    { code: 'validation_failed', message: 'secret' },
  ])('that is not ours says nothing of what happened: %s', (thrown) => {
    expect(JSON.parse(errorResponse(thrown, 'req_1', BASE).body)).toEqual({
      error: {
        type: 'api_error',
        code: 'internal_error',
        message: 'Something went wrong on our side.',
        doc_url: 'https://api.example.com/v1/docs/errors#internal_error',
        request_id: 'req_1',
      },
    });
  });

  it('never tells its cause', () => {
    const error = new ServiceError('image_invalid', 'The image is damaged.', { cause: new Error('VipsJpeg: /tmp/x') });
    expect(errorResponse(error, 'req_1', BASE).body).not.toContain('Vips');
  });
});

describe('what the gateway answers itself', () => {
  it.each([
    [400, 400, 'malformed_request'],
    [403, 404, 'route_not_found'],
    [404, 404, 'route_not_found'],
    [413, 413, 'body_too_large'],
    [418, 400, 'malformed_request'],
    [429, 429, 'rate_limited'],
    [500, 500, 'internal_error'],
    [502, 502, 'bad_gateway'],
    [503, 503, 'unavailable'],
    [504, 504, 'timed_out'],
    [599, 502, 'bad_gateway'],
    [200, 502, 'bad_gateway'],
  ])('%i becomes %i %s in the one shape', (given, status, code) => {
    const answer = gatewayErrorResponse(given, 'req_1', BASE);
    expect(answer.statusCode).toBe(status);
    expect(JSON.parse(answer.body).error).toMatchObject({ code, request_id: 'req_1' });
    expect(answer.headers['x-request-id']).toBe('req_1');
  });

  it('has a text for every status that it names', () => {
    for (const status of Object.keys(GATEWAY_RESPONSES))
      expect(JSON.parse(gatewayErrorResponse(Number(status), 'r', BASE).body).error.message).toMatch(/\.$/);
  });
});

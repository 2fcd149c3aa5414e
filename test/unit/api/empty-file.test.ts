import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { uploadSlideImageContract } from '#features/images/contract.ts';
import { uploadBackgroundAudioContract } from '#features/music/contract.ts';
import { generateSlideAudioContract } from '#features/narration/contract.ts';
import { createEndpointFactory } from '#front/api/endpoint.ts';
import { START, samplePrincipal } from '#test/support/samples/entities.ts';

const endpoint = createEndpointFactory(() => ({
  publicBaseUrl: 'https://api.example.com/v1',
  authenticate: async () => samplePrincipal(),
  sessionOrigins: [],
  admit: async () => ({ retry_after_seconds: 0, headers: {} }),
  withinTimeLeft: (_, work) => work(),
  rateLimitGate: (_, work) => work(),
  idempotency: {
    claim: async () => {
      throw new Error('no request here has a key');
    },
  },
  clock: () => START,
  record: () => undefined,
  log: { info: () => undefined, warn: () => undefined, error: () => undefined },
}));
const reached = async () => {
  throw new Error('the use case was reached');
};
const image = endpoint(uploadSlideImageContract, reached);
const music = endpoint(uploadBackgroundAudioContract, reached);
const narration = endpoint(generateSlideAudioContract, reached);

async function send(target: typeof image, contentType: string | undefined, body: string | null) {
  const event = {
    httpMethod: 'POST',
    body,
    headers: contentType === undefined ? {} : { 'Content-Type': contentType },
    pathParameters: target === music ? { id: 'tl_1' } : { id: 'tl_1', sid: 'sl_1' },
    queryStringParameters: null,
    multiValueQueryStringParameters: null,
    isBase64Encoded: false,
  };
  const response = await target(event as unknown as APIGatewayProxyEvent, {} as Context);
  return [response.statusCode, JSON.parse(response.body).error.code];
}

describe('an empty body whose content type announces a file', () => {
  it.each([
    ['an image', image, 'image/png'],
    ['music', music, 'audio/mpeg'],
    ['a recording', narration, 'audio/mpeg'],
    ['a recording', narration, 'AUDIO/WAV; codecs=1'],
    ['a recording', narration, 'application/ogg'],
    ['a recording', narration, 'multipart/form-data; boundary=x'],
  ])('is not a request: %s (%3$s)', async (_, target, contentType) => {
    for (const body of ['', null]) expect(await send(target, contentType, body)).toEqual([400, 'validation_failed']);
  });

  it('does not keep a request without a body from narrating the notes', async () => {
    for (const contentType of [undefined, 'application/json', 'application/x-www-form-urlencoded'])
      expect(await send(narration, contentType, null)).toEqual([500, 'internal_error']);
  });
});

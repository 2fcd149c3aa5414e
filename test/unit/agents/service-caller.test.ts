import { describe, expect, it } from 'vitest';
import { getTimelineContract } from '#features/timelines/contract.ts';
import { createHttpServiceCaller } from '#front/agents/service-caller.ts';

const call = (answer: () => Response) =>
  createHttpServiceCaller(
    async () => ({ baseUrl: 'http://localhost/v1', headers: {} }),
    async () => answer(),
  )(getTimelineContract, { params: { id: 'tl_1' } });

const JSON_TYPE = { headers: { 'content-type': 'application/json' } };
/** An answer whose connection breaks in the middle. */
const broken = (init: ResponseInit) =>
  new Response(
    new ReadableStream({
      pull(controller) {
        controller.error(new TypeError('terminated'));
      },
    }),
    init,
  );

describe('a call of a tool to the service', () => {
  it('gives JSON as it is, and all else as bytes', async () => {
    expect(await call(() => Response.json({ id: 'tl_1' }))).toEqual({ id: 'tl_1' });
    expect(await call(() => new Response(Uint8Array.of(1, 2)))).toEqual(Uint8Array.of(1, 2));
  });

  it.each<[string, () => Response]>([
    ['breaks within JSON', () => broken(JSON_TYPE)],
    ['breaks within a picture', () => broken({})],
    ['ends within JSON', () => new Response('{"id":', JSON_TYPE)],
    ['is not an answer of the service', () => new Response('<html>', { status: 502 })],
    ['is a damaged refusal', () => new Response('{', { ...JSON_TYPE, status: 503 })],
  ])('is unavailable when the answer %s', async (_, answer) => {
    await expect(call(answer)).rejects.toMatchObject({ name: 'ServiceRefusal', code: 'unavailable' });
  });

  it('is refused as the service says, by the names of the arguments', async () => {
    const error = {
      code: 'validation_failed',
      message: 'query.width: Too small.',
      param: 'query.width',
      request_id: 'r',
    };
    await expect(call(() => Response.json({ error }, { status: 400 }))).rejects.toMatchObject({
      code: 'validation_failed',
      faults: [{ param: 'width' }],
      requestId: 'r',
    });
  });
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, type OwnService, startService, until } from '#test/support/service/start-service.ts';

let service: OwnService;
let client: Client;
beforeAll(async () => {
  service = await startService();
  client = await service.account('max');
});
afterAll(() => service?.stop());

it('a retry after a kill of the API between the commit and the answer finds the same render', async () => {
  const slides = [{ title: 'a', duration_seconds: 1 }];
  const timeline = await client.ok<{ id: string }>('POST', '/timelines', { title: 'Tides', slides });
  const create = () =>
    client.call<{ id: string }>('POST', '/renders', { timeline_id: timeline.id }, { 'idempotency-key': 'killed' });
  const renders = async (): Promise<string[]> =>
    (await client.ok<{ data: { id: string }[] }>('GET', `/renders?timeline_id=${timeline.id}`)).data.map(
      ({ id }) => id,
    );
  const { sqs, api } = service.stack.children();
  if (sqs === undefined || api === undefined) throw new Error('the service is not complete');

  // The message for the render is sent after the commit and before the answer: while the queue is stopped, so is the request.
  process.kill(sqs, 'SIGSTOP');
  try {
    const lost = create();
    await until(renders, ({ length }) => length === 1, 20);
    process.kill(api, 'SIGKILL');
    expect((await lost).status).toBe(502);
  } finally {
    process.kill(sqs, 'SIGCONT');
  }
  const again = await until(create, ({ status }) => status === 200, 120);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(await renders()).toEqual([again.body.id]);
});

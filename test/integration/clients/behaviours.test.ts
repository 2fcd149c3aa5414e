import { describe, it } from 'vitest';
import { ApiError, createVideoClient, type VideoClient } from '#front/client/index.ts';
import {
  BEHAVIOURS,
  type Behaviour,
  type BehaviourRun,
  type Call,
  expectAsTold,
} from '#test/support/clients/behaviours.ts';
import { scriptedService } from '#test/support/clients/scripted-service.ts';

/** Methods of the client without the types of paths: the table has them as data. */
interface Untyped {
  get(path: string): Promise<unknown>;
  post(path: string, init: object): Promise<unknown>;
  items(path: string): AsyncIterable<unknown>;
  upload(path: string, file: Uint8Array, options: object): Promise<unknown>;
}

async function inTypeScript({ call }: Behaviour, baseUrl: string): Promise<BehaviourRun> {
  const waits: number[] = [];
  const sleep = async (ms: number) => void waits.push(ms / 1000);
  const progress: number[] = [];
  const headers = call.idempotency_key === undefined ? {} : { 'idempotency-key': call.idempotency_key };
  const actsOf = (video: VideoClient, untyped: Untyped): Record<Call['do'], () => Promise<unknown>> => ({
    get: () => untyped.get(call.path),
    post: () => untyped.post(call.path, { body: call.body, params: { header: headers } }),
    async items() {
      const all: unknown[] = [];
      for await (const item of untyped.items(call.path)) all.push(item);
      return all;
    },
    wait: () => video.waitForRender(call.id, { pollMs: 1, onProgress: (render) => progress.push(render.progress) }),
    upload: () => untyped.upload(call.path, Buffer.from(call.bytes), { contentType: call.content_type }),
  });
  try {
    const video = createVideoClient({ baseUrl, credentials: { apiKey: call.api_key ?? 'key' }, sleep });
    const value = await actsOf(video, video as unknown as Untyped)[call.do]();
    return { outcome: { value, ...(progress.length > 0 ? { progress } : {}) }, waits };
  } catch (error) {
    if (error instanceof TypeError) return { outcome: { refused: error.message }, waits };
    if (!(error instanceof ApiError)) throw error;
    const { status, code, param, faults, requestId } = error;
    const told = Object.entries({ status, code, param, faults: faults.length, request_id: requestId });
    return { outcome: { error: Object.fromEntries(told.filter(([, value]) => value)) }, waits };
  }
}

describe('the table of behaviours in TypeScript', () => {
  it.each(BEHAVIOURS)('$name', async (behaviour) => {
    const service = await scriptedService([behaviour.answers]);
    const run = await inTypeScript(behaviour, service.baseUrl(0));
    await service.close();
    expectAsTold(behaviour, run, service.seen[0]);
  });
});

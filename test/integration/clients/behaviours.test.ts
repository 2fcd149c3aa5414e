import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { ApiError, createVideoClient } from '../../../lib/client/index.ts';
import { type ScriptedAnswer, scriptedService } from '../../support/clients/scripted-service.ts';

interface Call {
  do: 'get' | 'post' | 'items' | 'wait' | 'upload';
  path: string;
  id: string;
  body: object;
  bytes: string;
  content_type: string;
}
interface Behaviour {
  name: string;
  call: Call;
  answers: ScriptedAnswer[];
  outcome: object;
  /** Seconds that were waited; absent: not told. */
  waits?: number[];
  requests: string[];
  /** `requests` have the bodies, too. */
  bodies?: true;
  /** How many idempotency keys the requests have. */
  keys?: number;
}
interface Run {
  outcome: object;
  waits: number[];
}

const PROJECT = join(import.meta.dirname, '../../..');
const table = JSON.parse(await readFile(join(PROJECT, 'test/fixtures/clients/behaviours.json'), 'utf8')) as Behaviour[];
/** Methods of the client without the types of paths: the table has them as data. */
interface Untyped {
  get(path: string): Promise<unknown>;
  post(path: string, init: object): Promise<unknown>;
  items(path: string): AsyncIterable<unknown>;
  upload(path: string, file: Uint8Array, options: object): Promise<unknown>;
}

async function inTypeScript({ call }: Behaviour, baseUrl: string): Promise<Run> {
  const waits: number[] = [];
  const sleep = async (ms: number) => void waits.push(ms / 1000);
  const video = createVideoClient({ baseUrl, credentials: { apiKey: 'key' }, sleep });
  const untyped = video as unknown as Untyped;
  const progress: number[] = [];
  const acts: Record<Call['do'], () => Promise<unknown>> = {
    get: () => untyped.get(call.path),
    post: () => untyped.post(call.path, { body: call.body }),
    async items() {
      const all: unknown[] = [];
      for await (const item of untyped.items(call.path)) all.push(item);
      return all;
    },
    wait: () => video.waitForRender(call.id, { pollMs: 1, onProgress: (render) => progress.push(render.progress) }),
    upload: () => untyped.upload(call.path, Buffer.from(call.bytes), { contentType: call.content_type }),
  };
  try {
    const value = await acts[call.do]();
    return { outcome: { value, ...(progress.length > 0 ? { progress } : {}) }, waits };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, code, param, faults, requestId } = error;
    const told = Object.entries({ status, code, param, faults: faults.length, request_id: requestId });
    return { outcome: { error: Object.fromEntries(told.filter(([, value]) => value)) }, waits };
  }
}

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

/** A Python that has the client as pip installs it from its folder; undefined: Python or its package index is not there. */
async function pythonWithClient(): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'python-client-'));
  folders.push(folder);
  const run = promisify(execFile);
  const python = join(folder, 'bin/python');
  try {
    await run('python3', ['-m', 'venv', folder]);
    await run(python, [
      '-m',
      'pip',
      'install',
      '--quiet',
      '--disable-pip-version-check',
      join(PROJECT, 'lib/client/python'),
    ]);
    return python;
  } catch (error) {
    process.stderr.write(
      `SKIPPED: the Python client, which cannot be installed here: ${String(error).slice(0, 500)}\n`,
    );
    return undefined;
  }
}

function expectAsTold(
  { outcome, waits, requests, bodies, keys }: Behaviour,
  run: Run,
  seen: Awaited<ReturnType<typeof scriptedService>>['seen'][number] = [],
): void {
  expect(run.outcome).toEqual(outcome);
  if (waits) expect(run.waits).toEqual(waits);
  expect(seen.map(({ line, body }) => (bodies ? `${line} ${body}` : line))).toEqual(requests);
  const posts = seen.filter(({ line }) => line.startsWith('POST'));
  expect(posts.every(({ key }) => key)).toBe(true);
  if (keys !== undefined) expect(new Set(posts.map(({ key }) => key)).size).toBe(keys);
  expect(seen.filter(({ line }) => !line.startsWith('PUT')).every(({ apiKey }) => apiKey === 'key')).toBe(true);
}

describe('the table of behaviours', () => {
  it.each(table)('TypeScript: $name', async (behaviour) => {
    const service = await scriptedService([behaviour.answers]);
    const run = await inTypeScript(behaviour, service.baseUrl(0));
    await service.close();
    expectAsTold(behaviour, run, service.seen[0]);
  });

  it('Python: all of it, with the client as pip installs it', { timeout: 600_000 }, async ({ skip }) => {
    const python = await pythonWithClient();
    if (python === undefined) return skip('the Python client cannot be installed here');
    const service = await scriptedService(table.map(({ answers }) => answers));
    const cases = table.map(({ call }, at) => ({ call, base_url: service.baseUrl(at) }));
    const stdout = await new Promise<string>((resolve, reject) => {
      const script = join(PROJECT, 'test/support/clients/behaviours.py');
      const child = execFile(python, [script], (error, out) => (error ? reject(error) : resolve(out)));
      child.stdin?.end(JSON.stringify(cases));
    });
    await service.close();
    const runs = JSON.parse(stdout) as Run[];
    expect(runs).toHaveLength(table.length);
    for (const [at, behaviour] of table.entries()) {
      const run = runs[at];
      if (!run) throw new Error(`no outcome of ${behaviour.name}`);
      expectAsTold(behaviour, run, service.seen[at]);
    }
  });
});

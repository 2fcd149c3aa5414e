import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createDevelopmentAccount } from '#cli/operator.ts';
import type { Plan } from '#features/accounts/account.ts';
import type { RenderAnswer } from '#features/renders/view.ts';
import { createServiceClient, type ServiceClient } from '#front/client/client.ts';
import { type RunningStack, type StackOptions, startStack } from '#stack/start-stack.ts';
import type { Mode } from './mode.ts';

/** An answer of the service: status, headers and the JSON body. */
export interface Answer<Body> {
  status: number;
  headers: Headers;
  body: Body;
}

export interface ErrorBody {
  error: {
    type: string;
    code: string;
    message: string;
    param?: string;
    errors?: { param: string }[];
    request_id: string;
  };
}

export interface Client {
  accountId: string;
  apiKey: string;
  /** The client that is generated from the description; `call` takes what it does not: bad input. */
  api: ServiceClient;
  call<Body>(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer<Body>>;
  /** The body of a success; anything else fails the test. */
  ok<Body>(method: string, path: string, body?: unknown): Promise<Body>;
}

/** A running service as its clients see it. */
export interface Service {
  stack: Pick<RunningStack, 'baseUrl' | 'endpoint' | 'environment' | 'children'>;
  mode: Mode;
  /** DATA_DIR. It has only the development issuer where the service is deployed. */
  dataDir: string;
  /** What the commands of operators get, to find the service. */
  operator: Readonly<Record<string, string>>;
  /** For files of a test. */
  directory: string;
  /** Makes an account. */
  account(plan: Plan): Promise<Client>;
  anonymous: Client['call'];
}

/** A service that may be broken and has to be stopped. */
export interface OwnService extends Service {
  stack: RunningStack;
  stop(): Promise<void>;
}

async function call<Body>(
  base: string,
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<Answer<Body>> {
  const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) };
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
  const response = await fetch(`${base}${path}`, { method, headers: { ...type, ...headers }, ...sent });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: JSON.parse(text) as Body };
}

export function serviceOf<S extends Service['stack']>(
  stack: S,
  dataDir: string,
  directory: string,
  { mode, operator }: Pick<Service, 'mode' | 'operator'> = { mode: 'embedded', operator: { DATA_DIR: dataDir } },
): Service & { stack: S } {
  return {
    stack,
    mode,
    dataDir,
    operator,
    directory,
    anonymous: (method, path, body, headers = {}) => call(stack.baseUrl, method, path, body, headers),
    async account(plan) {
      const made = await createDevelopmentAccount(stack.environment, { name: 'Test', email: 'test@example.com', plan });
      const client: Client = {
        accountId: made.account_id,
        apiKey: made.api_key,
        api: createServiceClient({ baseUrl: stack.baseUrl, credentials: { apiKey: made.api_key } }),
        call: (method, path, body, headers = {}) =>
          call(stack.baseUrl, method, path, body, { 'x-api-key': made.api_key, ...headers }),
        async ok<Body>(method: string, path: string, body?: unknown) {
          const answer = await client.call<Body>(method, path, body);
          if (answer.status !== 200)
            throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
          return answer.body;
        },
      };
      return client;
    },
  };
}

/**
 * The whole service on free ports and in its own directory: for a file that kills its processes or changes its
 * environment. All others use `sharedService()`.
 */
export async function startService(
  options: Pick<StackOptions, 'cores' | 'environment' | 'prewarm'> = {},
): Promise<OwnService> {
  const directory = await mkdtemp(join(tmpdir(), 'service-'));
  const dataDir = join(directory, 'data');
  try {
    const stack = await startStack({ port: 0, edgePort: 0, dataDir, logLevel: 'error', ...options });
    return {
      ...serviceOf(stack, dataDir, directory),
      async stop() {
        await stack.stop();
        await rm(directory, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await rm(directory, { recursive: true, force: true });
    throw error;
  }
}

/** What the generated client got with a success; anything else fails the test. */
export function got<Data>({ data, error, response }: { data?: Data; error?: unknown; response: Response }): Data {
  if (data === undefined) throw new Error(`${response.url}: ${response.status} ${JSON.stringify(error)}`);
  return data;
}

/** The shortest limit of a wait, which only ends a test that has failed: a busy machine is many times slower. */
const LEAST_SECONDS = 90;

/**
 * Polls until `done` returns true.
 * @param everyMs the milliseconds between two looks; the default stays within the 300 requests a minute of the smaller plan
 * @throws Error with what was seen last, after `seconds`, and not before LEAST_SECONDS
 */
export async function until<T>(
  look: () => Promise<T>,
  done: (seen: T) => boolean,
  seconds: number,
  everyMs = 250,
): Promise<T> {
  const limit = Math.max(seconds, LEAST_SECONDS);
  const end = Date.now() + limit * 1000;
  for (;;) {
    const seen = await look();
    if (done(seen)) return seen;
    if (Date.now() > end) throw new Error(`not done after ${limit} s: ${JSON.stringify(seen)}`);
    await wait(everyMs);
  }
}

const ENDS: readonly string[] = ['completed', 'failed', 'canceled'];

/** Waits for the end of a render. */
export const ended = (client: Client, id: string, seconds = 120): Promise<RenderAnswer> =>
  until(
    () => client.ok<RenderAnswer>('GET', `/renders/${id}`),
    ({ status }) => ENDS.includes(status),
    seconds,
  );

/** Fetches a presigned address into a file. */
export async function download(url: string | null, path: string): Promise<string> {
  if (url === null) throw new Error('there is no address to download from');
  const response = await fetch(url);
  if (response.status !== 200) throw new Error(`download: ${response.status}`);
  await writeFile(path, Buffer.from(await response.arrayBuffer()));
  return path;
}

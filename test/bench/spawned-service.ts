import { execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { parseJson } from '#kernel/shared/parse-json.ts';

const PROJECT = join(import.meta.dirname, '../..');
/** A first start on a busy machine. */
const READY_SECONDS = 240;

/** `npm start` in a separate process, as those who use the service have it. */
export interface SpawnedService {
  pid: number;
  baseUrl: string;
  /** Seconds from the start of the process until it said that it is ready. */
  readySeconds: number;
  /** Makes an account of the plan `max`. @returns its API key */
  makeKey(): Promise<string>;
}

/** Options of `withSpawnedService`. */
export interface SpawnedServiceOptions {
  dataDir: string;
  /** The copy of the project that is started; by default this one. */
  project?: string;
  /** Called with the id of the process as soon as there is one. */
  started?: (pid: number) => void;
}

const accountCreated = z.object({ api_key: z.string() });

/** Runs the program of `npm start` on free ports, and stops it when `use` has ended. */
export async function withSpawnedService<T>(
  { dataDir, project = PROJECT, started }: SpawnedServiceOptions,
  use: (service: SpawnedService) => Promise<T>,
): Promise<T> {
  // Without the compile cache of this process: `npm start` has a cache in its project, which a fresh clone does not have yet.
  const { NODE_COMPILE_CACHE: _, ...inherited } = process.env;
  const env = { ...inherited, DATA_DIR: dataDir, PORT: '0', EDGE_PORT: '0' };
  const began = performance.now();
  const child = spawn(process.execPath, [join(project, 'localstack/cli/commands/start.ts')], {
    cwd: project,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const { pid } = child;
  if (pid === undefined) throw new Error('npm start cannot be started');
  started?.(pid);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  try {
    const baseUrl = await readyAddress(child);
    return await use({
      pid,
      baseUrl,
      readySeconds: (performance.now() - began) / 1000,
      async makeKey() {
        const command = join(project, 'localstack/cli/commands/account.ts');
        const { stdout } = await promisify(execFile)(process.execPath, [command, 'create', '--plan', 'max', '--json'], {
          cwd: project,
          env,
        });
        return parseJson(accountCreated, stdout).api_key;
      },
    });
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

/** @throws Error when it ended, or is not ready in time */
async function readyAddress(child: ReturnType<typeof spawn>): Promise<string> {
  const ready = Promise.withResolvers<string>();
  let said = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    const [, address] = /^ready (http\S+)/m.exec(said) ?? [];
    if (address !== undefined) ready.resolve(address);
  });
  child.once('close', (code) => ready.reject(new Error(`npm start ended with ${code}`)));
  const timer = setTimeout(() => ready.reject(new Error('npm start is not ready')), READY_SECONDS * 1000);
  return ready.promise.finally(() => clearTimeout(timer));
}

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findFreePort } from '#emulators/free-port.ts';
import { signalProcess } from '#test/support/processes/process-tree.ts';
import { type RecordingProxy, startRecordingProxy } from './recording-proxy.ts';

/** The root user of the emulator. Functions have the rights of their roles. */
export const ROOT = { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test', AWS_REGION: 'us-east-1' } as const;
/** An idle process of a function ends after this time, except the last one of the function. */
const WARM_SECONDS = 20;
/** Functions at once, over all: the workers of seven queues, the schedules, and ten requests with what they call. */
const MOST_AT_ONCE = 80;
const START_MS = 120_000;
const START = join(import.meta.dirname, 'start-emulator.py');

/** An AWS-compatible endpoint that runs next to the test. */
export interface Emulator extends AsyncDisposable {
  /** `http://127.0.0.1:<port>`: the emulator itself. */
  url: string;
  /** The way to it that is recorded. */
  proxy: RecordingProxy;
  /** The file that has a line with its name for each process of a function that was started. */
  started: string;
  log: string;
  /** What there is, by kind. Empty: nothing. */
  resources(): Promise<Readonly<Record<string, readonly string[]>>>;
}

/** Whether a process has ended by itself or by a signal. */
const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

async function answers(port: number, child: ChildProcess): Promise<void> {
  const end = Date.now() + START_MS;
  for (;;) {
    if (hasEnded(child)) throw new Error(`The emulator ended with ${child.exitCode ?? child.signalCode}.`);
    const answer = await fetch(`http://127.0.0.1:${port}/_ministack/health`).catch(() => undefined);
    if (answer?.ok) return;
    if (Date.now() > end) throw new Error('The emulator does not answer.');
    await wait(200);
  }
}

/**
 * Starts MiniStack with permissions enforced and nothing in it.
 * @param python of `installPythonTools()`
 * @param folder for all files of it
 */
export async function startEmulator(python: string, folder: string): Promise<Emulator> {
  const port = await findFreePort();
  const proxy = await startRecordingProxy(port);
  const [started, log, tmp] = ['started.txt', 'emulator.log', 'tmp'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await mkdir(tmp, { recursive: true });
  const output = openSync(log, 'a');
  const child = spawn(python, [START], {
    cwd: folder,
    // Its own group, so that its functions end with it.
    detached: true,
    stdio: ['ignore', output, output],
    env: {
      ...ROOT,
      HOME: process.env.HOME,
      TMPDIR: tmp,
      GATEWAY_PORT: String(port),
      BIND_HOST: '127.0.0.1',
      AUTH: 'true',
      LAMBDA_WARM_TTL_SECONDS: String(WARM_SECONDS),
      LAMBDA_ACCOUNT_CONCURRENCY: String(MOST_AT_ONCE),
      // All from here on is for the processes of functions, which inherit it.
      PATH: `${join(import.meta.dirname, 'lambda-path')}:/usr/local/bin:/usr/bin:/bin`,
      LAMBDA_NODE: process.execPath,
      STARTED_FUNCTIONS: started,
      AWS_ENDPOINT_URL: proxy.url,
      // The receiver of the test is on this machine.
      WEBHOOK_ALLOW_LOOPBACK: 'true',
    },
  });
  closeSync(output);
  const kill = () => {
    // Its functions, too, if it has ended by itself.
    if (child.pid !== undefined) signalProcess(-child.pid, 'SIGKILL');
  };
  // Also when this process ends before it disposes of the emulator.
  process.once('exit', kill);
  const stop = async () => {
    const ended = hasEnded(child) ? undefined : once(child, 'exit');
    kill();
    await ended;
    process.off('exit', kill);
    await proxy[Symbol.asyncDispose]();
  };
  try {
    await answers(port, child);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: `http://127.0.0.1:${port}`,
    proxy,
    started,
    log,
    async resources() {
      const script = join(import.meta.dirname, 'list-resources.py');
      const env = { ...ROOT, AWS_DEFAULT_REGION: ROOT.AWS_REGION, PATH: process.env.PATH };
      const { stdout } = await promisify(execFile)(python, [script, proxy.url], { env });
      return JSON.parse(stdout) as Record<string, string[]>;
    },
    [Symbol.asyncDispose]: stop,
  };
}

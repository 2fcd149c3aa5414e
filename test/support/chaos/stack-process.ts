import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isProcessAlive } from '#emulators/host/process-table.ts';
import { readStackState, type StackState } from '#stack/state-file.ts';
import { INHERITED_ENVIRONMENT } from '#test/support/processes/inherited-environment.ts';
import {
  allGone,
  commandOf,
  descendantsOf,
  eventually,
  processesWith,
  signalProcess,
} from '../processes/process-tree.ts';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));

/** The functions between an event and its receivers. */
export type Victim = 'dispatchWebhooks' | 'deliverWebhook';
/** What their processes run. The deliverer is two functions: slow receivers have one. */
export const BUNDLES: Readonly<Record<Victim, readonly string[]>> = {
  dispatchWebhooks: ['/stream/dispatch-webhooks.mjs'],
  deliverWebhook: ['/queue/deliver-webhook.mjs', '/queue/deliver-slow-webhook.mjs'],
};

/** What runs the service, for those who break it. */
export interface Target {
  baseUrl: string;
  /** Address of the emulators. */
  endpoint: string;
  environment: Readonly<Record<string, string>>;
  dataDir: string;
  /** The file that has what the service says of its processes. */
  log: string;
  /** Process ids of the workers of a function. */
  workers(name: Victim): number[];
  /** Process ids of the service whose command line has one of these texts. */
  processes(texts: readonly string[]): number[];
  /** Ends every process of it at once, as a power cut would. */
  kill(): Promise<void>;
  /** Starts it again on the same data, and on the same ports. @throws Error with what it wrote when it does not start */
  start(): Promise<void>;
  /** Ends every process of it at once, and starts it again on the same data. */
  killEverything(): Promise<void>;
  stop(): Promise<void>;
}

type Variables = Readonly<Record<string, string>>;

async function startOnce(dataDir: string, variables: Variables) {
  const child = spawn(process.execPath, ['localstack/cli/commands/start.ts'], {
    cwd: PROJECT,
    env: { ...INHERITED_ENVIRONMENT, DATA_DIR: dataDir, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let written = '';
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors = (errors + chunk).slice(-2000);
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      written += chunk;
      if (/^ready /m.test(written)) resolve();
    });
    child.once('exit', () => reject(new Error(`the service did not start: ${errors.trim()}`)));
  });
  const state: StackState | undefined = readStackState(join(dataDir, 'stack.json'));
  if (!state) throw new Error('the service says nothing about itself');
  return { pid: child.pid ?? -1, state };
}

/** `npm start` as its own process, so that all of it can be killed. @param variables of its environment, next to DATA_DIR */
export async function startTarget(dataDir: string, variables: Variables = {}): Promise<Target> {
  let running = await startOnce(dataDir, { PORT: '0', EDGE_PORT: '0', ...variables });
  const { base_url: baseUrl, endpoint, environment, ports } = running.state;
  const processes = (texts: readonly string[]): number[] =>
    descendantsOf(running.pid).filter((pid) => texts.some((text) => commandOf(pid).includes(text)));
  const target: Target = {
    baseUrl,
    endpoint,
    environment,
    dataDir,
    log: join(dataDir, 'logs', 'stack.log'),
    workers: (name) => processes(BUNDLES[name]),
    processes,
    async kill() {
      // All that it starts has the folder in its environment. What was just being started is found at the second look.
      await eventually('everything is gone', () => {
        const left = processesWith(dataDir).filter((pid) => pid !== process.pid && isProcessAlive(pid));
        for (const pid of left) signalProcess(pid, 'SIGKILL');
        return left.length === 0;
      });
    },
    async start() {
      running = await startOnce(dataDir, { ...variables, PORT: String(ports.api), EDGE_PORT: String(ports.edge) });
    },
    async killEverything() {
      await target.kill();
      await target.start();
    },
    async stop() {
      // Gone already: whatever broke off says why.
      if (allGone([running.pid])) return;
      process.kill(running.pid, 'SIGTERM');
      await eventually('the service has ended', () => allGone([running.pid]));
    },
  };
  return target;
}

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readState, type StackState } from '../../../localstack/stack/state-file.ts';
import { allGone, descendantsOf, eventually } from '../processes/process-tree.ts';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));

/** The functions between an event and its receivers. */
export type Victim = 'dispatchWebhooks' | 'deliverWebhook';
/** What their processes run. The deliverer is two functions: slow receivers have one of their own. */
const BUNDLES: Readonly<Record<Victim, readonly string[]>> = {
  dispatchWebhooks: ['/stream/dispatch-webhooks.mjs'],
  deliverWebhook: ['/queue/deliver-webhook.mjs', '/queue/deliver-slow-webhook.mjs'],
};

/** What runs the service, for those who break it. */
export interface Target {
  baseUrl: string;
  environment: Readonly<Record<string, string>>;
  /** The file that has what the service says of its processes. */
  log: string;
  /** Process ids of the workers of a function. */
  workers(name: Victim): number[];
  /** Ends every process of it at once, as a power cut would, and starts it again on the same data. */
  killEverything(): Promise<void>;
  stop(): Promise<void>;
}

const commandOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
};

async function startOnce(dataDir: string, ports: { PORT: string; EDGE_PORT: string }) {
  const child = spawn(process.execPath, ['localstack/commands/start.ts'], {
    cwd: PROJECT,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir, ...ports },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let written = '';
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      written += chunk;
      if (/^ready /m.test(written)) resolve();
    });
    child.once('exit', () => reject(new Error('the service did not start')));
  });
  const state: StackState | undefined = readState(join(dataDir, 'stack.json'));
  if (!state) throw new Error('the service says nothing about itself');
  return { pid: child.pid ?? -1, state };
}

/** `npm start` as a process of its own, so that all of it can be killed. */
export async function startTarget(dataDir: string): Promise<Target> {
  let running = await startOnce(dataDir, { PORT: '0', EDGE_PORT: '0' });
  const { base_url: baseUrl, environment, ports } = running.state;
  return {
    baseUrl,
    environment,
    log: join(dataDir, 'logs', 'stack.log'),
    workers: (name) =>
      descendantsOf(running.pid).filter((pid) => BUNDLES[name].some((bundle) => commandOf(pid).includes(bundle))),
    async killEverything() {
      const all = [running.pid, ...descendantsOf(running.pid)];
      for (const pid of all) process.kill(pid, 'SIGKILL');
      await eventually('everything is gone', () => allGone(all));
      running = await startOnce(dataDir, { PORT: String(ports.api), EDGE_PORT: String(ports.edge) });
    },
    async stop() {
      // Gone already: whatever broke off says why.
      if (allGone([running.pid])) return;
      process.kill(running.pid, 'SIGTERM');
      await eventually('the service has ended', () => allGone([running.pid]), 30_000);
    },
  };
}

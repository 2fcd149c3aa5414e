import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createLocalStackAwsClients, type StackClients } from '#stack/clients.ts';
import { type RunningStack, type StackOptions, startStack } from '#stack/start-stack.ts';
import { INHERITED_ENVIRONMENT } from '#test/support/processes/inherited-environment.ts';

export const FIXTURE_SERVICE_DIR = fileURLToPath(new URL('../../fixtures/stack-service', import.meta.url));
const START = fileURLToPath(new URL('../../../localstack/cli/commands/start.ts', import.meta.url));

export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'stack-'));
export const remove = (folder: string): void => rmSync(folder, { recursive: true, force: true });

/** The stack of the fixture service in this process, on free ports. */
export const startFixture = (dataDir: string, options: Partial<StackOptions> = {}): Promise<RunningStack> =>
  startStack({
    port: 0,
    edgePort: 0,
    dataDir,
    serviceDir: FIXTURE_SERVICE_DIR,
    logLevel: 'silent',
    environment: INHERITED_ENVIRONMENT,
    ...options,
  });

export const clientsOf = (endpoint: string): StackClients =>
  createLocalStackAwsClients({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });

export interface Started {
  child: ChildProcess;
  pid: number;
  /** What it has written so far. */
  output(): { stdout: string; stderr: string };
  /** Resolves to the base URL; rejects when the process ends before. */
  ready: Promise<string>;
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

/** `npm start` as a process, with the fixture service. */
export function startProcess(environment: Readonly<Record<string, string>>, cwd = FIXTURE_SERVICE_DIR): Started {
  const child = spawn(process.execPath, [START], {
    cwd,
    env: { ...INHERITED_ENVIRONMENT, PORT: '0', EDGE_PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const written = { stdout: '', stderr: '' };
  child.stderr.on('data', (chunk) => {
    written.stderr += chunk;
  });
  const exited: Started['exited'] = new Promise((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      written.stdout += chunk;
      const line = /^ready (\S+)$/m.exec(written.stdout);
      if (line?.[1] !== undefined) resolve(line[1]);
    });
    void exited.then(() => reject(new Error(`npm start ended: ${written.stderr}`)));
  });
  ready.catch(() => undefined);
  return { child, pid: child.pid ?? -1, output: () => written, ready, exited };
}

/** Sends bytes to the API as they are and returns all that comes back. */
export function sendRaw(port: number, bytes: string, host = '127.0.0.1'): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, host, () => socket.write(bytes));
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });
}

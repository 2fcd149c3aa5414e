import { type ChildProcess, fork } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { StackLog } from '#emulators/host/stack-log.ts';
import { StartError } from '#emulators/host/start-error.ts';
import { describeExit, type Running } from '#emulators/supervised.ts';

const CLI = fileURLToPath(import.meta.resolve('serverless/bin/serverless.js'));

/** The process takes a free port for what it closes at once: `supervisor.ts`. */
const argumentsOf = (port: number): string[] => [
  ...['offline', 'start', '--stage', 'local', '--host', '127.0.0.1'],
  ...['--httpPort', String(port), '--lambdaPort', '0'],
];

const START_MS = 240_000;

/** As large as a client may send them: the garbage of an attacker must reach authentication, which answers 401. */
export const MAX_HTTP_HEADER_BYTES = 256 * 1024;

const serviceSchema = z.object({
  name: z.string(),
  stage: z.string(),
  region: z.string(),
  timeoutSeconds: z.number().optional(),
  memorySizeMb: z.number().optional(),
  environment: z.record(z.string(), z.unknown()),
  functions: z.record(
    z.string(),
    z.looseObject({ handler: z.string(), environment: z.record(z.string(), z.unknown()).default({}) }),
  ),
  resources: z.record(z.string(), z.unknown()),
});

/** serverless.yml as the Serverless framework resolved it, CloudFormation's own functions still in it. */
export type Service = z.infer<typeof serviceSchema>;

const messageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('service'), service: serviceSchema }),
  z.object({ type: z.literal('ready'), port: z.number().int() }),
  z.object({ type: z.literal('refused'), reason: z.string() }),
]);

export interface FunctionEnvironments {
  /** Environment of every function. */
  environment: Record<string, string>;
  /** Further environment of a function, by its name in serverless.yml. */
  functionEnvironments: Record<string, Record<string, string>>;
}

export interface ApiProcessOptions {
  serviceDir: string;
  /** Port of 127.0.0.1 that it listens on. */
  port: number;
  logs: string;
  /** Environment of the process itself, next to the functions' own. */
  processEnvironment: Readonly<Record<string, string>>;
  /** Called with what serverless.yml says; resolves to the environment, every value final. */
  configure(service: Service): Promise<FunctionEnvironments>;
  /** Gives up a process that has not answered yet. */
  signal: AbortSignal;
  log: StackLog;
}

/** Starts `serverless offline` and resolves when it answers; rejects with its last words when it ends before. */
export function startApiProcess(options: ApiProcessOptions): Promise<Running> {
  const child = fork(CLI, argumentsOf(options.port), {
    cwd: options.serviceDir,
    env: { ...options.processEnvironment, LOCAL_STACK_SUPERVISED: '1' },
    execArgv: ['--enable-source-maps', `--max-http-header-size=${MAX_HTTP_HEADER_BYTES}`],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // Ctrl-C in the terminal is for the supervisor, which then ends things in order.
    detached: true,
  });
  const lastWords = keepOutput(child, join(options.logs, 'api.log'));
  // 'close' follows 'exit' once all output has come in.
  child.once('close', () => {
    const reason = lastWords();
    if (reason !== '') options.log.error(`api: ${reason}`);
  });
  return new Promise((resolve, reject) => {
    const giveUp = () => child.kill('SIGKILL');
    const timer = setTimeout(giveUp, START_MS);
    options.signal.addEventListener('abort', giveUp);
    if (options.signal.aborted) giveUp();
    const settle = () => {
      clearTimeout(timer);
      options.signal.removeEventListener('abort', giveUp);
    };
    child.once('error', reject);
    child.once('close', (code: number | null, signal: NodeJS.Signals | null) => {
      settle();
      reject(
        new StartError(`serverless offline ended (${describeExit(code, signal)}): ${lastWords() || 'see api.log'}`),
      );
    });
    child.on('message', (raw) => {
      const message = messageSchema.parse(raw);
      if (message.type === 'refused') {
        options.log.warn(`gateway: ${message.reason}`);
        return;
      }
      if (message.type === 'ready') {
        settle();
        resolve({ child, port: message.port, end: () => child.connected && child.disconnect() });
        return;
      }
      options.configure(message.service).then(
        (environment) => child.connected && child.send({ type: 'environment', ...environment }),
        (error) => {
          reject(error);
          child.kill('SIGKILL');
        },
      );
    });
  });
}

/** Copies the output of a process into a file; returns what it said of the error that ended it. */
function keepOutput(child: ChildProcess, path: string): () => string {
  const file = createWriteStream(path, { flags: 'a' });
  file.on('error', () => undefined);
  let tail = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      file.write(chunk);
      tail = (tail + chunk.toString('utf8')).slice(-16_384);
    });
  }
  child.once('close', () => file.end());
  return () => {
    const lines = tail
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
    const crash = lines.findLastIndex((line) => line.startsWith('uncaught exception: '));
    // The CLI puts a heading above the error that ended it.
    const heading = lines.lastIndexOf('Error:');
    const start = crash >= 0 ? crash : heading + 1;
    return crash < 0 && heading < 0 ? '' : lines.slice(start, start + 5).join(' | ');
  };
}

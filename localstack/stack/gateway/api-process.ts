import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { createRotatedLogWriter } from '#emulators/host/create-rotated-log-writer.ts';
import type { StackLog } from '#emulators/host/stack-log.ts';
import { StartError } from '#emulators/host/start-error.ts';
import { describeExit, type RunningServiceProcess } from '#emulators/supervised.ts';
import { groupLeaderOptions } from '#kernel/shared/process-group.ts';

const HOST_SCRIPT = fileURLToPath(new URL('../../deploy/offline-host.ts', import.meta.url));

const START_MS = 240_000;

/** Most bytes of headers, so high that an attacker's large headers reach authentication, which answers 401. */
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
  /** `minimumCompressionSize`: bytes from which the bodies of answers are compressed; absent: none is. */
  compressFrom: z.number().optional(),
  /** Bounds of a client's requests in a minute, and the routes that have a separate bound. */
  requests: z
    .object({
      bounds: z.object({ address: z.number(), address_costly: z.number(), credential: z.number() }),
      costly: z.array(z.templateLiteral([z.string(), ' /', z.string()])),
    })
    .optional(),
});

/** serverless.yml as the Serverless CLI has resolved it, which does not resolve functions of CloudFormation. */
export type ResolvedServerlessYml = z.infer<typeof serviceSchema>;

const messageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('service'), service: serviceSchema }),
  z.object({ type: z.literal('ready'), port: z.number().int() }),
  z.object({ type: z.literal('bundled'), failure: z.string().optional() }),
  z.object({ type: z.literal('refused'), reason: z.string() }),
]);

/** The environments of the functions. */
export interface FunctionEnvironments {
  /** Environment of every function. */
  environment: Record<string, string>;
  /** Additional environment of single functions, by their names in serverless.yml. */
  functionEnvironments: Record<string, Record<string, string>>;
}

/** Options of `startApiProcess`. */
export interface ApiProcessOptions {
  serviceDir: string;
  /** Port of 127.0.0.1 on which it listens. */
  port: number;
  /** Folder of the log files. */
  logs: string;
  /** Environment of the process, in addition to that of the functions. */
  processEnvironment: Readonly<Record<string, string>>;
  /** Called with the content of serverless.yml. Resolves to the final environments. */
  configure(service: ResolvedServerlessYml): Promise<FunctionEnvironments>;
  /** Called when the bundles of the workers are made, or with the reason why they cannot be made. */
  bundled(failure: string | undefined): void;
  /** Ends a process that does not answer yet. */
  signal: AbortSignal;
  log: StackLog;
}

/** Starts `serverless offline`, and resolves when it answers. @throws StartError with its error message if it ends before */
export function startApiProcess(options: ApiProcessOptions): Promise<RunningServiceProcess> {
  const child = fork(HOST_SCRIPT, [String(options.port)], {
    cwd: options.serviceDir,
    env: { ...options.processEnvironment, LOCAL_STACK_SUPERVISED: '1' },
    execArgv: ['--enable-source-maps', `--max-http-header-size=${MAX_HTTP_HEADER_BYTES}`],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // So that Ctrl-C in the terminal reaches only the supervisor, which ends its processes in order.
    ...groupLeaderOptions(),
  });
  const output = keepOutput(child, join(options.logs, 'api.log'));
  // 'close' follows 'exit' once all output was received.
  child.once('close', () => {
    const reason = output.error();
    if (reason !== '') options.log.error(`api: ${reason}`);
  });
  return new Promise((resolve, reject) => {
    const kill = () => child.kill('SIGKILL');
    const timer = setTimeout(kill, START_MS);
    options.signal.addEventListener('abort', kill);
    if (options.signal.aborted) kill();
    const settle = () => {
      clearTimeout(timer);
      options.signal.removeEventListener('abort', kill);
    };
    child.once('error', reject);
    child.once('close', (code: number | null, signal: NodeJS.Signals | null) => {
      settle();
      reject(
        new StartError(
          `serverless offline ended (${describeExit(code, signal)}): ${output.error() || output.end() || 'it wrote nothing'}`,
        ),
      );
    });
    child.on('message', (raw) => {
      const message = messageSchema.parse(raw);
      if (message.type === 'refused') {
        options.log.warn(`gateway: ${message.reason}`);
        return;
      }
      if (message.type === 'bundled') return options.bundled(message.failure);
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

/** The end of a process's output. */
interface KeptOutput {
  /** The message of the error that ended the process; empty without one. */
  error(): string;
  /** The last lines. */
  end(): string;
}

/** Most lines of a reason. */
const REASON_LINES = 5;

/** Copies the output of a process to a file, and keeps its end. */
function keepOutput(child: ChildProcess, path: string): KeptOutput {
  const append = createRotatedLogWriter(path);
  let tail = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      try {
        append(chunk);
      } catch {
        // The disk may be full, and the folder may already be deleted while the stack stops.
      }
      tail = (tail + chunk.toString('utf8')).slice(-16_384);
    });
  }
  const readLines = (): string[] =>
    tail
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
  return {
    error() {
      const lines = readLines();
      const crash = lines.findLastIndex((line) => line.startsWith('uncaught exception: '));
      // The CLI writes a heading above the error that ends it.
      const heading = lines.lastIndexOf('Error:');
      const start = crash >= 0 ? crash : heading + 1;
      return crash < 0 && heading < 0 ? '' : lines.slice(start, start + REASON_LINES).join(' | ');
    },
    end: () => readLines().slice(-REASON_LINES).join(' | '),
  };
}

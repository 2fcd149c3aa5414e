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

/** Milliseconds until the process must answer: the first start bundles all functions. */
const START_MS = 240_000;

/** The largest number of bytes of headers, so high that an attacker's large headers reach authentication, which answers 401. */
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
  const output = recordOutput(child, join(options.logs, 'api.log'));
  // 'close' follows 'exit' once all output was received.
  child.once('close', () => {
    const reason = output.failureReason();
    if (reason !== '') options.log.error(`api: ${reason}`);
  });
  return new Promise((resolve, reject) => {
    const kill = () => child.kill('SIGKILL');
    const timer = setTimeout(kill, START_MS);
    options.signal.addEventListener('abort', kill);
    if (options.signal.aborted) kill();
    const endStart = () => {
      clearTimeout(timer);
      options.signal.removeEventListener('abort', kill);
    };
    child.once('error', reject);
    child.once('close', (code: number | null, signal: NodeJS.Signals | null) => {
      endStart();
      reject(
        new StartError(
          `serverless offline ended (${describeExit(code, signal)}): ${output.failureReason() || output.lastLines() || 'it wrote nothing'}`,
        ),
      );
    });
    child.on('message', (rawMessage) => {
      const message = messageSchema.parse(rawMessage);
      if (message.type === 'refused') {
        options.log.warn(`gateway: ${message.reason}`);
        return;
      }
      if (message.type === 'bundled') return options.bundled(message.failure);
      if (message.type === 'ready') {
        endStart();
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
interface OutputTail {
  /** The message of the error that ended the process; empty without one. */
  failureReason(): string;
  /** The last lines. */
  lastLines(): string;
}

/** The largest number of lines of a reason. */
const MAX_REASON_LINES = 5;

/** Copies the output of a process to a file, and keeps its end. */
function recordOutput(child: ChildProcess, path: string): OutputTail {
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
    failureReason() {
      const lines = readLines();
      const crashIndex = lines.findLastIndex((line) => line.startsWith('uncaught exception: '));
      // The CLI writes a heading above the error that ends it.
      const headingIndex = lines.lastIndexOf('Error:');
      const startIndex = crashIndex >= 0 ? crashIndex : headingIndex + 1;
      return crashIndex < 0 && headingIndex < 0
        ? ''
        : lines.slice(startIndex, startIndex + MAX_REASON_LINES).join(' | ');
    },
    lastLines: () => readLines().slice(-MAX_REASON_LINES).join(' | '),
  };
}

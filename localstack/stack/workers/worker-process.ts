import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { StackLog } from '#emulators/host/stack-log.ts';
import { errorMessageOf } from '#kernel/shared/error-message.ts';
import { parseJsonWithoutSchema } from '#kernel/shared/parse-json.ts';
import { groupLeaderOptions, killProcessGroup } from '#kernel/shared/process-group.ts';
import type { LocalFunction } from '../events/types.ts';
import { isMetricRecordLine } from '../metric-record-line.ts';
import { temporaryFolderVariables, workerEnvironment } from './environment.ts';
import { doRequestsWaitForFunction, lowerPriority } from './lower-priority.ts';
import type { EndWorkerMessage, InvokeMessage, SerializedError, WorkerMessage } from './protocol.ts';

const WORKER_FILE = fileURLToPath(new URL('./worker.ts', import.meta.url));
/** The longest wait for the last messages and lines of an ended process. */
const DRAIN_MS = 1000;

/** An error of an invocation: the handler threw it, or its process ended. */
export class InvocationError extends Error {
  override name = 'InvocationError';
  /** Lambda's name for it: the name of the thrown error, or a type of Lambda. */
  readonly errorType: string;

  constructor(message: string, errorType = 'Error') {
    super(message);
    this.errorType = errorType;
  }
}

/** A process that has loaded a function, and runs one event at a time of that function or another of its host. */
export interface WorkerProcess {
  readonly pid: number | undefined;
  /** Reports whether it runs and is not about to end. */
  alive(): boolean;
  /** Resolves when the handler is loaded; rejects if the process ends before. */
  readonly ready: Promise<void>;
  /** Resolves when the process and its children have ended; never rejects. */
  readonly gone: Promise<void>;
  /** Runs an event. @throws the error of the handler, or the reason why the process ended */
  run(fn: LocalFunction, event: unknown): Promise<unknown>;
  /** Ends the process after a running event. */
  terminate(): void;
  /** Ends the process and its children at once. */
  kill(reason: string): void;
}

/** Options of `startWorkerProcess`. */
export interface WorkerProcessOptions {
  baseEnvironment: Readonly<Record<string, string>>;
  /** A folder in which the process has a folder for its temporary files. */
  temporaryDir?: string | undefined;
  nodePath: string;
  log: StackLog;
}

function toError({ name, message, stack }: SerializedError): Error {
  const error = new InvocationError(`${name}: ${message}`, name);
  if (stack !== undefined) error.stack = stack;
  return error;
}

function pipeLines(stream: Readable | null, write: (line: string) => void): void {
  if (stream !== null) createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY }).on('line', write);
}

/** Waits until a process has ended and all of its messages and output were read. */
function whenGone(child: ChildProcess): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => {
      // When a process ends, its children continue to run.
      killProcessGroup(child.pid);
      const finish = () => resolve({ code, signal });
      // `close` never comes if a child that left the group keeps the pipes open.
      const timer = setTimeout(finish, DRAIN_MS);
      child.once('close', () => {
        clearTimeout(timer);
        finish();
      });
    });
    child.once('error', () => {
      if (child.pid === undefined) resolve({ code: null, signal: null });
    });
  });
}

/** Makes a folder for the temporary files of one process. Returns undefined on a full disk; the system's folder is used then. */
function makeTemporaryFolder(parent: string, name: string, log: StackLog): string | undefined {
  try {
    return mkdtempSync(join(parent, `${name}-`));
  } catch (error) {
    log.warn(`[${name}] has no folder for temporary files: ${errorMessageOf(error)}`);
    return undefined;
  }
}

/**
 * Starts a process for a function and those of the same host. It handles one event at a time, and is killed with its children when time is up.
 */
export function startWorkerProcess(fn: LocalFunction, options: WorkerProcessOptions): WorkerProcess {
  const name = fn.host ?? fn.name;
  const { log, temporaryDir } = options;
  const temporaryFolder = temporaryDir === undefined ? undefined : makeTemporaryFolder(temporaryDir, name, log);
  /** The environment of each function. It is made once, because all events of the process have the same log stream. */
  const environments = new Map<string, Record<string, string>>();
  const environmentOf = (calledFunction: LocalFunction): Record<string, string> => {
    const environment =
      environments.get(calledFunction.name) ?? workerEnvironment(calledFunction, options.baseEnvironment);
    environments.set(calledFunction.name, environment);
    return environment;
  };
  const child = fork(WORKER_FILE, [fn.bundle], {
    execPath: options.nodePath,
    execArgv: [],
    env: { ...environmentOf(fn), ...temporaryFolderVariables(temporaryFolder) },
    cwd: dirname(fn.bundle),
    ...groupLeaderOptions(),
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  if (!doRequestsWaitForFunction(fn)) lowerPriority(child);
  pipeLines(child.stdout, (line) => (isMetricRecordLine(line) ? log.debug : log.info)(`[${name}] ${line}`));
  pipeLines(child.stderr, (line) => log.warn(`[${name}] ${line}`));

  const handlerLoaded = Promise.withResolvers<void>();
  let currentInvocation: PromiseWithResolvers<unknown> | undefined;
  let crashError: Error | undefined;
  let endError: Error | undefined;
  let isEnding = false;

  child.on('message', (message: WorkerMessage) => {
    switch (message.type) {
      case 'ready':
        return handlerLoaded.resolve();
      case 'answer':
        return currentInvocation?.resolve(parseJsonWithoutSchema(message.answer));
      case 'error':
        return currentInvocation?.reject(toError(message.error));
      case 'crash':
        crashError = toError(message.error);
    }
  });
  child.once('error', (error) => {
    crashError ??= error;
  });
  const warnOfFiles = (error: Error) =>
    log.warn(`[${name}] temporary files stay until the next start: ${error.message}`);

  const gone = whenGone(child).then(async ({ code, signal }) => {
    endError =
      crashError ?? new InvocationError(`its process ended with ${signal ?? `exit code ${code}`}`, 'Runtime.ExitError');
    handlerLoaded.reject(endError);
    currentInvocation?.reject(endError);
    if (temporaryFolder !== undefined)
      await rm(temporaryFolder, { recursive: true, force: true, maxRetries: 3 }).catch(warnOfFiles);
  });
  // Only users of the process await this promise.
  handlerLoaded.promise.catch(() => undefined);

  const kill = (reason: string, errorType?: string) => {
    // After the end of a group, its id may belong to another group.
    if (endError !== undefined) return;
    crashError ??= new InvocationError(reason, errorType);
    killProcessGroup(child.pid);
  };

  return {
    pid: child.pid,
    alive: () => !isEnding && crashError === undefined && endError === undefined && child.connected,
    ready: handlerLoaded.promise,
    gone,
    run: async (calledFunction, event) => {
      if (endError !== undefined) throw endError;
      const { bundle, timeoutSeconds } = calledFunction;
      const eventJson = JSON.stringify(event ?? null);
      const invocation = Promise.withResolvers<unknown>();
      currentInvocation = invocation;
      const timeoutMs = timeoutSeconds * 1000;
      const killOnTimeout = () => kill(`Task timed out after ${timeoutSeconds.toFixed(2)} seconds`, 'Sandbox.Timedout');
      const timer = setTimeout(killOnTimeout, timeoutMs);
      const message: InvokeMessage = {
        type: 'invoke',
        requestId: randomUUID(),
        event: eventJson,
        bundle,
        environment: calledFunction.host === undefined ? undefined : environmentOf(calledFunction),
        deadlineMs: Date.now() + timeoutMs,
      };
      // After the channel has closed the process ends, which rejects the invocation.
      child.send(message, () => undefined);
      try {
        return await invocation.promise;
      } finally {
        clearTimeout(timer);
        currentInvocation = undefined;
      }
    },
    terminate: () => {
      isEnding = true;
      // Not a signal: Windows has none that a process can handle.
      const end: EndWorkerMessage = { type: 'end' };
      if (child.connected) child.send(end, () => undefined);
    },
    kill,
  };
}

import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { StackLog } from '#emulators/host/stack-log.ts';
import { jsonValue } from '#kernel/shared/parse-json.ts';
import type { LocalFunction } from '../events/types.ts';
import { errorMessage } from '../events/wait.ts';
import { isRecord } from '../record-line.ts';
import { workerEnvironment } from './environment.ts';
import type { InvokeMessage, SerializedError, WorkerMessage } from './protocol.ts';

const WORKER_FILE = fileURLToPath(new URL('./worker.ts', import.meta.url));
/** Longest wait for the last messages and lines of an ended process. */
const DRAIN_MS = 1000;

/** An invocation ended in an error: thrown by the handler, or the end of its process. */
export class InvocationError extends Error {
  override name = 'InvocationError';
  /** Name that Lambda gives it: the name of the error that was thrown, or its own type. */
  readonly errorType: string;

  constructor(message: string, errorType = 'Error') {
    super(message);
    this.errorType = errorType;
  }
}

/** A process with a function loaded, which runs one event at a time, of it or of another function of its host. */
export interface WorkerProcess {
  readonly pid: number | undefined;
  /** Neither ended nor about to. */
  alive(): boolean;
  /** Resolves when the handler is loaded; rejects when the process ended before. */
  readonly ready: Promise<void>;
  /** Resolves when the process is gone, with its children; never rejects. */
  readonly gone: Promise<void>;
  /** Rejects with what the handler threw, or with the reason why the process ended. */
  run(fn: LocalFunction, event: unknown): Promise<unknown>;
  /** Lets a running event end, then ends the process. */
  terminate(): void;
  /** Ends the process and its children at once. */
  kill(why: string): void;
}

export interface WorkerProcessOptions {
  baseEnvironment: Readonly<Record<string, string>>;
  /** The process has a folder in it for its temporary files. */
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

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // ESRCH: nothing of the group is left.
  }
}

/** Resolves when the process has ended and what it had sent was read. */
function whenGone(child: ChildProcess): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => {
      // A process that dies by itself leaves its children running.
      killGroup(child.pid);
      const end = () => resolve({ code, signal });
      // `close` never comes when a child that left the group keeps the pipes open.
      const timer = setTimeout(end, DRAIN_MS);
      child.once('close', () => {
        clearTimeout(timer);
        end();
      });
    });
    child.once('error', () => {
      if (child.pid === undefined) resolve({ code: null, signal: null });
    });
  });
}

/** A folder for the temporary files of one process. Undefined on a full disk: they go where those of other programs go then. */
function temporaryFolder(parent: string, name: string, log: StackLog): string | undefined {
  try {
    return mkdtempSync(join(parent, `${name}-`));
  } catch (error) {
    log.warn(`[${name}] has no folder for temporary files: ${errorMessage(error)}`);
    return undefined;
  }
}

/**
 * Starts a process for a function and those of the same host. It handles one event at a time and is killed with its children when time is up.
 */
export function startWorkerProcess(fn: LocalFunction, options: WorkerProcessOptions): WorkerProcess {
  const name = fn.host ?? fn.name;
  const { log, temporaryDir } = options;
  const folder = temporaryDir === undefined ? undefined : temporaryFolder(temporaryDir, name, log);
  /** The environment of each function, made once: the name of the log stream is that of the process. */
  const environments = new Map<string, Record<string, string>>();
  const environmentOf = (called: LocalFunction): Record<string, string> => {
    const found = environments.get(called.name) ?? workerEnvironment(called, options.baseEnvironment);
    environments.set(called.name, found);
    return found;
  };
  const child = fork(WORKER_FILE, [fn.bundle], {
    execPath: options.nodePath,
    execArgv: [],
    env: { ...environmentOf(fn), ...(folder === undefined ? {} : { TMPDIR: folder }) },
    cwd: dirname(fn.bundle),
    // Its own group, so that it can be killed together with its children, and Ctrl-C leaves it to the pool.
    detached: true,
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  pipeLines(child.stdout, (line) => (isRecord(line) ? log.debug : log.info)(`[${name}] ${line}`));
  pipeLines(child.stderr, (line) => log.warn(`[${name}] ${line}`));

  const loaded = Promise.withResolvers<void>();
  let current: PromiseWithResolvers<unknown> | undefined;
  let crash: Error | undefined;
  let ended: Error | undefined;
  let ending = false;

  child.on('message', (message: WorkerMessage) => {
    switch (message.type) {
      case 'ready':
        return loaded.resolve();
      case 'answer':
        return current?.resolve(jsonValue(message.answer));
      case 'error':
        return current?.reject(toError(message.error));
      case 'crash':
        crash = toError(message.error);
    }
  });
  child.once('error', (error) => {
    crash ??= error;
  });
  const noteLeftBehind = (error: Error) =>
    log.warn(`[${name}] temporary files stay until the next start: ${error.message}`);

  const gone = whenGone(child).then(async ({ code, signal }) => {
    ended =
      crash ?? new InvocationError(`its process ended with ${signal ?? `exit code ${code}`}`, 'Runtime.ExitError');
    loaded.reject(ended);
    current?.reject(ended);
    if (folder !== undefined) await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(noteLeftBehind);
  });
  // Both are looked at only by those who use the process.
  loaded.promise.catch(() => undefined);

  const kill = (why: string, errorType?: string) => {
    // The id of a group that is gone may belong to another group by now.
    if (ended !== undefined) return;
    crash ??= new InvocationError(why, errorType);
    killGroup(child.pid);
  };

  return {
    pid: child.pid,
    alive: () => !ending && crash === undefined && ended === undefined && child.connected,
    ready: loaded.promise,
    gone,
    run: async (called, event) => {
      if (ended !== undefined) throw ended;
      const { bundle, timeoutSeconds } = called;
      const json = JSON.stringify(event ?? null);
      const invocation = Promise.withResolvers<unknown>();
      current = invocation;
      const timeoutMs = timeoutSeconds * 1000;
      const timeOut = () => kill(`Task timed out after ${timeoutSeconds.toFixed(2)} seconds`, 'Sandbox.Timedout');
      const timer = setTimeout(timeOut, timeoutMs);
      const message: InvokeMessage = {
        type: 'invoke',
        requestId: randomUUID(),
        event: json,
        bundle,
        environment: called.host === undefined ? undefined : environmentOf(called),
        deadlineMs: Date.now() + timeoutMs,
      };
      // After the channel has closed the process ends, which rejects the invocation.
      child.send(message, () => undefined);
      try {
        return await invocation.promise;
      } finally {
        clearTimeout(timer);
        current = undefined;
      }
    },
    terminate: () => {
      ending = true;
      child.kill('SIGTERM');
    },
    kill,
  };
}

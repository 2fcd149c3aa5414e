import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';

export interface CommandLimits {
  /** Longest run, in milliseconds. */
  timeoutMs: number;
  /** Most bytes of standard output. */
  bytes: number;
}

export interface CommandRun {
  /** Program and arguments: given to the system as they are, by no shell. */
  command: readonly [string, ...string[]];
  /** The whole environment of the program. */
  environment: Readonly<Record<string, string>>;
  /** What it reads from its standard input, to the end. */
  input: string;
}

/** A program ended with a failure, or did not end. `message` has the last of what it complained: for the log only. */
export class CommandError extends Error {
  override name = 'CommandError';
}

/** What is kept of standard error, in characters. */
const COMPLAINTS = 500;

/** Ends a program with everything that it has started: it leads a process group of its own. */
function killGroup({ pid }: ChildProcessWithoutNullStreams): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The whole group is gone already.
  }
}

/**
 * Runs a program that the operator has installed: text in, bytes out. Nothing of it is left when this returns or throws.
 * @throws CommandError; the signal's reason after an abort.
 */
export async function runCommand(run: CommandRun, limits: CommandLimits, signal?: AbortSignal): Promise<Buffer> {
  signal?.throwIfAborted();
  const [program, ...args] = run.command;
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const child = spawn(program, args, { env: { ...run.environment }, detached: true, stdio: 'pipe' });
  const parts: Buffer[] = [];
  let bytes = 0;
  let complaints = '';
  const fail = (what: string, cause?: unknown) =>
    reject(new CommandError(complaints === '' ? what : `${what}: ${complaints}`, { cause }));
  const abort = () => reject(signal?.reason);
  const timer = setTimeout(() => fail(`it was not done after ${limits.timeoutMs} ms`), limits.timeoutMs);
  signal?.addEventListener('abort', abort, { once: true });
  child.stdout.on('data', (part: Buffer) => {
    bytes += part.length;
    if (bytes <= limits.bytes) parts.push(part);
    else fail(`it wrote more than ${limits.bytes} bytes`);
  });
  child.stderr.setEncoding('utf8');
  child.stderr.on('data', (text: string) => {
    complaints = (complaints + text).slice(-COMPLAINTS);
  });
  // A program that ends before it has read everything may have heard enough.
  child.stdin.on('error', () => undefined);
  child.once('error', (cause) => fail('it could not be started', cause));
  // What it has started may hold its output open, so that "close" would never come.
  child.once('exit', () => killGroup(child));
  child.once('close', (code, by) => {
    if (code === 0) resolve(Buffer.concat(parts));
    else fail(`it ended with ${by ?? `code ${code}`}`);
  });
  child.stdin.end(run.input);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
    killGroup(child);
  }
}

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';

export interface SynthesizerLimits {
  /** Longest run, in milliseconds. */
  timeoutMs: number;
  /** Most bytes of standard output. */
  bytes: number;
}

export interface SynthesizerRun {
  /** Program and arguments: given to the system as they are, by no shell. */
  command: readonly [string, ...string[]];
  /** The whole environment of the program. */
  environment: Readonly<Record<string, string>>;
  /** What it reads from its standard input, to the end. */
  input: string;
}

/**
 * A program ended with a failure, or did not end. What it complained of is not told: it is the message of a program that
 * has just read the client's text, and errors go to the log. Run by hand with a text of one's own, it says it again.
 */
export class SynthesizerError extends Error {
  override name = 'CommandError';
}

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
export async function runSynthesizer(
  run: SynthesizerRun,
  limits: SynthesizerLimits,
  signal?: AbortSignal,
): Promise<Buffer> {
  signal?.throwIfAborted();
  const [program, ...args] = run.command;
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const child = spawn(program, args, { env: { ...run.environment }, detached: true, stdio: 'pipe' });
  const parts: Buffer[] = [];
  let bytes = 0;
  let complained = 0;
  const fail = (what: string, cause?: unknown) =>
    reject(
      new SynthesizerError(complained === 0 ? what : `${what}, with ${complained} bytes of complaints`, { cause }),
    );
  const abort = () => reject(signal?.reason);
  const timer = setTimeout(() => fail(`it was not done after ${limits.timeoutMs} ms`), limits.timeoutMs);
  signal?.addEventListener('abort', abort, { once: true });
  child.stdout.on('data', (part: Buffer) => {
    bytes += part.length;
    if (bytes <= limits.bytes) parts.push(part);
    else fail(`it wrote more than ${limits.bytes} bytes`);
  });
  child.stderr.on('data', (part: Buffer) => {
    complained += part.length;
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

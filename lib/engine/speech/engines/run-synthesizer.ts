import { spawn } from 'node:child_process';
import { groupLeaderOptions, killProcessGroup } from '#kernel/shared/process-group.ts';
import { inheritSessionNiceness } from '#kernel/shared/session-priority.ts';

/** The limits of one run. */
export interface SynthesizerRunLimits {
  /** Longest run, in milliseconds. */
  timeoutMs: number;
  /** Most bytes of standard output. */
  bytes: number;
}

/** One run of a program. */
export interface SynthesizerRun {
  /** Program and arguments; no shell is involved. */
  command: readonly [string, ...string[]];
  /** The whole environment of the program. */
  environment: Readonly<Record<string, string>>;
  /** The complete standard input. */
  input: string;
}

/**
 * A program failed or did not end. The error does not contain the program's messages: they may quote the client's text, and
 * errors go to the log. An operator sees them by running the program by hand.
 */
export class SynthesizerError extends Error {
  override name = 'SynthesizerError';
}

/**
 * Runs a program of the operator: text in, bytes out. No process of it is left when this returns or throws.
 * @throws SynthesizerError; the signal's reason after an abort.
 */
export async function runSynthesizer(
  run: SynthesizerRun,
  limits: SynthesizerRunLimits,
  signal?: AbortSignal,
): Promise<Buffer> {
  signal?.throwIfAborted();
  const [program, ...args] = run.command;
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const child = spawn(program, args, { env: { ...run.environment }, ...groupLeaderOptions(), stdio: 'pipe' });
  void inheritSessionNiceness(child);
  const parts: Buffer[] = [];
  let bytes = 0;
  let stderrBytes = 0;
  const fail = (what: string, cause?: unknown) =>
    reject(new SynthesizerError(stderrBytes === 0 ? what : `${what}, with ${stderrBytes} bytes on stderr`, { cause }));
  const abort = () => reject(signal?.reason);
  const timer = setTimeout(() => fail(`it was not done after ${limits.timeoutMs} ms`), limits.timeoutMs);
  signal?.addEventListener('abort', abort, { once: true });
  child.stdout.on('data', (part: Buffer) => {
    bytes += part.length;
    if (bytes <= limits.bytes) parts.push(part);
    else fail(`it wrote more than ${limits.bytes} bytes`);
  });
  child.stderr.on('data', (part: Buffer) => {
    stderrBytes += part.length;
  });
  // A program may end before it has read all of its input.
  child.stdin.on('error', () => undefined);
  child.once('error', (cause) => fail('it could not be started', cause));
  // A descendant may keep the output open, and "close" would then never be emitted.
  child.once('exit', () => killProcessGroup(child.pid));
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
    killProcessGroup(child.pid);
  }
}

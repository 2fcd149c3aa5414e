import { spawn } from 'node:child_process';
import { Readable } from 'node:stream';
import { type ExceededProcessLimit, type StepProcessLimits, watchProcessLimits } from './watch-process-limits.ts';

/** A run of ffmpeg over a client's file, in a process without the environment variables of this one. */
export interface IsolatedFfmpegRun {
  ffmpegPath: string;
  /** Options and files, except the options that seal the run. It has one input. */
  options: readonly string[];
  /** The folder in which it runs: it contains the client's file, and receives the output. */
  folder: string;
  /** The only variables that the process gets. */
  environment: Readonly<Record<string, string>>;
  limits: StepProcessLimits;
  /** Bytes for its standard input; absent: none. */
  input?: AsyncIterable<Uint8Array> | undefined;
}

/** The result of a run of ffmpeg over a client's file. */
export interface IsolatedFfmpegResult {
  /** Reason why it did not end with the exit code 0; undefined if it did. */
  cause: ExceededProcessLimit | 'failure' | undefined;
  /** Its output on standard error, at most `STDERR_CHARACTERS`. */
  report: string;
}

/** The first characters of standard error that are kept: the description of a file with many tracks. */
const STDERR_CHARACTERS = 64 * 2 ** 10;

/** The most bytes of one block of memory. A picture of 4096 × 4096 with 16 bits a channel has 128 MiB. */
const MAX_BLOCK_BYTES = 256 * 2 ** 20;

/** Options of each run: ffmpeg reads no terminal, reports no progress, and allocates no larger block of memory. */
const SEALING_OPTIONS = ['-hide_banner', '-nostdin', '-nostats', '-max_alloc', String(MAX_BLOCK_BYTES)];

/**
 * Runs ffmpeg over a file of a client, without the variables of this process, until it ends or exceeds a limit.
 * @param signal ends the process when it is aborted
 * @throws Error if the process cannot be started; the signal's reason after an abort
 */
export async function runIsolatedFfmpeg(run: IsolatedFfmpegRun, signal: AbortSignal): Promise<IsolatedFfmpegResult> {
  signal.throwIfAborted();
  const { ffmpegPath, options, folder, environment, limits, input } = run;
  // The only input may open nothing but local files, or nothing but the pipe.
  const protocolOptions = ['-protocol_whitelist', input ? 'pipe' : 'file'];
  const child = spawn(ffmpegPath, [...SEALING_OPTIONS, ...protocolOptions, ...options], {
    cwd: folder,
    env: environment,
    stdio: [input ? 'pipe' : 'ignore', 'ignore', 'pipe'],
  });
  const kill = (): void => void child.kill('SIGKILL');
  let cause: IsolatedFfmpegResult['cause'];
  const watch = watchProcessLimits(child, limits, (exceededLimit) => {
    cause = exceededLimit;
    kill();
  });
  let report = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    if (report.length < STDERR_CHARACTERS) report += chunk.toString('utf8').slice(0, STDERR_CHARACTERS - report.length);
  });
  signal.addEventListener('abort', kill, { once: true });
  try {
    const exitCode = new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    if (input && child.stdin) pipeInput(input, child.stdin, kill);
    if ((await exitCode) !== 0) cause ??= 'failure';
    signal.throwIfAborted();
    return { cause, report };
  } finally {
    watch.stop();
    signal.removeEventListener('abort', kill);
  }
}

/** Writes the input of a process. An error of the pipe is ignored, because the process may close it early: its exit code is the result. */
function pipeInput(input: AsyncIterable<Uint8Array>, stdin: NodeJS.WritableStream, kill: () => void): void {
  const source = Readable.from(input);
  source.once('error', kill);
  stdin.on('error', () => source.destroy());
  source.pipe(stdin);
}

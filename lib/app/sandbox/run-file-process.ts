import { spawn } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { type ExceededProcessLimit, type StepProcessLimits, watchProcessLimits } from './watch-process-limits.ts';

/**
 * The first line of output of a process that reads a client's file. It is written before the file is read: if the process crashes after
 * it, the file is the cause.
 */
export const FILE_PROCESS_STARTED_LINE = 'started';

/**
 * A program that runs in an isolated process: it reads one file of a client from its input, and writes `FILE_PROCESS_STARTED_LINE`, a line of
 * JSON, and bytes.
 */
export interface ClientFileReaderProgram {
  script: URL;
  /** The only variables that its process gets. */
  environment: Readonly<Record<string, string>>;
  /** Options of Node. */
  options: readonly string[];
  limits: StepProcessLimits;
  /** The most bytes of output. */
  maxOutputBytes: number;
}

/** The outcome of a process that read a client's file. */
export interface FileProcessOutcome {
  output: Buffer;
  /** Reason why the process did not end with the exit code 0; undefined if it did. */
  cause: ExceededProcessLimit | 'crash' | undefined;
  /** The end of what it wrote to standard error. */
  stderrTail: string;
}

/** The most bytes of a line of output. */
const MAX_LINE_BYTES = 64 * 2 ** 10;
/** The last characters of standard error that are kept for the log. */
const STDERR_CHARACTERS = 1000;

/** Splits output into its first line (without its end) and the bytes after it. @throws SyntaxError without a line of at most `MAX_LINE_BYTES` */
function splitFirstLine(output: Buffer): { line: string; rest: Buffer } {
  const end = output.subarray(0, MAX_LINE_BYTES).indexOf(0x0a);
  if (end < 0) throw new SyntaxError('the process of a file wrote no line');
  return { line: output.toString('utf8', 0, end), rest: output.subarray(end + 1) };
}

/**
 * Splits the output of a process into its line of JSON and the bytes after it. A hostile file may have taken the process over.
 * @throws SyntaxError for output without `FILE_PROCESS_STARTED_LINE` or without a line of JSON; the JSON itself is not checked
 */
export function parseProcessOutput(output: Buffer): { json: string; bytes: Buffer } {
  const { line, rest } = splitFirstLine(output);
  if (line !== FILE_PROCESS_STARTED_LINE) throw new SyntaxError('the process of a file started with something else');
  const result = splitFirstLine(rest);
  return { json: result.line, bytes: result.rest };
}

/** Reports whether a process had started to read its file when it ended. */
export const hadProcessStartedReading = ({ output }: FileProcessOutcome): boolean =>
  output.toString('latin1', 0, FILE_PROCESS_STARTED_LINE.length + 1).startsWith(`${FILE_PROCESS_STARTED_LINE}\n`);

/**
 * Runs a program on a file of a client, in a process that ends when it exceeds a limit.
 * @param signal ends the process when it is aborted
 * @throws Error if the process cannot be started
 */
export async function runFileProcess(
  { script, environment, options, limits, maxOutputBytes }: ClientFileReaderProgram,
  file: Uint8Array,
  signal: AbortSignal,
): Promise<FileProcessOutcome> {
  const child = spawn(process.execPath, [...options, fileURLToPath(script)], {
    env: environment,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const kill = (): void => void child.kill('SIGKILL');
  let cause: FileProcessOutcome['cause'];
  const watch = watchProcessLimits(child, limits, (exceededLimit) => {
    cause = exceededLimit;
    kill();
  });
  const output: Buffer[] = [];
  let outputBytes = 0;
  let stderrTail = '';
  child.stdout.on('data', (chunk: Buffer) => {
    outputBytes += chunk.length;
    if (outputBytes <= maxOutputBytes) output.push(chunk);
    else kill();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderrTail = `${stderrTail}${chunk}`.slice(-STDERR_CHARACTERS);
  });
  // Writing fails if the process ended before it had read the file. The exit of the process matters, and `close` reports it.
  child.stdin.on('error', () => undefined);
  signal.addEventListener('abort', kill, { once: true });
  try {
    const exitCode = new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    child.stdin.end(file);
    if ((await exitCode) !== 0) cause ??= 'crash';
    return { output: Buffer.concat(output), cause, stderrTail };
  } finally {
    watch.stop();
    signal.removeEventListener('abort', kill);
  }
}

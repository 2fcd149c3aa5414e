import { spawn } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { FontFacts } from '#features/fonts/font.ts';
import { invalidFont } from '#features/fonts/font-rules.ts';
import { fontFacts } from '#features/fonts/ports.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { parseJson } from '#kernel/shared/parse-json.ts';
import { type ProcessLimits, watchProcess } from './watch-process.ts';

/** First line of the process's output, written before it reads the file: if the process crashes after that, the file is the cause. */
export const STARTED = 'started';

/**
 * Limits of the process that makes a font. DejaVu Sans (6,253 glyphs) takes 1.2 s and 170 MB, so at this rate the largest font (65,535 glyphs) takes about
 * 13 s of processor time. The request has 26 s, after which it stops the process; `seconds` bounds one that is only waiting.
 */
export const FONT_PROCESS_LIMITS: ProcessLimits = {
  stepCpuSeconds: 15,
  stepSeconds: 60,
  seconds: 60,
  memoryBytes: 1024 * 2 ** 20,
};

/** V8's heap, in MiB. WebAssembly memory and the bytes of fonts are outside of it. */
const HEAP_MB = 256;
/** The most bytes of output: a font of MAX_PLAIN_BYTES (40 MiB), and the lines before it. */
const MAX_OUTPUT_BYTES = 41 * 2 ** 20;
const MAX_LINE_BYTES = 64 * 2 ** 10;
/** The last characters of standard error that are kept for the log. */
const STDERR_CHARACTERS = 1000;

/** Answer of the process: the font that it made, or the reason why it made none. */
const fontResult = z.union([
  z.strictObject({ facts: fontFacts }),
  z.strictObject({
    fault: z.strictObject({ code: z.enum(['font_invalid', 'font_restricted']), message: z.string().max(500) }),
  }),
]);

/** Messages to the client whose font made the process end, by the limit that it exceeded. */
const REFUSALS = {
  time: 'The font takes too long to draw. Make a subset of it, with fewer glyphs.',
  memory: 'The font takes too much memory to draw. Make a subset of it, with fewer glyphs.',
  crash: 'The font is damaged: drawing its glyphs ended the program that drew them. Export it again.',
} as const;

/** Splits output into its first line (without its end) and the bytes after it. @throws SyntaxError without a line of at most `MAX_LINE_BYTES` */
function splitFirstLine(output: Buffer): { line: string; rest: Buffer } {
  const end = output.subarray(0, MAX_LINE_BYTES).indexOf(0x0a);
  if (end < 0) throw new SyntaxError('the process of the font wrote no line');
  return { line: output.toString('utf8', 0, end), rest: output.subarray(end + 1) };
}

/** Reads and validates the output of the process, which a hostile font may have taken over. @throws SyntaxError, JsonMismatch if it is invalid */
function readOutput(output: Buffer): z.output<typeof fontResult> & { bytes: Buffer } {
  const { line, rest } = splitFirstLine(output);
  if (line !== STARTED) throw new SyntaxError('the process of the font started with something else');
  const result = splitFirstLine(rest);
  return { ...parseJson(fontResult, result.line), bytes: result.rest };
}

/** Outcome of the process. */
interface ProcessEnd {
  output: Buffer;
  /** Reason why the process did not end with the exit code 0; undefined if it did. */
  cause: keyof typeof REFUSALS | undefined;
  /** The end of what it wrote to standard error. */
  stderrTail: string;
}

async function runProcess(
  file: Uint8Array,
  environment: Readonly<Record<string, string>>,
  limits: ProcessLimits,
  signal: AbortSignal,
): Promise<ProcessEnd> {
  // bundle-handlers.ts looks for this exact expression.
  const script = new URL('./take-font-worker.ts', import.meta.url);
  const child = spawn(process.execPath, [`--max-old-space-size=${HEAP_MB}`, fileURLToPath(script)], {
    env: environment,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const kill = (): void => void child.kill('SIGKILL');
  let cause: ProcessEnd['cause'];
  const watch = watchProcess(child, limits, (exceeded) => {
    cause = exceeded;
    kill();
  });
  const output: Buffer[] = [];
  let bytes = 0;
  let stderrTail = '';
  child.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= MAX_OUTPUT_BYTES) output.push(chunk);
    else kill();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderrTail = `${stderrTail}${chunk}`.slice(-STDERR_CHARACTERS);
  });
  // Writing fails if the process ended before it had read the file: how it ended is what counts, and `close` reports that.
  child.stdin.on('error', () => undefined);
  signal.addEventListener('abort', kill, { once: true });
  try {
    const closed = new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    child.stdin.end(file);
    if ((await closed) !== 0) cause ??= 'crash';
    return { output: Buffer.concat(output), cause, stderrTail };
  } finally {
    watch.stop();
    signal.removeEventListener('abort', kill);
  }
}

/**
 * Makes a font from a file of a client in a separate process (`take-font-worker.ts`). A file at which the font engine crashes, or takes
 * too much time or memory, is refused, and this process continues.
 * @param environment the only variables that the separate process gets
 * @param signal stops the process when it is aborted
 * @throws ServiceError `font_invalid`, `font_restricted`; `unavailable` after an abort
 * @throws Error if the process cannot be started
 */
export async function makeFontIsolated(
  file: Uint8Array,
  environment: Readonly<Record<string, string>>,
  signal: AbortSignal,
  limits: ProcessLimits = FONT_PROCESS_LIMITS,
): Promise<FontFacts & { bytes: Uint8Array }> {
  const timeoutError = (): ServiceError => new ServiceError('unavailable', 'The font could not be made ready in time.');
  if (signal.aborted) throw timeoutError();
  const { output, cause, stderrTail } = await runProcess(file, environment, limits, signal);
  if (signal.aborted) throw timeoutError();
  if (cause && !output.toString('latin1', 0, STARTED.length + 1).startsWith(`${STARTED}\n`))
    throw new Error(`the process of a font ended before it started: ${stderrTail}`);
  if (cause) throw invalidFont(REFUSALS[cause], new Error(stderrTail));
  const result = readOutput(output);
  if ('fault' in result) throw new ServiceError(result.fault.code, result.fault.message, { param: 'font' });
  return { ...result.facts, bytes: result.bytes };
}

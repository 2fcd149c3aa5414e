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

/** Message of the process before it reads the file: if it ends after that, the file is the cause. */
export const STARTED = 'started';

/**
 * Limits of the process that makes a font. DejaVu Sans (6,253 glyphs) takes 1.2 s and 170 MB; a font has at most 65,535 glyphs, and the
 * function that decodes has 26 s.
 */
export const FONT_PROCESS_LIMITS: ProcessLimits = {
  stepCpuSeconds: 15,
  stepSeconds: 60,
  seconds: 60,
  memoryBytes: 1024 * 2 ** 20,
};

/** V8's heap, in MiB. WebAssembly memory and the bytes of fonts are outside of it. */
const HEAP_MB = 256;
/** A font of MAX_PLAIN_BYTES, and what is said of it. */
const MAX_OUTPUT_BYTES = 41 * 2 ** 20;
const MAX_LINE_BYTES = 64 * 2 ** 10;
/** Characters of the process's last words that are kept for the log. */
const STDERR_CHARACTERS = 1000;

/** Answer of the process: the font that it made, or the reason why it made none. */
const fontResult = z.union([
  z.strictObject({ facts: fontFacts }),
  z.strictObject({
    fault: z.strictObject({ code: z.enum(['font_invalid', 'font_restricted']), message: z.string().max(500) }),
  }),
]);

const WHY = {
  time: 'The font takes too long to draw. Make a subset of it, with fewer glyphs.',
  memory: 'The font takes too much memory to draw. Make a subset of it, with fewer glyphs.',
  crash: 'The font is damaged: drawing its glyphs ended the program that drew them. Export it again.',
} as const;

/** The first line of the output, and the bytes after it. @throws SyntaxError without a line of at most `MAX_LINE_BYTES` */
function lineOf(output: Buffer): { line: string; rest: Buffer } {
  const end = output.subarray(0, MAX_LINE_BYTES).indexOf(0x0a);
  if (end < 0) throw new SyntaxError('the process of the font wrote no line');
  return { line: output.toString('utf8', 0, end), rest: output.subarray(end + 1) };
}

/** Reads and validates the output of the process, which may have been taken over. @throws SyntaxError, JsonMismatch if it is invalid */
function readOutput(output: Buffer): z.output<typeof fontResult> & { bytes: Buffer } {
  const { line, rest } = lineOf(output);
  if (line !== STARTED) throw new SyntaxError('the process of the font started with something else');
  const said = lineOf(rest);
  return { ...parseJson(fontResult, said.line), bytes: said.rest };
}

/** Outcome of the process. */
interface Ended {
  output: Buffer;
  /** Undefined: by itself, in order. */
  why: keyof typeof WHY | undefined;
  said: string;
}

async function runProcess(
  file: Uint8Array,
  environment: Readonly<Record<string, string>>,
  limits: ProcessLimits,
  signal: AbortSignal,
): Promise<Ended> {
  // bundle-handlers.ts looks for this exact expression.
  const script = new URL('./take-font-worker.ts', import.meta.url);
  const child = spawn(process.execPath, [`--max-old-space-size=${HEAP_MB}`, fileURLToPath(script)], {
    env: environment,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const kill = (): void => void child.kill('SIGKILL');
  let why: Ended['why'];
  const watch = watchProcess(child, limits, (exceeded) => {
    why = exceeded;
    kill();
  });
  const output: Buffer[] = [];
  let bytes = 0;
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= MAX_OUTPUT_BYTES) output.push(chunk);
    else kill();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    said = `${said}${chunk}`.slice(-STDERR_CHARACTERS);
  });
  // One that ended before it had read all of its input: its end says so.
  child.stdin.on('error', () => undefined);
  signal.addEventListener('abort', kill, { once: true });
  try {
    const closed = new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    child.stdin.end(file);
    if ((await closed) !== 0) why ??= 'crash';
    return { output: Buffer.concat(output), why, said };
  } finally {
    watch.stop();
    signal.removeEventListener('abort', kill);
  }
}

/**
 * Makes a font from a file of a client in a separate process (`takeFont`). A file at which the font engine crashes, or takes too much
 * time or memory, is refused, and this process continues.
 * @param environment the environment of the process
 * @throws ServiceError `font_invalid`, `font_restricted`; `unavailable` after an abort
 * @throws Error if the process cannot be started
 */
export async function makeFontIsolated(
  file: Uint8Array,
  environment: Readonly<Record<string, string>>,
  signal: AbortSignal,
  limits: ProcessLimits = FONT_PROCESS_LIMITS,
): Promise<FontFacts & { bytes: Uint8Array }> {
  const late = (): ServiceError => new ServiceError('unavailable', 'The font could not be made ready in time.');
  if (signal.aborted) throw late();
  const { output, why, said } = await runProcess(file, environment, limits, signal);
  if (signal.aborted) throw late();
  if (why && !output.toString('latin1', 0, STARTED.length + 1).startsWith(`${STARTED}\n`))
    throw new Error(`the process of a font ended before it started: ${said}`);
  if (why) throw invalidFont(WHY[why], new Error(said));
  const result = readOutput(output);
  if ('fault' in result) throw new ServiceError(result.fault.code, result.fault.message, { param: 'font' });
  return { ...result.facts, bytes: result.bytes };
}

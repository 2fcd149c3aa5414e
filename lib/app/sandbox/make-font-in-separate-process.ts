import { z } from 'zod';
import type { FontFacts } from '#features/fonts/font.ts';
import { invalidFontError } from '#features/fonts/font-rules.ts';
import { fontFactsSchema } from '#features/fonts/ports.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { parseJson } from '#kernel/shared/parse-json.ts';
import { hadProcessStartedReading, parseProcessOutput, runFileProcess } from './run-file-process.ts';
import type { StepProcessLimits } from './watch-process-limits.ts';

/**
 * Limits of the process that makes a font. DejaVu Sans (6,253 glyphs) takes 1.2 s and 170 MB, so at this rate the largest font (65,535
 * glyphs) takes about 13 s of processor time. The request has 26 s, after which it stops the process; `seconds` bounds a process that only
 * waits.
 */
export const FONT_PROCESS_LIMITS: StepProcessLimits = {
  stepCpuSeconds: 15,
  stepSeconds: 60,
  seconds: 60,
  memoryBytes: 1024 * 2 ** 20,
};

/** The most MiB of V8's heap. WebAssembly memory and the bytes of fonts are outside of it. */
const HEAP_MB = 256;
/** The most bytes of output: a font of MAX_DECOMPRESSED_FONT_BYTES (40 MiB), and the lines before it. */
const MAX_OUTPUT_BYTES = 41 * 2 ** 20;

/** Answer of the process: the font that it made, or the reason why it made none. */
const fontResultSchema = z.union([
  z.strictObject({ facts: fontFactsSchema }),
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

/**
 * Makes a font from a file of a client in a separate process (`take-font-worker.ts`). A file at which the font engine crashes, or takes
 * too much time or memory, is refused, and this process continues.
 * @param environment the only variables that the separate process gets
 * @param signal stops the process when it is aborted
 * @throws ServiceError `font_invalid`, `font_restricted`; `unavailable` after an abort
 * @throws Error if the process cannot be started
 */
export async function makeFontInSeparateProcess(
  file: Uint8Array,
  environment: Readonly<Record<string, string>>,
  signal: AbortSignal,
  limits: StepProcessLimits = FONT_PROCESS_LIMITS,
): Promise<FontFacts & { bytes: Uint8Array }> {
  const timeoutError = (): ServiceError => new ServiceError('unavailable', 'The font could not be made ready in time.');
  if (signal.aborted) throw timeoutError();
  // bundle-handlers.ts looks for this exact expression.
  const script = new URL('./take-font-worker.ts', import.meta.url);
  const options = [`--max-old-space-size=${HEAP_MB}`];
  const program = { script, environment, options, limits, maxOutputBytes: MAX_OUTPUT_BYTES };
  const outcome = await runFileProcess(program, file, signal);
  if (signal.aborted) throw timeoutError();
  const { cause, stderrTail } = outcome;
  if (cause && !hadProcessStartedReading(outcome))
    throw new Error(`the process of a font ended before it started: ${stderrTail}`);
  if (cause) throw invalidFontError(REFUSALS[cause], new Error(stderrTail));
  const { json, bytes } = parseProcessOutput(outcome.output);
  const result = parseJson(fontResultSchema, json);
  if ('fault' in result) throw new ServiceError(result.fault.code, result.fault.message, { param: 'font' });
  return { ...result.facts, bytes };
}

import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type ThemeFacts, themeFactsSchema } from '#features/brands/theme-facts.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { parseJson } from '#kernel/shared/parse-json.ts';
import { deckProcessPermissionOptions } from './deck-permissions.ts';
import { hadProcessStartedReading, parseProcessOutput, runFileProcess } from './run-file-process.ts';
import type { StepProcessLimits } from './watch-process-limits.ts';

/**
 * Limits of the process. Real decks take up to 3 CPU s to be read, most of them 0.5; the request has 26 s, after which it ends the process.
 */
export const THEME_PROCESS_LIMITS: StepProcessLimits = {
  stepCpuSeconds: 10,
  stepSeconds: 30,
  seconds: 30,
  memoryBytes: 768 * 2 ** 20,
};

/** The most MiB of V8's heap. The bytes of the deck are outside of it. */
const HEAP_MB = 320;
/** The most bytes of output: a picture, and the lines before it. */
const MAX_OUTPUT_BYTES = 51 * 2 ** 20;

const DECK_FAULTS = ['import_invalid', 'import_encrypted', 'import_too_large'] as const;

/** Answer of the process: the theme, or the reason why it read none. */
const themeResultSchema = z.union([
  z.strictObject({ facts: themeFactsSchema }),
  z.strictObject({ fault: z.strictObject({ code: z.enum(DECK_FAULTS), message: z.string().max(500) }) }),
]);

/** Messages to the client whose deck made the process end, by the limit that it exceeded. */
const REFUSALS = {
  time: 'The deck takes too long to read. Send one with fewer slides.',
  memory: 'The deck takes too much memory to read. Send one with fewer slides.',
  crash: 'The deck is damaged: reading it ended the program that read it. Save it again.',
} as const;

/**
 * Reads the theme of a client's deck in a process without network, secrets and folder (`take-theme-worker.ts`).
 * @param environment the only variables that the process gets
 * @param signal ends the process when it is aborted
 * @returns the theme, and the bytes of its logo as they are in the file; empty: it has none
 * @throws ServiceError `import_invalid`, `import_encrypted`, `import_too_large`; `unavailable` after an abort
 * @throws Error if the process cannot be started
 */
export async function readThemeInSeparateProcess(
  file: Uint8Array,
  environment: Readonly<Record<string, string>>,
  signal: AbortSignal,
  limits: StepProcessLimits = THEME_PROCESS_LIMITS,
): Promise<{ facts: ThemeFacts; bytes: Uint8Array }> {
  // bundle-handlers.ts looks for this exact expression.
  const script = new URL('./take-theme-worker.ts', import.meta.url);
  const options = [
    `--max-old-space-size=${HEAP_MB}`,
    ...deckProcessPermissionOptions(fileURLToPath(script), undefined, environment.NODE_PATH),
  ];
  const program = { script, environment, options, limits, maxOutputBytes: MAX_OUTPUT_BYTES };
  const timeoutError = (): ServiceError => new ServiceError('unavailable', 'The deck could not be read in time.');
  if (signal.aborted) throw timeoutError();
  const outcome = await runFileProcess(program, file, signal);
  if (signal.aborted) throw timeoutError();
  const { cause, stderrTail } = outcome;
  if (cause && !hadProcessStartedReading(outcome))
    throw new Error(`the process of a theme ended before it started: ${stderrTail}`);
  if (cause) throw new ServiceError('import_invalid', REFUSALS[cause], { param: 'upload_id', cause: stderrTail });
  const { json, bytes } = parseProcessOutput(outcome.output);
  const result = parseJson(themeResultSchema, json);
  if ('fault' in result) throw new ServiceError(result.fault.code, result.fault.message, { param: 'upload_id' });
  return { facts: result.facts, bytes };
}

import { z } from 'zod';
import { findCanonicalLanguageTag } from '#kernel/contract/language-tag.ts';
import { errorMessageOf } from '#kernel/shared/error-message.ts';
import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import { JsonMismatchError, parseJson } from '#kernel/shared/parse-json.ts';
import { DEFAULT_SPEECH_ENGINE_ID, SPEECH_ENGINE_IDS, type SpeechEngineId } from './engine-facts.ts';

/** A voice of the operator's program (`NARRATION_COMMAND_VOICES`). */
export interface CommandVoice {
  id: string;
  /** BCP 47. */
  language: string;
  name?: string | undefined;
  gender?: 'female' | 'male' | undefined;
  /** Arguments after those of the command. */
  args: string[];
}

/** A synthesizer that is a program on this machine. */
export interface CommandEngineSettings {
  /** Program and arguments; no shell is involved. */
  command: [string, ...string[]];
  /** The first voice of a language is its default. */
  voices: CommandVoice[];
  /** Hz, of samples that come without a WAV header. */
  sampleRate: number;
  /** Identifies the version of its speech; undefined: the files that the command names identify it. */
  version: string | undefined;
  /** The complete environment of the program; it has no credentials. */
  environment: Record<string, string>;
}

/** Engine that narrates on this stage. */
export type StageSpeechEngineChoice =
  | { engine: Exclude<SpeechEngineId, 'command'> }
  | { engine: 'command'; settings: CommandEngineSettings };

/** Schema of a variable; an empty value becomes undefined, because serverless.yml passes unset variables as empty values. */
const settingSchema = z
  .string()
  .optional()
  .transform((value) => value || undefined);

/** Schema of a variable that contains JSON. */
const jsonSetting = <Output>(schema: z.ZodType<Output>) =>
  settingSchema.transform((value, context) => {
    if (value === undefined) return undefined;
    try {
      return parseJson(schema, value);
    } catch (error) {
      if (!(error instanceof JsonMismatchError)) throw error;
      if (error.faults.length === 0) context.addIssue('Not JSON.');
      for (const { path, message } of error.faults) context.addIssue(`[${path}] ${message}`);
      return z.NEVER;
    }
  });

const voiceSchema = z.strictObject({
  id: z.string().regex(/^[\w.-]{1,60}$/, 'An id has 1 to 60 letters, digits and _ . - only.'),
  language: z.string().refine((tag) => findCanonicalLanguageTag(tag) !== undefined, 'Not the tag of a known language.'),
  name: z.string().min(1).max(100).optional(),
  gender: z.enum(['female', 'male']).optional(),
  args: z.array(z.string()).default([]),
});

const voicesSchema = z
  .array(voiceSchema)
  .min(1)
  .refine((voices) => new Set(voices.map(({ id }) => id)).size === voices.length, 'Two voices have the same id.');

/** The environment variables that choose the engine; an empty one counts as not set. */
export const speechEngineVariableSchemas = {
  NARRATION_ENGINE: settingSchema.pipe(z.enum(SPEECH_ENGINE_IDS).optional()),
  /** JSON: program and arguments. */
  NARRATION_COMMAND: jsonSetting(z.tuple([z.string().min(1)], z.string())),
  /** JSON: a list of voices. */
  NARRATION_COMMAND_VOICES: jsonSetting(voicesSchema),
  NARRATION_COMMAND_VERSION: settingSchema,
  NARRATION_COMMAND_SAMPLE_RATE: settingSchema
    .transform((value) => (value === undefined ? undefined : Number(value)))
    .pipe(z.int().min(8000).max(96_000).optional()),
};

const variablesSchema = z.object(speechEngineVariableSchemas);

/** Names of the variables by which the system finds a program, and the program finds its libraries and files. */
const PASSED_VARIABLE_NAMES = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'LC_ALL', 'LD_LIBRARY_PATH'];

/** Hz: the rate of Piper's medium voices, whose `--output-raw` has no header. */
const DEFAULT_RAW_SAMPLE_RATE = 22_050;

/**
 * Chooses the engine of a stage: the natural voice unless NARRATION_ENGINE is set.
 * @param environment the whole environment; a command gets a part of it
 * @throws Error when NARRATION_ENGINE is `command` and its other variables are missing.
 */
export function chooseSpeechEngine(
  settings: z.output<typeof variablesSchema>,
  environment: Readonly<Record<string, string | undefined>>,
): StageSpeechEngineChoice {
  const engine = settings.NARRATION_ENGINE ?? DEFAULT_SPEECH_ENGINE_ID;
  if (engine !== 'command') return { engine };
  const { NARRATION_COMMAND: command, NARRATION_COMMAND_VOICES: voices } = settings;
  if (command === undefined || voices === undefined)
    throw new Error('NARRATION_ENGINE=command needs NARRATION_COMMAND and NARRATION_COMMAND_VOICES.');
  const commandEnvironment = Object.fromEntries(
    PASSED_VARIABLE_NAMES.flatMap((name) => {
      const value = ownPropertyValue(environment, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  return {
    engine,
    settings: {
      command,
      voices,
      sampleRate: settings.NARRATION_COMMAND_SAMPLE_RATE ?? DEFAULT_RAW_SAMPLE_RATE,
      version: settings.NARRATION_COMMAND_VERSION,
      environment: commandEnvironment,
    },
  };
}

/** The fault in the choice of the engine on this machine, in one sentence; undefined if the choice is valid. */
export function speechEngineChoiceFault(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  const parsedVariables = variablesSchema.safeParse(environment);
  if (!parsedVariables.success)
    return parsedVariables.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
  try {
    chooseSpeechEngine(parsedVariables.data, environment);
    return undefined;
  } catch (error) {
    return errorMessageOf(error);
  }
}

import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import type { SpeechEngineIdentity } from '../engine.ts';
import type { CommandEngineSettings } from '../engine-choice.ts';
import { findVoiceForLanguage } from '../find-voice-for-language.ts';

/** Must be raised when the same request gives other samples, or other times of words. */
const REVISION = 2;

/** Path, size and modification time of a file; undefined when the path has no file. */
const fileFingerprint = (path: string): string | undefined => {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats?.isFile() ? `${path};${stats.size};${stats.mtimeMs}` : undefined;
};

/** Finds the file of a program as a shell does. @returns its path, size and modification time; undefined if there is none */
function findProgramFile(program: string, path: string): string | undefined {
  if (isAbsolute(program) || program.includes('/')) return fileFingerprint(resolve(program));
  for (const folder of path.split(delimiter)) {
    const fingerprintOfFile = folder === '' ? undefined : fileFingerprint(join(folder, program));
    if (fingerprintOfFile !== undefined) return fingerprintOfFile;
  }
  return undefined;
}

/** Identifies a program, its arguments and the files that they name, without running it. */
function fingerprint({ command, voices, environment }: CommandEngineSettings): string {
  const [program, ...args] = command;
  const programFingerprint = findProgramFile(program, environment.PATH ?? '');
  if (programFingerprint === undefined) throw new Error(`NARRATION_COMMAND: there is no program ${program}.`);
  // Other arguments (an option, a number) count unchanged.
  const argumentFingerprints = [...args, ...voices.flatMap((voice) => voice.args)].map(
    (arg) => fileFingerprint(resolve(arg)) ?? arg,
  );
  return createHash('sha256')
    .update(JSON.stringify([programFingerprint, argumentFingerprints]))
    .digest('hex')
    .slice(0, 16);
}

/** The placeholder of the pace in a program's arguments: `{speed}`, or its inverse `{length_scale}`. */
export const PACE_PLACEHOLDER_PATTERN = /\{(speed|length_scale)\}/;

/** The arguments of the program for a voice, with the placeholder of the pace. */
export function synthesizerArguments({ command: [, ...args], voices }: CommandEngineSettings, voice: string): string[] {
  return [...args, ...(voices.find(({ id }) => id === voice)?.args ?? [])];
}

/** The operator's synthesizer without its program. @throws Error when the program does not exist. */
export function commandEngineIdentity(settings: CommandEngineSettings): SpeechEngineIdentity {
  const voiceIdByLowerCase = new Map(settings.voices.map((voice) => [voice.id.toLowerCase(), voice.id]));
  const voiceIdByTag = new Map<string, string>();
  for (const { id, language } of settings.voices) {
    const tag = new Intl.Locale(language);
    for (const key of [tag.baseName, tag.language])
      if (!voiceIdByTag.has(key.toLowerCase())) voiceIdByTag.set(key.toLowerCase(), id);
  }
  return {
    id: 'command',
    version: `command;${settings.version ?? fingerprint(settings)};${settings.sampleRate};r${REVISION}`,
    voiceFor: (language, voice) =>
      voice === undefined ? findVoiceForLanguage(language, voiceIdByTag) : voiceIdByLowerCase.get(voice.toLowerCase()),
    takesSpeed: (voice) => synthesizerArguments(settings, voice).some((arg) => PACE_PLACEHOLDER_PATTERN.test(arg)),
    voices: () =>
      settings.voices.map(({ id, language, name = id, gender }) => ({ id, name, language, gender, variants: [] })),
  };
}

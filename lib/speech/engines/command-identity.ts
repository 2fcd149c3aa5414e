import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import type { EngineIdentity } from '../engine.ts';
import type { CommandSettings } from '../engine-choice.ts';
import { matchVoice } from '../match-voice.ts';

/** Counted up whenever the same request would give other samples. */
const REVISION = 1;

const fileAt = (path: string): string | undefined => {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() ? `${path};${found.size};${found.mtimeMs}` : undefined;
};

/** Where a program is, as a shell would find it. */
function programFile(program: string, path: string): string | undefined {
  if (isAbsolute(program) || program.includes('/')) return fileAt(resolve(program));
  for (const folder of path.split(delimiter)) {
    const found = folder === '' ? undefined : fileAt(join(folder, program));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Tells a program, its arguments and the files that they name from others, without running it. */
function fingerprint({ command, voices, environment }: CommandSettings): string {
  const [program, ...args] = command;
  const file = programFile(program, environment.PATH ?? '');
  if (file === undefined) throw new Error(`NARRATION_COMMAND: there is no program ${program}.`);
  // An argument that is no file (an option, a number) says all by itself.
  const named = [...args, ...voices.flatMap((voice) => voice.args)].map((arg) => fileAt(resolve(arg)) ?? arg);
  return createHash('sha256')
    .update(JSON.stringify([file, named]))
    .digest('hex')
    .slice(0, 16);
}

/** Where the pace stands among a program's arguments. */
export const PACE = /\{(speed|length_scale)\}/;

/** The arguments of the program for a voice, the pace not yet in them. */
export function argumentsFor({ command: [, ...args], voices }: CommandSettings, voice: string): string[] {
  return [...args, ...(voices.find(({ id }) => id === voice)?.args ?? [])];
}

/** What the operator's own synthesizer has to offer. @throws Error when its program is not there */
export function commandIdentity(settings: CommandSettings): EngineIdentity {
  const byId = new Map(settings.voices.map((voice) => [voice.id.toLowerCase(), voice.id]));
  const tags = new Map<string, string>();
  for (const { id, language } of settings.voices) {
    const tag = new Intl.Locale(language);
    for (const key of [tag.baseName, tag.language]) if (!tags.has(key.toLowerCase())) tags.set(key.toLowerCase(), id);
  }
  return {
    id: 'command',
    version: `command;${settings.version ?? fingerprint(settings)};${settings.sampleRate};r${REVISION}`,
    voiceFor: (language, voice) => (voice === undefined ? matchVoice(language, tags) : byId.get(voice.toLowerCase())),
    takesSpeed: (voice) => argumentsFor(settings, voice).some((arg) => PACE.test(arg)),
    voices: () =>
      settings.voices.map(({ id, language, name = id, gender }) => ({ id, name, language, gender, variants: [] })),
  };
}

/** `npm run voice -- --check`: lists the voices of the chosen speech engine, and tests those of a program that the operator has set up. */
import { z } from 'zod';
import { CommandError, UsageError } from '#emulators/host/command-errors.ts';
import {
  chooseSpeechEngine,
  speechEngineChoiceFault,
  speechEngineVariableSchemas,
} from '#engine/speech/engine-choice.ts';
import { SPEECH_ENGINE_FACTS } from '#engine/speech/engine-facts.ts';
import { createCommandEngine } from '#engine/speech/engines/command.ts';
import { runCommandAndExit } from '../command.ts';
import { createCommandFromCatalog, createJsonOption, runNpmScriptCommand } from '../program.ts';
import { checkVoiceBySpeaking, type VoiceCheckResult } from '../voice-check.ts';

interface Options {
  check: boolean;
  text: string;
  voice?: string;
  json: boolean;
}

const DEFAULT_SENTENCE = 'This sentence is spoken once, to hear whether the voice works.';
const GUIDE_HINT = 'lib/front/docs/guides/narration.md explains how to set up a natural voice.';

async function listOrCheckVoices(
  { check, text, voice: wantedVoiceId, json }: Options,
  signal: AbortSignal,
): Promise<void> {
  const fault = speechEngineChoiceFault(process.env);
  if (fault !== undefined) throw new UsageError(`${fault}\n${GUIDE_HINT}`);
  const choice = chooseSpeechEngine(z.object(speechEngineVariableSchemas).parse(process.env), process.env);
  if (choice.engine !== 'command') {
    if (check || wantedVoiceId !== undefined)
      throw new UsageError(
        `NARRATION_ENGINE is ${choice.engine}, and --check tries the voices of a program. ${GUIDE_HINT}`,
      );
    if (json) process.stdout.write(`${JSON.stringify({ engine: choice.engine, voices: [] })}\n`);
    else
      process.stdout.write(
        `${SPEECH_ENGINE_FACTS[choice.engine].about}${SPEECH_ENGINE_FACTS[choice.engine].quality === 'robotic' ? ` ${GUIDE_HINT}` : ''}\n`,
      );
    return;
  }
  const engine = createCommandEngine(choice.settings);
  const voices = engine.voices().filter(({ id }) => wantedVoiceId === undefined || id === wantedVoiceId);
  if (voices.length === 0) throw new UsageError(`NARRATION_COMMAND_VOICES has no voice ${wantedVoiceId}.`);
  const checks: VoiceCheckResult[] = [];
  for (const checkedVoice of check ? voices : []) {
    const result = await checkVoiceBySpeaking((request) => engine.speak(request, signal), checkedVoice, text);
    checks.push(result);
    if (!json) process.stdout.write(`${resultLineOf(result)}\n`);
  }
  if (json) process.stdout.write(`${JSON.stringify({ engine: 'command', voices, checks })}\n`);
  else if (!check) for (const { id, language, name } of voices) process.stdout.write(`${id}  ${language}  ${name}\n`);
  if (checks.some(({ faults }) => faults.length > 0)) throw new CommandError(`Not every voice works. ${GUIDE_HINT}`);
}

const resultLineOf = ({ voice, seconds, loudness_lufs, silent_share, faults }: VoiceCheckResult): string =>
  faults.length > 0
    ? `${voice}: ${faults.join(' ')}`
    : `${voice}: ok, ${seconds} s at ${loudness_lufs} LUFS, ${Math.round(silent_share * 100)} % pauses`;

/** `video voice`, with its options. */
export const voiceCommand = () =>
  createCommandFromCatalog('voice', 'The voices are those of the environment: NARRATION_ENGINE and NARRATION_COMMAND….')
    .option('--check', 'synthesize a sentence with each voice and measure it', false)
    .option('--text <sentence>', 'the sentence that is synthesized', DEFAULT_SENTENCE)
    .option('--voice <id>', 'this voice only')
    .addOption(createJsonOption('one JSON object'))
    .action((options: Options) => runCommandAndExit((signal) => listOrCheckVoices(options, signal)));

if (import.meta.main) await runNpmScriptCommand('voice', voiceCommand());

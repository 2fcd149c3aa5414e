import { forEachConcurrent } from '#kernel/shared/concurrency.ts';
import { createSpeechLengthCounter } from '../check-speech-length.ts';
import { type SpeechEngine, SpeechError } from '../engine.ts';
import type { CommandEngineSettings } from '../engine-choice.ts';
import { joinSentenceClips } from '../join-sentence-clips.ts';
import { commandEngineIdentity, PACE_PLACEHOLDER_PATTERN, synthesizerArguments } from './command-identity.ts';
import { levelJoinedClipsToSpeech } from './level-joined-clips-to-speech.ts';
import { plainTextLineForEngine } from './plain-text-line-for-engine.ts';
import { hasSpokenWords, planRequestedSpeech } from './plan-requested-speech.ts';
import { type CommandEngineSound, readCommandEngineSound } from './read-command-engine-sound.ts';
import { runSynthesizer, type SynthesizerRunLimits } from './run-synthesizer.ts';
import { commaBeforeBreak, sentenceClipsOf, type Utterance, wordsOfUtterance } from './utterance.ts';

/** Limits of one utterance: about 300 characters, 20 s of speech at normal pace. The bytes are 170 s at 48 kHz. */
const UTTERANCE_LIMITS: SynthesizerRunLimits = { timeoutMs: 30_000, bytes: 16 * 2 ** 20 };
/** The maximum number of concurrent programs for one text: a neural voice takes a whole core. */
const PROGRAM_CONCURRENCY = 2;

/** Replaces the placeholders of the pace in arguments by the factor of the speed or of the length. */
const fillInPace = (args: readonly string[], speed: number): string[] =>
  args.map((arg) =>
    arg.replace(new RegExp(PACE_PLACEHOLDER_PATTERN, 'g'), (_, name: string) =>
      String(Number((name === 'speed' ? speed : 1 / speed).toFixed(4))),
    ),
  );

const inputLineOf = (utterance: Utterance): string =>
  plainTextLineForEngine(wordsOfUtterance(utterance) + commaBeforeBreak(utterance));

/**
 * A synthesizer that the operator has installed, for instance Piper with a voice file. It runs once for each utterance: the
 * utterance is one line on its standard input (never on its command line), and a WAV file or raw samples are its standard
 * output. With one run per utterance, the ends of sentences are exact, whatever the program does with several lines. Breaks become
 * silence; emphasis is ignored.
 */
export function createCommandEngine(
  settings: CommandEngineSettings,
  limits: SynthesizerRunLimits = UTTERANCE_LIMITS,
): SpeechEngine {
  const identity = commandEngineIdentity(settings);
  const [program] = settings.command;

  function commandFor(voice: string, speed: number): [string, ...string[]] {
    if (speed !== 1 && !identity.takesSpeed(voice))
      throw new SpeechError('speed_out_of_range', 'This voice has one pace.');
    return [program, ...fillInPace(synthesizerArguments(settings, voice), speed)];
  }

  return {
    ...identity,
    async speak(request, signal) {
      signal?.throwIfAborted();
      const { voice, script, utterances } = planRequestedSpeech(identity, request);
      const command = commandFor(voice, request.speed);
      const sounds: (CommandEngineSound | undefined)[] = [];
      const countLength = createSpeechLengthCounter();
      await forEachConcurrent([...utterances.entries()], PROGRAM_CONCURRENCY, async ([i, utterance]) => {
        if (!hasSpokenWords(utterance)) return;
        try {
          const call = { command, environment: settings.environment, input: `${inputLineOf(utterance)}\n` };
          const sound = readCommandEngineSound(await runSynthesizer(call, limits, signal), settings.sampleRate);
          countLength(sound.pcm.length, sound.sampleRate);
          sounds[i] = sound;
        } catch (cause) {
          signal?.throwIfAborted();
          if (cause instanceof SpeechError) throw cause;
          throw new SpeechError('engine_failed', 'The synthesizer gave no speech.', { cause });
        }
      });
      const rates = new Set(sounds.flatMap((sound) => sound?.sampleRate ?? []));
      const [sampleRate = settings.sampleRate] = rates;
      if (rates.size > 1) throw new SpeechError('engine_failed', 'The synthesizer changed its sample rate.');
      const clips = utterances.map((_, i) => ({ pcm: sounds[i]?.pcm ?? new Int16Array(0) }));
      return levelJoinedClipsToSpeech(
        joinSentenceClips(sentenceClipsOf(script, clips), sampleRate, request.speed),
        sampleRate,
        signal,
      );
    },
  };
}

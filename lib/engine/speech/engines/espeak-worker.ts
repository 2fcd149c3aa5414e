import { parentPort, workerData } from 'node:worker_threads';
import { SpeechError } from '../engine.ts';
import { joinSentenceClips } from '../join-sentence-clips.ts';
import { normalizeSpeechLoudnessSync } from '../normalize-speech-loudness.ts';
import type { EspeakJob, EspeakResult, EspeakTooLong, EspeakTranscriptionJob } from './espeak.ts';
import { ESPEAK_AMPLITUDE, ESPEAK_MARKUP_AMPLITUDE } from './espeak-identity.ts';
import { espeakInput } from './espeak-input.ts';
import {
  doesVoiceKnowPhoneme,
  ESPEAK_PHONEME_NAMES,
  ESPEAK_PHONEME_PROBE_LINES,
  espeakPhonemeCommandForIpa,
} from './espeak-ipa.ts';
import { type LoadedEspeak, loadEspeak } from './espeak-program.ts';
import { espeakWordMarks } from './espeak-words.ts';
import { pronunciationRangesOf, sentenceClipsOf, utterancesOf, wordsOfUtterance } from './utterance.ts';
import { utteranceWordSpans } from './utterance-word-spans.ts';

// The thread of `createEspeakEngine`: does one EspeakJob or EspeakTranscriptionJob after another, with a program that is loaded once. Any error
// except `too_long` ends the thread, and the engine starts another one.

/** The phoneme names that voices know, by voice: asking the program takes about 100 ms for each voice. */
const phonemeNamesByVoice = new Map<string, ReadonlySet<string>>();

function phonemeNamesOf(program: LoadedEspeak, voice: string): ReadonlySet<string> {
  const cachedNames = phonemeNamesByVoice.get(voice);
  if (cachedNames) return cachedNames;
  const [baselineAnswer = '', ...answers] = program.transcribe(voice, ESPEAK_PHONEME_PROBE_LINES);
  const names = new Set(
    ESPEAK_PHONEME_NAMES.filter((name, index) => doesVoiceKnowPhoneme(name, answers[index] ?? '', baselineAnswer)),
  );
  phonemeNamesByVoice.set(voice, names);
  return names;
}

function speak(program: LoadedEspeak, { script, speed, voice, wordsPerMinute }: EspeakJob): EspeakResult {
  const utterances = utterancesOf(script);
  const commandOf = (ipa: string) => espeakPhonemeCommandForIpa(ipa, phonemeNamesOf(program, voice));
  const { lines, isMarkup } = espeakInput(utterances, commandOf);
  const amplitude = isMarkup ? ESPEAK_MARKUP_AMPLITUDE : ESPEAK_AMPLITUDE;
  const { sampleRate, clips, words } = program.run({ lines, isMarkup, voice, wordsPerMinute, amplitude });
  const sounds = utterances.map((utterance, index) => {
    const pcm = clips[index] ?? new Int16Array(0);
    const commands = pronunciationRangesOf(utterance).flatMap(({ phonemes, ...range }) => {
      const command = commandOf(phonemes);
      return command === undefined ? [] : [{ ...range, command }];
    });
    const lineInput = { line: lines[index] ?? '', said: wordsOfUtterance(utterance), isMarkup, commands };
    return { pcm, marks: utteranceWordSpans(pcm, sampleRate, espeakWordMarks(words[index] ?? [], lineInput)) };
  });
  const { pcm, sentences } = joinSentenceClips(sentenceClipsOf(script, sounds), sampleRate, speed);
  return { pcm: normalizeSpeechLoudnessSync(pcm, sampleRate), sentences };
}

const program = loadEspeak(workerData as WebAssembly.Module);

parentPort?.on('message', async (job: EspeakJob | EspeakTranscriptionJob) => {
  const loaded = await program;
  if ('transcribe' in job) {
    parentPort?.postMessage(job.transcribe.map(({ voice, word }) => loaded.transcribe(voice, [word])[0] ?? ''));
    return;
  }
  try {
    const result = speak(loaded, job);
    parentPort?.postMessage(result, [result.pcm.buffer]);
  } catch (error) {
    if (!(error instanceof SpeechError && error.code === 'too_long')) throw error;
    // An error loses its class between threads.
    const tooLong: EspeakTooLong = 'too_long';
    parentPort?.postMessage(tooLong);
  }
});

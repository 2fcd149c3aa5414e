import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { freeBufferMemory } from '#kernel/shared/free-buffer-memory.ts';
import { type SpeechEngine, SpeechError } from '../engine.ts';
import type { JoinedSpeech } from '../join-sentence-clips.ts';
import type { SpeechScriptSentence } from '../script/script.ts';
import { ESPEAK_WORDS_PER_MINUTE, espeakIdentity } from './espeak-identity.ts';
import type { EspeakRun } from './espeak-program.ts';
import { speechOfNormalizedPcm } from './level-joined-clips-to-speech.ts';
import { planRequestedSpeech } from './plan-requested-speech.ts';
import { createWarmThread } from './warm-thread.ts';

/** A text that the speech thread synthesizes. */
export interface EspeakJob extends Pick<EspeakRun, 'voice' | 'wordsPerMinute'> {
  /** The sentences: one line per utterance. */
  script: readonly SpeechScriptSentence[];
  /** Scales the pauses between sentences; `wordsPerMinute` scales the words. */
  speed: number;
}

/** A request to the speech thread for the pronunciation of words in IPA, without sound. */
export interface EspeakTranscriptionJob {
  transcribe: readonly { voice: string; word: string }[];
}

/** The answer of the thread: levelled speech, mono at 48 kHz. */
export type EspeakResult = JoinedSpeech;

/** The result of the speech thread when the speech would be longer than MAX_SPEECH_SECONDS. */
export type EspeakTooLong = 'too_long';

/** Paths of the program's files, and the time limit of one text. */
export interface EspeakOptions {
  /** The thread's script where a bundler has moved it. */
  workerUrl?: URL;
  /** The WebAssembly file where a bundler has moved it. */
  wasmFile?: string;
  /** Milliseconds of work on one text after which the thread is stopped. */
  timeoutMs?: number;
}

/**
 * espeak-ng compiled to WebAssembly: offline, over a hundred languages, a synthetic sound. It stays loaded in a thread, which
 * speaks one text after another (5,000 characters take most of a second) and is replaced when it fails or hangs. Known
 * weakness: it reads Japanese from kana; for a kanji it says "Chinese letter".
 */
export function createEspeakEngine({ workerUrl, wasmFile, timeoutMs = 60_000 }: EspeakOptions = {}): SpeechEngine {
  const thread = createWarmThread<EspeakJob | EspeakTranscriptionJob, EspeakResult | EspeakTooLong | string[]>({
    // bundle-handlers.ts looks for this exact expression.
    script: workerUrl ?? new URL('./espeak-worker.ts', import.meta.url),
    load: () => compileProgram(wasmFile),
    timeoutMs,
  });

  const runJob = (job: EspeakJob | EspeakTranscriptionJob, signal: AbortSignal | undefined) =>
    thread.run(job, signal).catch((cause: unknown) => {
      signal?.throwIfAborted();
      throw new SpeechError('engine_failed', 'espeak-ng failed.', { cause });
    });

  return {
    ...espeakIdentity,
    async speak(request, signal) {
      signal?.throwIfAborted();
      const { voice, script } = planRequestedSpeech(espeakIdentity, request);
      const wordsPerMinute = Math.round(ESPEAK_WORDS_PER_MINUTE * request.speed);
      const job = { script, speed: request.speed, voice, wordsPerMinute };
      const result = await runJob(job, signal);
      if (result === 'too_long' || Array.isArray(result)) throw new SpeechError('too_long', 'The speech is too long.');
      const { pcm, sentences } = result;
      return speechOfNormalizedPcm(Buffer.from(pcm.buffer), sentences);
    },

    async transcribe(words, signal) {
      signal?.throwIfAborted();
      const wordsWithVoices = words.map(({ word, language }) => ({ voice: espeakIdentity.voiceFor(language), word }));
      const readableWords = wordsWithVoices.flatMap(({ voice, word }) =>
        voice === undefined ? [] : [{ voice, word }],
      );
      const sounds = await runJob({ transcribe: readableWords }, signal);
      const ipa = Array.isArray(sounds) ? sounds.values() : [].values();
      return wordsWithVoices.map(({ voice }) => (voice === undefined ? '' : (ipa.next().value ?? '')));
    },
  };
}

async function compileProgram(wasmFile: string | undefined): Promise<WebAssembly.Module> {
  const path = wasmFile ?? createRequire(import.meta.url).resolve('espeak-ng/dist/espeak-ng.wasm');
  const bytes = await readFile(path);
  const program = await WebAssembly.compile(bytes);
  // 18 MB; the program has its own copy.
  freeBufferMemory(bytes);
  return program;
}

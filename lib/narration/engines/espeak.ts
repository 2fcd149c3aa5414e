import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { NarrationEngine, SpeechRequest } from '../engine.ts';
import { SPEECH_SAMPLE_RATE, SpeechError } from '../engine.ts';
import { hasWords, splitSentences } from '../sentences.ts';
import type { JoinedSpeech } from '../speech-join.ts';
import { levelSpeech } from '../speech-level.ts';
import { AMPLITUDE, espeakIdentity, WORDS_PER_MINUTE } from './espeak-identity.ts';
import { spokenLine } from './espeak-text.ts';

/** What the worker is given: one run of the program. */
export interface EspeakJob {
  module: WebAssembly.Module;
  /** Each without line breaks and under 1,000 bytes (the program's buffer for a line). */
  lines: readonly string[];
  /** What the lines are in writing. */
  sentences: readonly string[];
  /** Shortens the pauses between sentences as `wordsPerMinute` does the words. */
  speed: number;
  voice: string;
  wordsPerMinute: number;
  amplitude: number;
}

export interface EspeakResult extends JoinedSpeech {
  sampleRate: number;
}

export interface EspeakOptions {
  /** The worker's script, where bundling has moved it. */
  workerUrl?: URL;
  /** The compiled program, where bundling has moved it. */
  wasmFile?: string;
  /** Longest time for one text, in milliseconds, before the worker is stopped. */
  timeoutMs?: number;
}

/**
 * espeak-ng compiled to WebAssembly: offline, over a hundred languages, a synthetic sound. It runs in a worker thread
 * (a text of 5,000 characters takes most of a second) and in memory: no file is left behind. Known weakness: Japanese
 * is read from kana; for a kanji it says "Chinese letter".
 */
export function createEspeakEngine({ workerUrl, wasmFile, timeoutMs = 60_000 }: EspeakOptions = {}): NarrationEngine {
  // Written out: esbuild.config.mjs looks for these very words.
  const script = workerUrl ?? new URL('./espeak-worker.ts', import.meta.url);
  let program: Promise<WebAssembly.Module> | undefined;
  const compiled = () => {
    program ??= compileProgram(wasmFile).catch((cause) => {
      program = undefined;
      throw new SpeechError('engine_failed', 'The espeak-ng program could not be loaded.', { cause });
    });
    return program;
  };

  return {
    ...espeakIdentity,
    async speak(request, runtime) {
      runtime.signal?.throwIfAborted();
      const { voice, sentences, lines } = plan(request);
      const module = await compiled();
      const wordsPerMinute = Math.round(WORDS_PER_MINUTE * request.speed);
      const job = { module, lines, sentences, speed: request.speed, voice, wordsPerMinute, amplitude: AMPLITUDE };
      const spoken = await runWorker(script, job, timeoutMs, runtime.signal);
      if (spoken.sentences.length === 0) throw new SpeechError('no_speech', 'The text has nothing that can be spoken.');
      const pcm = await levelSpeech(spoken.pcm, spoken.sampleRate, runtime);
      const durationSeconds = pcm.length / 2 / SPEECH_SAMPLE_RATE;
      return { sampleRate: SPEECH_SAMPLE_RATE, pcm, sentences: spoken.sentences, durationSeconds };
    },
  };
}

async function compileProgram(wasmFile: string | undefined): Promise<WebAssembly.Module> {
  const file = wasmFile ?? createRequire(import.meta.url).resolve('espeak-ng/dist/espeak-ng.wasm');
  return WebAssembly.compile(await readFile(file));
}

function plan({ text, language, voice: wanted, speed }: SpeechRequest) {
  const voice = espeakIdentity.voiceFor(language, wanted);
  if (voice === undefined) throw new SpeechError('voice_unknown', `No espeak-ng voice for "${wanted ?? language}".`);
  if (!(speed >= 0.5 && speed <= 2)) throw new SpeechError('speed_out_of_range', 'The speed must be 0.5 to 2.0.');
  const sentences = splitSentences(text, language);
  const lines = sentences.map(spokenLine).map((line) => (hasWords(line) ? line : ''));
  if (!lines.some(hasWords)) throw new SpeechError('no_speech', 'The text has nothing that can be spoken.');
  return { voice, sentences, lines };
}

async function runWorker(
  script: URL,
  job: EspeakJob,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<EspeakResult> {
  signal?.throwIfAborted();
  const worker = new Worker(script, { workerData: job, stdout: true, stderr: true });
  const limit = AbortSignal.timeout(timeoutMs);
  const stop = AbortSignal.any(signal ? [signal, limit] : [limit]);
  let stopped: (() => void) | undefined;
  try {
    return await new Promise<EspeakResult>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', (cause) => reject(new SpeechError('engine_failed', 'espeak-ng failed.', { cause })));
      worker.once('exit', (code) => reject(new SpeechError('engine_failed', `espeak-ng ended with code ${code}.`)));
      stopped = () => reject(signal?.aborted ? signal.reason : new SpeechError('engine_failed', 'espeak-ng hung.'));
      stop.addEventListener('abort', stopped, { once: true });
    });
  } finally {
    if (stopped) stop.removeEventListener('abort', stopped);
    await worker.terminate();
  }
}

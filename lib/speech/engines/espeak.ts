import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { type SpeechEngine, SpeechError } from '../engine.ts';
import type { JoinedSpeech } from '../join-sentences.ts';
import type { ScriptSentence } from '../script/script.ts';
import { AMPLITUDE, espeakIdentity, MARKUP_AMPLITUDE, WORDS_PER_MINUTE } from './espeak-identity.ts';
import { type EspeakLines, espeakLines } from './espeak-lines.ts';
import { finishSpeech } from './finish-speech.ts';
import { planSpeech } from './plan-speech.ts';

/** The input of the worker: one run of the program. */
export interface EspeakJob extends EspeakLines {
  module: WebAssembly.Module;
  /** The source of the lines: one line per utterance. */
  script: readonly ScriptSentence[];
  /** Scales the pauses between sentences; `wordsPerMinute` scales the words. */
  speed: number;
  voice: string;
  wordsPerMinute: number;
  amplitude: number;
}

/** The answer of the worker. */
export interface EspeakResult extends JoinedSpeech {
  sampleRate: number;
}

/** The answer of the worker when the speech would be longer than MAX_SPEECH_SECONDS. */
export type EspeakTooLong = 'too_long';

export interface EspeakOptions {
  /** The worker's script when a bundler has moved it. */
  workerUrl?: URL;
  /** The WebAssembly file when a bundler has moved it. */
  wasmFile?: string;
  /** Milliseconds after which the worker of one text is stopped. */
  timeoutMs?: number;
}

/**
 * espeak-ng compiled to WebAssembly: offline, over a hundred languages, a synthetic sound. It runs in a worker thread
 * (5,000 characters take most of a second) and in memory, without files. Known weakness: it reads Japanese from kana; for a
 * kanji it says "Chinese letter".
 */
export function createEspeakEngine({ workerUrl, wasmFile, timeoutMs = 60_000 }: EspeakOptions = {}): SpeechEngine {
  // esbuild.config.mjs looks for this exact expression.
  const workerScript = workerUrl ?? new URL('./espeak-worker.ts', import.meta.url);
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
      const { voice, script, utterances } = planSpeech(espeakIdentity, request);
      const { lines, isMarkup } = espeakLines(utterances);
      const module = await compiled();
      const wordsPerMinute = Math.round(WORDS_PER_MINUTE * request.speed);
      const amplitude = isMarkup ? MARKUP_AMPLITUDE : AMPLITUDE;
      const job = { module, lines, isMarkup, script, speed: request.speed, voice, wordsPerMinute, amplitude };
      const spoken = await runWorker(workerScript, job, timeoutMs, runtime.signal);
      return finishSpeech(spoken, spoken.sampleRate, runtime);
    },
  };
}

async function compileProgram(wasmFile: string | undefined): Promise<WebAssembly.Module> {
  const file = wasmFile ?? createRequire(import.meta.url).resolve('espeak-ng/dist/espeak-ng.wasm');
  return WebAssembly.compile(await readFile(file));
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
      worker.once('message', (answer: EspeakResult | EspeakTooLong) => {
        if (answer === 'too_long') reject(new SpeechError('too_long', 'The speech is too long.'));
        else resolve(answer);
      });
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

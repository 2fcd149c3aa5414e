import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type SpeechEngine, SpeechError } from '../engine.ts';
import { speechOfNormalizedPcm } from '../engines/level-joined-clips-to-speech.ts';
import { planRequestedSpeech } from '../engines/plan-requested-speech.ts';
import { createWarmThread, type WarmThreadOptions } from '../engines/warm-thread.ts';
import type { JoinedSpeech } from '../join-sentence-clips.ts';
import type { SpeechScriptSentence } from '../script/script.ts';
import { naturalVoiceIdentity } from './natural-voice-identity.ts';
import { createThreadPool } from './thread-pool.ts';
import { naturalVoiceFolder } from './voice-files.ts';

/** Job of the speech thread. */
export interface NaturalSpeechJob {
  script: readonly SpeechScriptSentence[];
  speed: number;
}

/** The answer of the thread: levelled speech, mono at 48 kHz; `too_long`: it would be longer than MAX_SPEECH_SECONDS. */
export type NaturalSpeechResult = JoinedSpeech | 'too_long';

/** Paths of the program's files, and the time limit of one text. */
export interface NaturalSpeechEngineOptions {
  /** The thread's script where a bundler has moved it. */
  workerUrl?: URL;
  /** The folder of the voice's files; absent: the installed folder is found. */
  folder?: string | undefined;
  /** Milliseconds of work on one text after which the thread is stopped. */
  timeoutMs?: number;
}

/** The maximum number of threads that speak at once, each with the voice in its memory. */
const MAX_THREADS = 2;

/**
 * A natural voice of US English, offline: a small neural network in WebAssembly (`acoustics/`), and rules and dictionaries that turn
 * words into its phonemes (`phonemes/`). It stays loaded in a thread, and in a second one while there are
 * texts for both. Each speaks one text after another and is replaced when it fails or hangs.
 */
export function createNaturalSpeechEngine({
  workerUrl,
  folder,
  timeoutMs = 180_000,
}: NaturalSpeechEngineOptions = {}): SpeechEngine {
  const options: WarmThreadOptions = {
    // bundle-handlers.ts looks for this exact expression.
    script: workerUrl ?? new URL('./natural-worker.ts', import.meta.url),
    load: async () => folder ?? findVoiceFolder(),
    timeoutMs,
  };
  const threadCount = Math.min(MAX_THREADS, availableParallelism());
  const threads = createThreadPool(
    Array.from({ length: threadCount }, () => createWarmThread<NaturalSpeechJob, NaturalSpeechResult>(options)),
  );

  return {
    ...naturalVoiceIdentity,
    async speak(request, signal) {
      signal?.throwIfAborted();
      const { script } = planRequestedSpeech(naturalVoiceIdentity, request);
      const result = await threads.run({ script, speed: request.speed }, signal).catch((cause: unknown) => {
        signal?.throwIfAborted();
        throw new SpeechError('engine_failed', 'The natural voice failed.', { cause });
      });
      if (result === 'too_long') throw new SpeechError('too_long', 'The speech is too long.');
      const { pcm, sentences } = result;
      return speechOfNormalizedPcm(Buffer.from(pcm.buffer), sentences);
    },
  };
}

/** Finds the installed folder of the voice. @throws Error if there is none */
function findVoiceFolder(): string {
  const folder = naturalVoiceFolder(dirname(fileURLToPath(import.meta.url)), process.env.NODE_PATH);
  if (folder === undefined) throw new Error('The files of the natural voice are not installed.');
  return folder;
}

import type { FindWordsInRecording } from '#features/narration/recording/sentence-times-in-recording.ts';
import { lazy } from './lazy.ts';
import { log } from './log.ts';

/** Milliseconds for finding the words of a recording in a request. A recording of six minutes takes less than three seconds on a laptop. */
const WORD_SEARCH_TIMEOUT_MS = 8000;

/** The engine that speaks the text for comparison. It knows the times of the words in each language, and speaks 5,000 characters in a second. */
const referenceEngine = lazy(async () => (await import('#engine/speech/engines/espeak.ts')).createEspeakEngine());

/**
 * Makes a function that finds the words of a recording by the speech of espeak-ng. It returns undefined when that fails: the times of words
 * are estimated then.
 * @param deadline aborts at the end of the request, most of whose time decoding may have taken
 * @param timeoutMs milliseconds after which it gives up; absent: those of a request
 */
export const createRecordingWordFinder =
  (deadline: AbortSignal, timeoutMs = WORD_SEARCH_TIMEOUT_MS): FindWordsInRecording =>
  async (pcm, text) => {
    const timeoutSignal = AbortSignal.any([deadline, AbortSignal.timeout(timeoutMs)]);
    try {
      const { alignSentencesByReference } = await import(
        '#engine/speech/engines/speech-engine-with-aligned-word-times.ts'
      );
      return await alignSentencesByReference(pcm, { ...text, speed: 1 }, await referenceEngine(), timeoutSignal);
    } catch (error) {
      log.warn('words of a recording not found', { error });
      return undefined;
    }
  };

import type { FindWordsInRecording } from '#features/narration/recording/heard-recording.ts';
import { lazy } from './lazy.ts';
import { log } from './log.ts';

/** Milliseconds for the words of a recording, within the time of a request. A recording of six minutes takes less than three on a laptop. */
const PATIENCE_MS = 8000;

/** The program that speaks the text for comparison. It knows its words in each language, and speaks 5,000 characters in a second. */
const reference = lazy(async () => (await import('#engine/speech/engines/espeak.ts')).createEspeakEngine());

/**
 * Makes a function that finds the words of a recording by the speech of espeak-ng. It returns undefined when that fails: the times of words
 * are estimated then.
 * @param deadline of the request: decoding may have taken most of its time
 * @param patienceMs milliseconds after which it gives up; absent: those of a request
 */
export const createRecordingWordFinder =
  (deadline: AbortSignal, patienceMs = PATIENCE_MS): FindWordsInRecording =>
  async (pcm, text) => {
    const patience = AbortSignal.any([deadline, AbortSignal.timeout(patienceMs)]);
    try {
      const { alignSentencesByReference } = await import('#engine/speech/engines/with-aligned-word-times.ts');
      return await alignSentencesByReference(pcm, { ...text, speed: 1 }, await reference(), patience);
    } catch (error) {
      log.warn('words of a recording not found', { error });
      return undefined;
    }
  };

import { MAX_SPEECH_SECONDS, SpeechError } from './engine.ts';

/**
 * Checks the length of speech.
 * @param samples number of samples, mono
 * @param sampleRate in Hz
 * @throws SpeechError `too_long` beyond MAX_SPEECH_SECONDS
 */
export function checkSpeechLength(samples: number, sampleRate: number): void {
  if (samples > MAX_SPEECH_SECONDS * sampleRate)
    throw new SpeechError('too_long', `The speech is longer than ${MAX_SPEECH_SECONDS} s.`);
}

/**
 * Makes a function that adds up the lengths of the clips of one text as they arrive. Synthesis may cost money, so it stops at the limit.
 * @returns a function that adds a clip; it throws SpeechError `too_long` beyond MAX_SPEECH_SECONDS
 */
export function createSpeechLengthCounter(): (samples: number, sampleRate: number) => void {
  let seconds = 0;
  return (samples, sampleRate) => {
    seconds += samples / sampleRate;
    checkSpeechLength(seconds, 1);
  };
}

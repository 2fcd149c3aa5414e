import { MAX_SPEECH_SECONDS, SpeechError } from './engine.ts';

/** @throws SpeechError when so much speech is more than anybody keeps. @param sampleRate Hz */
export function checkSpeechLength(samples: number, sampleRate: number): void {
  if (samples > MAX_SPEECH_SECONDS * sampleRate)
    throw new SpeechError('too_long', `The speech is longer than ${MAX_SPEECH_SECONDS} s.`);
}

/** Counts the clips of one text while they come in, so that no more of them are made, paid and held than can be used. */
export function speechLengthCounter(): (samples: number, sampleRate: number) => void {
  let seconds = 0;
  return (samples, sampleRate) => {
    seconds += samples / sampleRate;
    checkSpeechLength(seconds, 1);
  };
}

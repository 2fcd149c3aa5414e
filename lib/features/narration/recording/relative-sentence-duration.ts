import { relativeSpeechDuration } from '#engine/speech/relative-speech-duration.ts';

/** Added to every sentence, because short sentences take longer than their letters suggest. */
const SENTENCE = 2;

/** The expected duration of a sentence relative to others of the same text, without a unit. */
export const relativeSentenceDuration = (text: string): number => SENTENCE + relativeSpeechDuration(text);

import { relativeSpeechDuration } from '#engine/speech/relative-speech-duration.ts';

/** Letters that are added to each sentence, because short sentences take longer than their letters suggest. */
const EXTRA_LETTERS = 2;

/** The expected duration of a sentence, measured in letters. It is only compared with that of other sentences of the same text. */
export const relativeSentenceDuration = (text: string): number => EXTRA_LETTERS + relativeSpeechDuration(text);

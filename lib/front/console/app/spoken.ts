/** A sentence with the times between which it is spoken, in seconds from the start of the narration. */
export interface SentenceWithSpokenTimes {
  text: string;
  start_seconds: number;
  end_seconds: number;
}

/** The index of the sentence that is spoken at a time; −1 before the first. In the pause between two sentences it is the first of them. */
export function sentenceIndexAtTime(sentences: readonly SentenceWithSpokenTimes[], seconds: number): number {
  return sentences.findLastIndex((sentence) => sentence.start_seconds <= seconds);
}

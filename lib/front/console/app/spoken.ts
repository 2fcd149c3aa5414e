/** A sentence and when it is spoken. */
export interface HeardSentence {
  text: string;
  start_seconds: number;
  end_seconds: number;
}

/** The sentence that is spoken at a time, by its index; −1 before the first. Between two it is the earlier one. */
export function spokenAt(sentences: readonly HeardSentence[], seconds: number): number {
  return sentences.findLastIndex((sentence) => sentence.start_seconds <= seconds);
}

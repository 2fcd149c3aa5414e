/** The sentence that is spoken at a time, by its index; −1 before the first. Between two it is the earlier one. */
export function spokenAt(sentences, seconds) {
  return sentences.findLastIndex((sentence) => sentence.start_seconds <= seconds);
}

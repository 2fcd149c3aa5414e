import type { Sentence } from '#engine/speech/engine.ts';
import { writtenWords } from '#engine/speech/words/written-words.ts';

/** A sentence with the name of its speaker before it. The name is not spoken: its words have no length. */
function withName({ text, word_ms, ...sentence }: Sentence, name: string): Sentence {
  const first = word_ms?.[0] ?? 0;
  const ofName = writtenWords(`${name}:`).flatMap(() => [first, first]);
  return { ...sentence, text: `${name}: ${text}`, ...(word_ms ? { word_ms: [...ofName, ...word_ms] } : {}) };
}

/**
 * Sentences as captions show them: where the speaker changes, the first sentence starts with the name.
 * @param before the speaker of the sentence before them; undefined: none
 */
export function namedSentences(sentences: readonly Sentence[], before: string | undefined): Sentence[] {
  let last = before;
  return sentences.map((sentence) => {
    const { speaker } = sentence;
    const isNew = speaker !== undefined && speaker !== last;
    last = speaker;
    return isNew ? withName(sentence, speaker) : sentence;
  });
}

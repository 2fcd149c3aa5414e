import type { SpokenSentence } from '#engine/speech/engine.ts';
import { type SpokenWord, timedWordsOfSentence } from '#engine/speech/words/word-times.ts';
import { findWrittenWords } from '#engine/speech/words/written-words.ts';

/** A sentence as captions show it, with all its words; times in seconds from the start of the speech. */
export interface SentenceToCaption extends Pick<SpokenSentence, 'text' | 'start_seconds' | 'end_seconds' | 'speaker'> {
  words: SpokenWord[];
  /** True if the engine measured the times of its words; else they are estimates. */
  has_measured_words: boolean;
}

const toSentenceToCaption = (sentence: SpokenSentence): SentenceToCaption => {
  const { word_ms, ...spokenSentence } = sentence;
  return { ...spokenSentence, words: timedWordsOfSentence(sentence), has_measured_words: word_ms !== undefined };
};

/** A sentence with the name of its speaker before it. The name is not spoken: its words have no length. */
function withSpeakerName(sentence: SentenceToCaption, name: string): SentenceToCaption {
  const nameSeconds = sentence.words[0]?.start_seconds ?? sentence.start_seconds;
  const label = `${name}:`;
  const wordsOfName = findWrittenWords(label).map(({ from, to }) => ({
    text: label.slice(from, to),
    start_seconds: nameSeconds,
    end_seconds: nameSeconds,
  }));
  return { ...sentence, text: `${label} ${sentence.text}`, words: [...wordsOfName, ...sentence.words] };
}

/**
 * Sentences in the form of captions: where the speaker changes, the first sentence starts with the name. @param previousSpeaker the speaker of the
 * previous sentence; undefined if there is none
 */
export function sentencesWithSpeakerNames(
  sentences: readonly SpokenSentence[],
  previousSpeaker: string | undefined,
): SentenceToCaption[] {
  let lastSpeaker = previousSpeaker;
  return sentences.map((sentence) => {
    const { speaker } = sentence;
    const isNewSpeaker = speaker !== undefined && speaker !== lastSpeaker;
    lastSpeaker = speaker;
    return isNewSpeaker ? withSpeakerName(toSentenceToCaption(sentence), speaker) : toSentenceToCaption(sentence);
  });
}

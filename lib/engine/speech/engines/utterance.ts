import type { SentenceClip } from '../join-sentence-clips.ts';
import type { SpeechScriptSentence, SpokenSentencePart } from '../script/script.ts';
import type { TextRange } from '../text-range.ts';
import type { SpokenWordSpan } from '../words/times-of-sentence-words.ts';

/** Words that an engine speaks without interruption: a sentence, or its part between two breaks. */
export interface Utterance {
  parts: SpokenSentencePart[];
  /** True if its sentence continues after a break. */
  continues: boolean;
}

/** A part of a sentence as it is synthesized: an utterance or a break. */
type SentencePart = { utterance: Utterance } | { break_seconds: number };

function partsOf({ parts }: SpeechScriptSentence): SentencePart[] {
  const sentenceParts: SentencePart[] = [];
  let currentUtterance: Utterance | undefined;
  for (const part of parts) {
    if ('break_seconds' in part) {
      currentUtterance = undefined;
      sentenceParts.push(part);
    } else if (currentUtterance) currentUtterance.parts.push(part);
    else {
      currentUtterance = { parts: [part], continues: false };
      sentenceParts.push({ utterance: currentUtterance });
    }
  }
  const utterances = sentenceParts.flatMap((part) => ('utterance' in part ? [part.utterance] : []));
  for (const utterance of utterances.slice(0, -1)) utterance.continues = true;
  return sentenceParts;
}

/** The utterances of a script in order. */
export const utterancesOf = (script: readonly SpeechScriptSentence[]): Utterance[] =>
  script.flatMap((sentence) => partsOf(sentence).flatMap((part) => ('utterance' in part ? [part.utterance] : [])));

/** The sound of an utterance, mono. */
export interface UtteranceSound {
  pcm: Int16Array;
  /** Its words, with offsets in `wordsOfUtterance` of the utterance; absent if the engine does not report them. */
  marks?: readonly SpokenWordSpan[] | undefined;
}

/** The sentences of a script with their sound. @param sounds one sound per utterance, in order */
export function sentenceClipsOf(
  script: readonly SpeechScriptSentence[],
  sounds: readonly UtteranceSound[],
): SentenceClip[] {
  let nextSound = 0;
  return script.map((sentence) => {
    let spokenLength = 0;
    const parts = partsOf(sentence).map((part) => {
      if (!('utterance' in part)) return part;
      const { pcm = new Int16Array(0), marks = [] } = sounds[nextSound++] ?? {};
      const offset = spokenLength;
      spokenLength += wordsOfUtterance(part.utterance).length;
      return { pcm, marks: marks.map((mark) => ({ ...mark, from: mark.from + offset, to: mark.to + offset })) };
    });
    const { text, ranges, ends_paragraph } = sentence;
    return { text, ranges, ends_paragraph, parts };
  });
}

/** The words of an utterance. */
export const wordsOfUtterance = ({ parts }: Utterance): string => parts.map(({ say }) => say).join('');

/**
 * The ranges, as offsets in `wordsOfUtterance(utterance)`, for which the author gives the pronunciation, without the spaces around them, each
 * with its IPA; in order.
 */
export function pronunciationRangesOf({ parts }: Pick<Utterance, 'parts'>): (TextRange & { phonemes: string })[] {
  let offset = 0;
  return parts.flatMap(({ say, phonemes }) => {
    const from = offset + say.length - say.trimStart().length;
    const to = offset + say.trimEnd().length;
    offset += say.length;
    return phonemes !== undefined && to > from ? [{ from, to, phonemes }] : [];
  });
}

/** A text that ends in a letter or digit: without a punctuation mark the pitch falls there as at the end of a sentence. */
const ENDS_WITHOUT_MARK = /[\p{L}\p{M}\p{N}]\s*$/u;

/** A comma that keeps the pitch up before a break within a sentence; empty when a mark does so already. */
export const commaBeforeBreak = (utterance: Utterance): string =>
  utterance.continues && ENDS_WITHOUT_MARK.test(wordsOfUtterance(utterance)) ? ',' : '';

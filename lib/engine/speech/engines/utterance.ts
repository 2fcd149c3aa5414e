import type { SentenceClip } from '../join-sentences.ts';
import type { ScriptSentence, SpokenPart } from '../script/script.ts';

/** Words that an engine speaks without interruption: a sentence, or its part between two breaks. */
export interface Utterance {
  parts: SpokenPart[];
  /** True if its sentence continues after a break. */
  continues: boolean;
}

/** A part of a sentence as it is synthesized: an utterance or a break. */
type SentencePart = { utterance: Utterance } | { break_seconds: number };

function partsOf({ parts }: ScriptSentence): SentencePart[] {
  const found: SentencePart[] = [];
  let current: Utterance | undefined;
  for (const part of parts) {
    if ('break_seconds' in part) {
      current = undefined;
      found.push(part);
    } else if (current) current.parts.push(part);
    else {
      current = { parts: [part], continues: false };
      found.push({ utterance: current });
    }
  }
  const spoken = found.flatMap((part) => ('utterance' in part ? [part.utterance] : []));
  for (const utterance of spoken.slice(0, -1)) utterance.continues = true;
  return found;
}

/** The utterances of a script in order. */
export const utterancesOf = (script: readonly ScriptSentence[]): Utterance[] =>
  script.flatMap((sentence) => partsOf(sentence).flatMap((part) => ('utterance' in part ? [part.utterance] : [])));

/** The sentences of a script with their sound. @param spoken one clip per utterance, in order */
export function sentenceClipsOf(script: readonly ScriptSentence[], spoken: readonly Int16Array[]): SentenceClip[] {
  let next = 0;
  return script.map((sentence) => ({
    text: sentence.text,
    ends_paragraph: sentence.ends_paragraph,
    parts: partsOf(sentence).map((part) => ('utterance' in part ? { pcm: spoken[next++] ?? new Int16Array(0) } : part)),
  }));
}

/** The words of an utterance. */
export const wordsOf = ({ parts }: Utterance): string => parts.map(({ say }) => say).join('');

/** A text that ends in a letter or digit: without a punctuation mark the pitch falls there as at the end of a sentence. */
const UNMARKED = /[\p{L}\p{M}\p{N}]\s*$/u;

/** A comma that keeps the pitch up before a break within a sentence; empty when a mark does so already. */
export const continuationComma = (utterance: Utterance): string =>
  utterance.continues && UNMARKED.test(wordsOf(utterance)) ? ',' : '';

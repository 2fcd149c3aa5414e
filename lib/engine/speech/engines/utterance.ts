import type { SentenceClip } from '../join-sentences.ts';
import type { ScriptSentence, SpokenPart } from '../script/script.ts';

/** Words that an engine speaks without interruption: a sentence, or its part between two breaks. */
export interface Utterance {
  parts: SpokenPart[];
  /** Its sentence continues after the break. */
  goesOn: boolean;
}

/** A part of a sentence: an utterance or a break. */
type Row = { utterance: Utterance } | { break_seconds: number };

function rowsOf({ parts }: ScriptSentence): Row[] {
  const rows: Row[] = [];
  let open: Utterance | undefined;
  for (const part of parts) {
    if ('break_seconds' in part) {
      open = undefined;
      rows.push(part);
    } else if (open) open.parts.push(part);
    else {
      open = { parts: [part], goesOn: false };
      rows.push({ utterance: open });
    }
  }
  const spoken = rows.flatMap((row) => ('utterance' in row ? [row.utterance] : []));
  for (const utterance of spoken.slice(0, -1)) utterance.goesOn = true;
  return rows;
}

/** The utterances of a script in order. */
export const utterancesOf = (script: readonly ScriptSentence[]): Utterance[] =>
  script.flatMap((sentence) => rowsOf(sentence).flatMap((row) => ('utterance' in row ? [row.utterance] : [])));

/** The sentences of a script with their sound. @param spoken one clip per utterance, in order */
export function sentenceClipsOf(script: readonly ScriptSentence[], spoken: readonly Int16Array[]): SentenceClip[] {
  let next = 0;
  return script.map((sentence) => ({
    text: sentence.text,
    ends_paragraph: sentence.ends_paragraph,
    parts: rowsOf(sentence).map((row) => ('utterance' in row ? { pcm: spoken[next++] ?? new Int16Array(0) } : row)),
  }));
}

/** The words of an utterance. */
export const wordsOf = ({ parts }: Utterance): string => parts.map(({ say }) => say).join('');

/** Ends in a letter or digit: without a mark the pitch falls there as at the end of a sentence. */
const UNMARKED = /[\p{L}\p{M}\p{N}]\s*$/u;

/** A comma that keeps the pitch up before a break within a sentence; empty when a mark does so already. */
export const continuationComma = (utterance: Utterance): string =>
  utterance.goesOn && UNMARKED.test(wordsOf(utterance)) ? ',' : '';

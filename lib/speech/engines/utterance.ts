import type { SentenceClip } from '../join-sentences.ts';
import type { ScriptSentence, SpokenPart } from '../script/script.ts';

/** What is spoken in one go: a sentence, or as much of it as lies between two breaks. */
export interface Utterance {
  parts: SpokenPart[];
  /** More of its sentence comes after the break. */
  goesOn: boolean;
}

/** A script with what is to be spoken of it. */
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

/** The sentences of a script with what was spoken of them: one clip for each of its utterances, in their order. */
export function clipsOf(script: readonly ScriptSentence[], spoken: readonly Int16Array[]): SentenceClip[] {
  let next = 0;
  return script.map((sentence) => ({
    text: sentence.text,
    ends_paragraph: sentence.ends_paragraph,
    parts: rowsOf(sentence).map((row) => ('utterance' in row ? { pcm: spoken[next++] ?? new Int16Array(0) } : row)),
  }));
}

/** The words of an utterance. */
export const wordsOf = ({ parts }: Utterance): string => parts.map(({ say }) => say).join('');

/** Ends in a letter or a digit: without a mark a voice falls there as at the end of a sentence. */
const UNMARKED = /[\p{L}\p{M}\p{N}]\s*$/u;

/** What keeps the voice up before a break within a sentence; nothing where a mark does so already. */
export const continuation = (utterance: Utterance): string =>
  utterance.goesOn && UNMARKED.test(wordsOf(utterance)) ? ',' : '';

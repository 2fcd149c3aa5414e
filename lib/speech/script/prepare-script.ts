import { sentencesIn } from '../sentences.ts';
import { type LaidOut, layOut, PARAGRAPH } from './lay-out.ts';
import { mannerOf } from './manner.ts';
import { partsOf } from './parts.ts';
import type { Pronunciation } from './pronunciation.ts';
import { readMarkup } from './read-markup.ts';
import type { ScriptSentence } from './script.ts';

/** What an engine has to say. */
export interface ScriptRequest {
  text: string;
  /** BCP 47. */
  language: string;
  lexicon?: readonly Pronunciation[] | undefined;
}

/**
 * A text in sentences, each as it is written and as it is said; none when there is nothing to say. Markup is read as
 * readMarkup says, words of the lexicon are written out in `say`. Pure: the same request gives the same script.
 */
export function prepareScript({ text, language, lexicon }: ScriptRequest): ScriptSentence[] {
  const laid = layOut(readMarkup(text), lexicon);
  const manner = mannerOf(laid);
  const { written } = laid;
  if (!manner.speaks(0, written.length)) return [];
  const sentences = sentencesIn(written, language, manner);
  const breaks = breaksBySentence(laid, sentences);
  return sentences.map((sentence, index) => {
    const { from, to } = sentence;
    const endsParagraph = written.slice(to, sentences[index + 1]?.from).includes(PARAGRAPH);
    return {
      text: written.slice(from, to).replace(/\s/gu, ' '),
      parts: partsOf(laid, sentence, breaks[index] ?? []),
      ...(endsParagraph ? { ends_paragraph: true } : {}),
    };
  });
}

/** A break between two sentences belongs to the one before it, for there its silence is. */
function breaksBySentence({ breaks }: LaidOut, sentences: readonly { from: number }[]): LaidOut['breaks'][] {
  const groups: LaidOut['breaks'][] = sentences.map(() => []);
  let index = 0;
  for (const silence of breaks) {
    while ((sentences[index + 1]?.from ?? Number.POSITIVE_INFINITY) < silence.at) index += 1;
    groups[index]?.push(silence);
  }
  return groups;
}

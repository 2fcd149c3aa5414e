import { sentencesIn } from '../sentences.ts';
import { type AnnotatedText, annotateText, PARAGRAPH } from './annotate-text.ts';
import type { Pronunciation } from './pronunciation.ts';
import { readMarkup } from './read-markup.ts';
import type { ScriptSentence } from './script.ts';
import { sentenceParts } from './sentence-parts.ts';
import { spokenFormOf } from './spoken-form.ts';

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
  const laid = annotateText(readMarkup(text), lexicon);
  const manner = spokenFormOf(laid);
  const { written } = laid;
  if (!manner.hasWords(0, written.length)) return [];
  const sentences = sentencesIn(written, language, manner);
  const breaks = breaksBySentence(laid, sentences);
  return sentences.map((sentence, index) => {
    const { from, to } = sentence;
    const endsParagraph = written.slice(to, sentences[index + 1]?.from).includes(PARAGRAPH);
    return {
      text: written.slice(from, to).replace(/\s/gu, ' '),
      parts: sentenceParts(laid, sentence, breaks[index] ?? []),
      ...(endsParagraph ? { ends_paragraph: true } : {}),
    };
  });
}

/** A break between two sentences belongs to the one before it, for there its silence is. */
function breaksBySentence(
  { breaks }: AnnotatedText,
  sentences: readonly { from: number }[],
): AnnotatedText['breaks'][] {
  const groups: AnnotatedText['breaks'][] = sentences.map(() => []);
  let index = 0;
  for (const silence of breaks) {
    while ((sentences[index + 1]?.from ?? Number.POSITIVE_INFINITY) < silence.at) index += 1;
    groups[index]?.push(silence);
  }
  return groups;
}

import { findSentences } from '../sentences.ts';
import { findSpokenForms } from '../spoken/spoken-forms.ts';
import { type AnnotatedText, annotateText, PARAGRAPH_SEPARATOR } from './annotate-text.ts';
import type { Pronunciation } from './pronunciation.ts';
import { readSpeechMarkup } from './read-markup.ts';
import { wordsForSayAs } from './say-as.ts';
import type { SpeechScriptSentence } from './script.ts';
import { splitSentenceIntoScriptParts } from './split-sentence-into-script-parts.ts';
import { createSpokenFormLookup } from './spoken-form.ts';

/** A text that an engine is to speak, with its language and pronunciations. */
export interface SpeechScriptRequest {
  text: string;
  /** BCP 47. */
  language: string;
  lexicon?: readonly Pronunciation[] | undefined;
}

/**
 * Divides a text into sentences, each in its written and its spoken form; an empty list if the text has no words. In the spoken form, the
 * lexicon is applied, and figures and signs are written as words of the language. Pure.
 */
export function prepareSpeechScript({ text, language, lexicon }: SpeechScriptRequest): SpeechScriptSentence[] {
  const annotated = annotateText(readSpeechMarkup(text), lexicon, {
    find: (written) => findSpokenForms(written, language),
    sayAs: (words, interpretation) => wordsForSayAs(words, interpretation, language),
  });
  const spokenForm = createSpokenFormLookup(annotated);
  const { written } = annotated;
  if (!spokenForm.hasWords(0, written.length)) return [];
  const sentences = findSentences(written, language, spokenForm);
  const breaks = breaksBySentence(annotated, sentences);
  return sentences.map((sentence, index) => {
    const { from, to } = sentence;
    const endsParagraph = written.slice(to, sentences[index + 1]?.from).includes(PARAGRAPH_SEPARATOR);
    return {
      text: written.slice(from, to).replace(/\s/gu, ' '),
      ...splitSentenceIntoScriptParts(annotated, sentence, breaks[index] ?? []),
      ...(endsParagraph ? { ends_paragraph: true } : {}),
    };
  });
}

/** The breaks of each sentence. A break between two sentences belongs to the first: its silence follows that sentence. */
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

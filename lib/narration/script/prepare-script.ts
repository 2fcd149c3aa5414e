import { splitSentences } from '../sentences.ts';
import type { Pronunciation } from './pronunciation.ts';
import type { ScriptSentence } from './script.ts';

/** What an engine has to say. */
export interface ScriptRequest {
  text: string;
  /** BCP 47. */
  language: string;
  lexicon?: readonly Pronunciation[] | undefined;
}

/** A text in sentences, each as it is written and as it is said. Pure: the same request gives the same script. */
export const prepareScript = ({ text, language }: ScriptRequest): ScriptSentence[] =>
  splitSentences(text, language).map((sentence) => ({ text: sentence, parts: [{ say: sentence }] }));

import { hasLetterOrDigit } from '../sentences.ts';
import { annotateText, PARAGRAPH_SEPARATOR, SCRIPT_LINE_BREAK } from './annotate-text.ts';
import { type DialogueText, removeSpeakerNamesFromText } from './dialogue.ts';
import type { SpeechScriptRequest } from './prepare-speech-script.ts';
import { readSpeechMarkup } from './read-markup.ts';
import type { ParsedSpeechText } from './speech-markup.ts';

/** A text as captions show it: without markup, NFC, single spaces; lines and paragraphs end with line feeds. */
export const captionTextOfNotes = (notes: string): string =>
  annotateText(readSpeechMarkup(notes)).written.replaceAll(PARAGRAPH_SEPARATOR, SCRIPT_LINE_BREAK + SCRIPT_LINE_BREAK);

/** Reports whether a text has words to speak, with or without markup. */
export const hasSpeakableWords = (notes: string): boolean => hasSpeech(readSpeechMarkup(notes));

const hasSpeech = (speechText: ParsedSpeechText): boolean =>
  speechText.some((item) => 'text' in item && hasLetterOrDigit(item.say ?? item.text));

/** The amount of speech of a text. */
export interface SpokenTextAmounts {
  /**
   * Characters (code points) that are spoken; synthesis is billed by them. Markup does not count; the replacement of a word
   * counts instead of the word. Letters and digits that are spelled out count once.
   */
  characters: number;
  /** Silence of the author's breaks. */
  break_seconds: number;
}

/** Counts what a voice speaks of a text. */
export function countSpokenTextAmounts({
  text,
  speakers,
  lexicon,
}: DialogueText & Pick<SpeechScriptRequest, 'lexicon'>): SpokenTextAmounts {
  const speechText = readSpeechMarkup(removeSpeakerNamesFromText({ text, speakers }));
  if (!hasSpeech(speechText)) return { characters: 0, break_seconds: 0 };
  const { written, spans, breaks } = annotateText(speechText, lexicon);
  let characters = lengthOf(written);
  for (const { from, to, say, as } of spans)
    if (say !== undefined && as === undefined) characters += lengthOf(say) - lengthOf(written.slice(from, to));
  return { characters, break_seconds: breaks.reduce((sum, silence) => sum + silence.break_seconds, 0) };
}

const lengthOf = (text: string): number => [...text].length;

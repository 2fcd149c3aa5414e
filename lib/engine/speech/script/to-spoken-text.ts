import { plainTextLineForEngine } from '../engines/plain-text-line-for-engine.ts';
import { type DialogueText, splitIntoDialogueParts } from './dialogue.ts';
import { prepareSpeechScript, type SpeechScriptRequest } from './prepare-speech-script.ts';

/**
 * The words that a voice gets for a text, on one line: figures, signs and the lexicon as words, without breaks, stress and names of
 * speakers.
 */
export const toSpokenText = ({ speakers, ...request }: SpeechScriptRequest & DialogueText): string =>
  splitIntoDialogueParts({ ...request, speakers })
    .flatMap(({ text }) => prepareSpeechScript({ ...request, text }))
    .map(({ parts }) => plainTextLineForEngine(parts.map((part) => ('say' in part ? part.say : ' ')).join('')))
    .filter((line) => line !== '')
    .join(' ');

import { spokenLine } from '../engines/spoken-line.ts';
import { prepareScript, type ScriptRequest } from './prepare-script.ts';

/** The words that a voice is given for a text, in one line: figures, signs and the lexicon as words, without breaks and stress. */
export const spokenText = (request: ScriptRequest): string =>
  prepareScript(request)
    .map(({ parts }) => spokenLine(parts.map((part) => ('say' in part ? part.say : ' ')).join('')))
    .filter((line) => line !== '')
    .join(' ');

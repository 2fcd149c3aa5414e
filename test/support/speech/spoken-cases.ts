import { prepareSpeechScript } from '#engine/speech/script/prepare-speech-script.ts';

/** The words that a voice is given for a text. */
export const spokenWordsOf = (text: string, language: string): string =>
  prepareSpeechScript({ text, language })
    .map(({ parts }) => parts.map((part) => ('say' in part ? part.say : '|')).join(''))
    .join(' / ')
    .replace(/ {2,}/g, ' ');

/** The cases of a table with lines "written → spoken"; lines that start with "##" name what follows. */
export const spokenCases = (table: string): [written: string, spoken: string][] =>
  table
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('##'))
    .map((line): [string, string] => {
      const [written, spoken] = line.split(' → ');
      if (written === undefined || spoken === undefined) throw new Error(`not a case: ${line}`);
      return [written, spoken];
    });

import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import type { DialoguePart } from './dialogue-part.ts';
import type { Speakers } from './speakers.ts';

/** Comments of HTML that are not spoken; they may be longer than a line. */
const COMMENT = /<!--(?!\s*say\s*(?:\([^)\n]*\)\s*)?:)[\s\S]*?-->/gi;

/** Directions before a name, which keep their place before its words. */
const MARKS = String.raw`(?:\[\[?[^[\]\n]{1,40}\]\]?[^\S\n]*)*`;
/** Marks of bold or italic type. */
const TYPE = '[*_]{0,3}';

/** Finds the names before the lines of a text, also in bold type; groups: the directions before it, and the name, in any case. */
function linePattern(speakers: Speakers): RegExp {
  // The longest name first: "Anna Maria:" is not Anna's.
  const names = Object.keys(speakers)
    .sort((one, other) => other.length - one.length)
    .map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/ /g, '\\s+'));
  return new RegExp(
    `^[^\\S\\n]*(?:[-*•][^\\S\\n]+)?(${MARKS})${TYPE}(${names.join('|')})${TYPE}[^\\S\\n]*[:：]${TYPE}`,
    'gimu',
  );
}

/** The declared form of a speaker's name that is written before a line. */
function declared(written: string, speakers: Speakers): string {
  const words = written.replace(/\s+/gu, ' ');
  const same = (name: string) => name.toLowerCase() === words.toLowerCase();
  return Object.keys(speakers).find((name) => name === words) ?? Object.keys(speakers).find(same) ?? words;
}

/** The parts of plain text with speakers. Empty parts are left out, unless all are empty. */
export function readDialogueLines(text: string, speakers: Speakers): readonly DialoguePart[] {
  const source = text.replace(COMMENT, ' ');
  const parts: DialoguePart[] = [];
  let from = 0;
  let marks = '';
  let part: Omit<DialoguePart, 'text'> = {};
  const end = (to: number): void => {
    const words = (marks + source.slice(from, to).trimStart()).trim();
    if (words !== '') parts.push({ ...part, text: words });
  };
  for (const { 0: match, 1: before = '', 2: written = '', index } of source.matchAll(linePattern(speakers))) {
    end(index);
    const speaker = declared(written, speakers);
    part = { speaker, ...ownPropertyValue(speakers, speaker) };
    from = index + match.length;
    marks = before;
  }
  if (from === 0) return [{ text }];
  end(source.length);
  return parts.length > 0 ? parts : [{ text: '' }];
}

/** Plain text without the names before its lines. */
export const removeSpeakerNamesFromPlainText = (text: string, speakers: Speakers): string =>
  text.replace(COMMENT, ' ').replace(linePattern(speakers), '$1');

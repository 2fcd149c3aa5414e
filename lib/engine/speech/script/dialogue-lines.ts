import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import type { DialoguePart } from './dialogue-part.ts';
import type { Speakers } from './speakers.ts';

/** Comments of HTML that are not spoken; they may be longer than a line. */
const COMMENT = /<!--(?!\s*say\s*(?:\([^)\n]*\)\s*)?:)[\s\S]*?-->/gi;

/** Directions before a name, which keep their place before its words. */
const DIRECTIONS = String.raw`(?:\[\[?[^[\]\n]{1,40}\]\]?[^\S\n]*)*`;
/** Marks of bold or italic type. */
const TYPE_MARKS = '[*_]{0,3}';

/** Finds the names before the lines of a text, also in bold type; groups: the directions before it, and the name, in any case. */
function linePattern(speakers: Speakers): RegExp {
  // The longest name first: "Anna Maria:" is not Anna's.
  const names = Object.keys(speakers)
    .sort((a, b) => b.length - a.length)
    .map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/ /g, '\\s+'));
  return new RegExp(
    `^[^\\S\\n]*(?:[-*•][^\\S\\n]+)?(${DIRECTIONS})${TYPE_MARKS}(${names.join('|')})${TYPE_MARKS}[^\\S\\n]*[:：]${TYPE_MARKS}`,
    'gimu',
  );
}

/** The declared form of a speaker's name that is written before a line. */
function declaredName(writtenName: string, speakers: Speakers): string {
  const words = writtenName.replace(/\s+/gu, ' ');
  const isSameName = (name: string) => name.toLowerCase() === words.toLowerCase();
  return Object.keys(speakers).find((name) => name === words) ?? Object.keys(speakers).find(isSameName) ?? words;
}

/** The parts of plain text with speakers. Empty parts are left out, unless all are empty. */
export function readDialogueLines(text: string, speakers: Speakers): readonly DialoguePart[] {
  const source = text.replace(COMMENT, ' ');
  const parts: DialoguePart[] = [];
  let partStart = 0;
  let partDirections = '';
  let partFacts: Omit<DialoguePart, 'text'> = {};
  const endPart = (to: number): void => {
    const words = (partDirections + source.slice(partStart, to).trimStart()).trim();
    if (words !== '') parts.push({ ...partFacts, text: words });
  };
  for (const { 0: match, 1: nameDirections = '', 2: writtenName = '', index } of source.matchAll(
    linePattern(speakers),
  )) {
    endPart(index);
    const speaker = declaredName(writtenName, speakers);
    partFacts = { speaker, ...ownPropertyValue(speakers, speaker) };
    partStart = index + match.length;
    partDirections = nameDirections;
  }
  if (partStart === 0) return [{ text }];
  endPart(source.length);
  return parts.length > 0 ? parts : [{ text: '' }];
}

/** Plain text without the names before its lines. */
export const removeSpeakerNamesFromPlainText = (text: string, speakers: Speakers): string =>
  text.replace(COMMENT, ' ').replace(linePattern(speakers), '$1');

import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';

/** A tag, an entity, or one character. */
const TOKEN = /<[^>]*>|&(?:amp|lt|gt|quot|apos);|./gsu;
const CHARACTER = /./gsu;
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
};

/**
 * The offset in the words to speak for each code point of the line that an engine gets for them, and for its end. Additions of the line
 * (tags, commas, spaces) have the offset of the character that follows them.
 */
export function spokenOffsetsOfCodePoints(line: string, said: string, isMarkup: boolean): number[] {
  const offsets: number[] = [];
  let offset = 0;
  for (const [token] of line.matchAll(isMarkup ? TOKEN : CHARACTER)) {
    const character = isMarkup ? (ownPropertyValue(ENTITIES, token) ?? token) : token;
    const isAdded = character.trim() === '' || [...character].length > 1;
    const matchOffset = isAdded ? -1 : said.indexOf(character, offset);
    for (const _ of token) offsets.push(matchOffset < 0 ? offset : matchOffset);
    if (matchOffset >= 0) offset = matchOffset + character.length;
  }
  return [...offsets, offset];
}

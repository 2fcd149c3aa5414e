import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import { isUnspacedScriptCharacter } from './unspaced-scripts.ts';

// HTML tags that occur within or around text, and SSML tags, which have a meaning only in a text that starts with <speak>.
const TAG_NAMES =
  'a|abbr|b|bdi|bdo|big|blockquote|br|cite|code|del|div|em|font|h[1-6]|hr|i|img|ins|kbd|li|mark|ol|p|pre|q|s|samp|small|' +
  'span|strike|strong|sub|sup|table|tbody|td|th|thead|time|tr|tt|u|ul|var|wbr|speak|break|emphasis|say-as';
const ATTRIBUTES = String.raw`(?:\s+[\w:-]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'=<>\x60]+))*\s*`;

const TOKENS = new RegExp(
  [
    /(?<!`)(?<ticks>`{1,2})(?!`)(?<code>.+?)(?<!`)\k<ticks>(?!`)/u.source,
    `(?<tag></?(?:${TAG_NAMES})${ATTRIBUTES}/?>)`,
    /<(?<address>(?:https?:\/\/|mailto:)[^\s<>]+)>/u.source,
    String.raw`\\(?<escaped>[*_\x60#\[\]~])`,
    /(?<mark>\*+|_+|~+)/u.source,
    /(?<opening>!?\[)/u.source,
    /(?<closing>\]\((?:[^()\s]|\([^()\s]*\))+(?:\s+"[^"]*")?\))/u.source,
    /&(?<entity>amp|lt|gt|quot|apos|nbsp|#\d{1,7}|#x[\da-f]{1,6});/u.source,
  ].join('|'),
  'giu',
);

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** A mark that may be markup: it is removed when its partner is found, otherwise it stays. */
interface Mark {
  /** Index of its text among the pieces. */
  pieceIndex: number;
  /** Marks of one kind belong together. */
  kind: string;
}

/**
 * Removes the inline markup of Markdown and HTML from a line. One pass with a stack of open marks takes linear time, whatever
 * the line contains.
 */
export function stripInlineMarkup(line: string): string {
  const pieces: string[] = [];
  const openMarks: Mark[] = [];
  const openCounts = new Map<string, number>();
  const isOpen = (kind: string): boolean => (openCounts.get(kind) ?? 0) > 0;
  const openMark = (mark: Mark): void => {
    openMarks.push(mark);
    openCounts.set(mark.kind, (openCounts.get(mark.kind) ?? 0) + 1);
  };
  /** Closes the last mark of this kind; marks after it without a partner stay as they are. */
  const closeMark = (kind: string): void => {
    for (let mark = openMarks.pop(); mark; mark = openMarks.pop()) {
      openCounts.set(mark.kind, (openCounts.get(mark.kind) ?? 0) - 1);
      if (mark.kind !== kind) continue;
      pieces[mark.pieceIndex] = '';
      return;
    }
  };
  let position = 0;
  for (const match of line.matchAll(TOKENS)) {
    const { index, 0: token, groups = {} } = match;
    pieces.push(line.slice(position, index));
    position = index + token.length;
    const { mark, opening, closing } = groups;
    if (mark !== undefined) {
      const { opens, closes } = flanksOf(line, index, position, mark);
      if (closes && isOpen(mark)) closeMark(mark);
      else {
        if (opens) openMark({ pieceIndex: pieces.length, kind: mark });
        pieces.push(token);
      }
    } else if (opening !== undefined) {
      openMark({ pieceIndex: pieces.length, kind: '[' });
      pieces.push(token);
    } else if (closing !== undefined) {
      if (isOpen('[')) closeMark('[');
      else pieces.push(token);
    } else pieces.push(wordsOf(groups));
  }
  pieces.push(line.slice(position));
  return pieces.join('');
}

/** The words of a token that is markup by itself. */
function wordsOf({ code, address, escaped, entity }: Record<string, string | undefined>): string {
  if (entity === undefined) return code ?? address ?? escaped ?? '';
  const entityCharacter = ownPropertyValue(ENTITIES, entity.toLowerCase());
  if (entityCharacter !== undefined) return entityCharacter;
  const codePoint = /^#x/i.test(entity) ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1));
  const isCharacter = codePoint > 0 && codePoint <= 0x10ffff && !(codePoint >= 0xd800 && codePoint <= 0xdfff);
  return isCharacter ? String.fromCodePoint(codePoint) : `&${entity};`;
}

const WORD = /[\p{L}\p{M}\p{N}]/u;
const DIGIT = /\p{N}/u;
const SPACE = /\s/u;

/**
 * Reports whether a run of marks can start and end a stress: a word is directly inside and none directly outside, since the signs of
 * "snake_case", "2*3*4" and "f**k" are meant literally. Only `**` and `~~` may also be between letters; in scripts without spaces every
 * mark may.
 */
function flanksOf(line: string, from: number, to: number, mark: string): { opens: boolean; closes: boolean } {
  if (mark.length > 3 || mark === '~') return { opens: false, closes: false };
  const previous = characterBefore(line, from);
  const following = String.fromCodePoint(line.codePointAt(to) ?? 0x20);
  const allowsMark = (neighbour: string): boolean =>
    mark === '**' || mark === '~~'
      ? !DIGIT.test(neighbour)
      : !WORD.test(neighbour) || isUnspacedScriptCharacter(neighbour);
  return {
    opens: !SPACE.test(following) && allowsMark(previous),
    closes: !SPACE.test(previous) && allowsMark(following),
  };
}

function characterBefore(line: string, index: number): string {
  const unit = line.charAt(index - 1);
  if (unit === '') return ' ';
  return unit.isWellFormed() ? unit : line.slice(index - 2, index);
}

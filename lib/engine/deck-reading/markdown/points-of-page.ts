import { splitTextToFitPoints } from '../split-text-to-fit-points.ts';
import { type PlainAndMarkedText, toPlainAndMarkedText } from './marked-text.ts';
import type { MarkdownPageBlock } from './page-draft.ts';
import { MAX_CHARACTERS_OF_LINE_UNDER_TITLE, type MarkdownPageBlockOfKind, type PageSlidePoint } from './page-part.ts';

/** Code of at most this many lines, each of at most this many characters, is shown as points. */
const MAX_INLINE_CODE = { lines: 3, characters: 90 };
/** The deepest level of a point in the API. */
const MAX_POINT_LEVEL = 2;

/** Reports whether a block is an item of a list. */
const isListItem = (block: MarkdownPageBlock | undefined): boolean =>
  block?.kind === 'point' && block.marker !== 'none';

/** A line of code as a text in code marks, unless its backticks would end them. */
const toCodeText = (plain: string): PlainAndMarkedText =>
  plain.includes('`') ? toPlainAndMarkedText(plain) : { plain, marked: `\`${plain}\``, hasMarks: true };

const toBoldText = ({ plain, marked }: PlainAndMarkedText): PlainAndMarkedText => ({
  plain,
  marked: `**${marked}**`,
  hasMarks: true,
});

/** A text as points of whole sentences, where it is longer than a point may be. Marks of a text that is split are lost. */
function splitLongPoint(text: PlainAndMarkedText): PlainAndMarkedText[] {
  const pieces = splitTextToFitPoints(text.plain);
  return pieces.length === 1 ? [text] : pieces.map(toPlainAndMarkedText);
}

/** Reports whether a listing is short enough to be shown as points among others. */
export function isShortCodeBlock({ text }: MarkdownPageBlockOfKind<'code'>): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.length <= MAX_INLINE_CODE.lines && lines.every((line) => line.length <= MAX_INLINE_CODE.characters);
}

/** The points of a page in their order: items, paragraphs, quotations, headings after the title, and short code. */
export function pointsOfPage(blocks: readonly MarkdownPageBlock[]): PageSlidePoint[] {
  const points: PageSlidePoint[] = [];
  let column = 0;
  // 1 below a paragraph such as "Advantages:" that introduces a list: its items are nested in it.
  let introLevel = 0;
  const addPoints = (text: PlainAndMarkedText, properties: Omit<PageSlidePoint, 'text' | 'column'>): void => {
    for (const piece of splitLongPoint(text)) points.push({ text: piece, column, ...properties });
  };
  blocks.forEach((block, index) => {
    if (block.kind === 'column') {
      column = 1;
      introLevel = 0;
    }
    if (block.kind === 'heading') {
      const hasTextBelow = blocks.slice(index + 1).some(({ kind }) => kind === 'point' || kind === 'code');
      const { plain, marked } = block.text;
      const isBold = hasTextBelow && !marked.startsWith('**') && plain.length <= MAX_CHARACTERS_OF_LINE_UNDER_TITLE;
      addPoints(isBold ? toBoldText(block.text) : block.text, { level: 0, marker: 'none' });
      introLevel = 0;
    }
    if (block.kind === 'point') {
      const { text, marker, level, ordinal } = block;
      const isParagraph = marker === 'none';
      if (isParagraph) introLevel = /[:：]$/.test(text.plain) && isListItem(blocks[index + 1]) && level === 0 ? 1 : 0;
      addPoints(text, { marker, ordinal, level: isParagraph ? level : Math.min(MAX_POINT_LEVEL, level + introLevel) });
    }
    if (block.kind === 'quote') {
      const { words, speaker } = block;
      const attribution = speaker ? ` — ${speaker.plain}` : '';
      addPoints(
        { ...words, plain: `“${words.plain}”${attribution}`, marked: `“${words.marked}”${attribution}` },
        { level: 0, marker: 'none' },
      );
    }
    if (block.kind === 'code' && isShortCodeBlock(block))
      for (const line of block.text.split('\n').filter((text) => text.trim() !== ''))
        addPoints(toCodeText(line.trim()), { level: Math.min(MAX_POINT_LEVEL, introLevel), marker: 'none' });
  });
  return points;
}

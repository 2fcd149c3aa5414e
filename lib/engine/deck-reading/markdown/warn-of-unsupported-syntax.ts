import { listInWords } from '#kernel/shared/list-in-words.ts';
import { cutTextWithEllipsis } from '../cut-text-with-ellipsis.ts';
import type { DeckPageContext } from './deck-page-context.ts';
import type { PlainAndMarkedText } from './marked-text.ts';
import type { MarkdownPageBlock, PageDraft } from './page-draft.ts';

/** Syntax of other Markdown programs that this reader does not know: a slide shows it as it is typed. */
const UNSUPPORTED_SYNTAX: readonly RegExp[] = [
  // Footnotes without a text, and those within a line (Pandoc).
  /\[\^[^\]\s]{1,60}\]|\^\[[^\]]{1,200}\]/gu,
  // Fenced blocks of Pandoc, Quarto, VuePress and Docusaurus.
  /(?<![:\w]):{3,}(?: ?\{[^{}]{0,200}\}| ?[\w-]{1,40})?(?![:\w])/gu,
  // Attributes of Pandoc, kramdown and markdown-it-attrs.
  /\{:? ?[.#][\w-][^{}]{0,200}\}/gu,
  // Emoji and icons by a name that GitHub does not know.
  /(?<![\w:]):[a-z][\w+-]{1,60}:(?![\w:])/gu,
  // Links and files of wikis and Obsidian, tables of contents.
  /!?\[\[\p{L}[^[\]]{0,200}\]\]|^\[TOC\]$/giu,
  // Links and pictures whose address is defined nowhere; citations of Pandoc.
  /(?<![\w\])])!?\[[^[\]]{2,200}\]\[[^[\]]{0,200}\]|\[@[\w:.#$%&+?<>~/-]{1,100}[^\]]{0,200}\]/gu,
  // Changes of CriticMarkup, insertions, comments of Obsidian.
  /\{(?:\+\+|--|==|>>|~~).{0,200}?(?:\+\+|--|==|<<|~~)\}|\+\+[^+\s](?:[^+]{0,200}[^+\s])?\+\+|%%[^%]{1,200}%%/gu,
  // Templates of Jekyll, Hugo, Jinja and Vue; names alone are variables of this service.
  /\{%.{0,200}?%\}|\{\{ ?[<%].{0,200}?[>%] ?\}\}|\{\{[^{}]{0,100}[$.|('"][^{}]{0,100}\}\}/gu,
  // Abbreviations of Markdown Extra, blocks of Material for MkDocs, code of MDX, pauses of Pandoc, tasks of Obsidian.
  /^\*\[[^\]]{1,60}\]:|^(?:!{3}|\?{3}\+?) [a-z]{2,30}|^import [\w{},* ]{1,200} from ["']|^export (?:const|default|function) |^(?:\. ){2}\.$|^\[[->/!?~]\](?= )/gu,
  // Emphasis that opens or closes next to the wrong character.
  /(?<![\d*])\*\*(?![\d*])/gu,
];

/** The number of characters of a mark that the report shows. */
const MAX_MARK_CHARACTERS = 40;

/** The text outside of code, without the marks that are drawn. */
const proseOf = ({ plain, marked, hasMarks }: PlainAndMarkedText): string =>
  hasMarks
    ? marked
        .replace(/`[^`]*`/g, ' ')
        .replace(/\\(.)|\*{1,2}|~~|==/gu, (_, escaped: string | undefined) => escaped ?? '')
    : plain;

/** The texts of a block of a page. */
function textsOf(block: MarkdownPageBlock): PlainAndMarkedText[] {
  if (block.kind === 'heading' || block.kind === 'point') return [block.text];
  if (block.kind === 'quote') return [block.words, ...(block.speaker ? [block.speaker] : [])];
  if (block.kind !== 'table') return [];
  const { table, marked, hasMarks } = block;
  return table.rows.flatMap((row, rowIndex) =>
    row.map((plain, column) => ({ plain, marked: marked.rows[rowIndex]?.[column] ?? plain, hasMarks })),
  );
}

/** The marks in blocks that slides show as they are typed, each once. Marks within code are left out. */
function findRawMarks(blocks: readonly MarkdownPageBlock[]): string[] {
  const foundMarks = blocks.flatMap(textsOf).flatMap((text) => {
    const prose = proseOf(text);
    return UNSUPPORTED_SYNTAX.flatMap((pattern) => prose.match(pattern) ?? []);
  });
  return [...new Set(foundMarks.map((mark) => cutTextWithEllipsis(mark, MAX_MARK_CHARACTERS).text))];
}

/** The highest number of marks that the report lists for a page. */
const MAX_LISTED_MARKS = 6;

/** Reports syntax of other programs in the texts of a page: the slide shows it as it is typed. */
export function warnOfUnsupportedSyntax(
  { blocks }: Pick<PageDraft, 'blocks'>,
  { warn }: Pick<DeckPageContext, 'warn'>,
): void {
  const marks = findRawMarks(blocks);
  if (marks.length === 0) return;
  const listedMarks = listInWords(
    marks.map((mark) => `"${mark}"`),
    MAX_LISTED_MARKS,
  );
  const verb = marks.length === 1 ? 'is' : 'are';
  warn(
    'markup_raw',
    `${listedMarks} ${verb} shown as typed, because such marks are not known here. Remove them, or write what they mean.`,
  );
}

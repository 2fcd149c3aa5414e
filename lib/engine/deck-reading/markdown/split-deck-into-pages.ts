import { largestOf } from '../extremes.ts';
import { htmlCommentTextsIn } from './comments.ts';
import type { DeckPageSource } from './deck-page-source.ts';
import { parseMarpDirectives } from './directives.ts';
import { frontMatterAt, textOfYamlField, type YamlFieldBlock, type YamlFields } from './front-matter.ts';
import { removeCodeBlocks } from './line-places.ts';
import { parseTopLevelBlocks, type TopLevelBlock } from './parse-blocks.ts';
import { splitRevealMarkdownIntoPages } from './split-reveal-markdown-into-pages.ts';
import { splitSlidevDeckIntoPages } from './split-slidev-deck-into-pages.ts';

/** The program that a deck was written for. `plain`: none of these programs; Markdown with the settings and notes of this service. */
export type MarkdownDialect = 'marp' | 'slidev' | 'reveal' | 'plain';

/** A deck, split into its pages. */
export interface DeckSplitIntoPages {
  dialect: MarkdownDialect;
  /** Fields of the whole deck. */
  fields: YamlFields;
  pages: DeckPageSource[];
  /** Depth of the deepest headings that start a slide, from 1 to 6; 0: headings do not start slides. */
  divider: number;
  /** Names of the fields whose separator is not supported. */
  unread: string[];
}

// Fields, comments and marks by which a deck is recognized as one for a program. Marp: https://marpit.marp.app/directives,
// Slidev: https://sli.dev/custom, reveal-md: https://github.com/webpro/reveal-md#readme.
const PLAIN_FIELDS = ['format', 'resolution', 'template', 'lexicon'];
const MARP_FIELDS = [
  'marp',
  'paginate',
  'headingDivider',
  'backgroundColor',
  'backgroundImage',
  'header',
  '_class',
  'size',
];
const REVEAL_FIELDS = [
  'separator',
  'verticalSeparator',
  'notesSeparator',
  'revealOptions',
  'slideOptions',
  'highlightTheme',
];
/** Themes of reveal.js, https://revealjs.com/themes. Neither Slidev nor Marp has themes with these names. */
const REVEAL_THEMES = new Set([
  'black',
  'white',
  'league',
  'beige',
  'sky',
  'night',
  'serif',
  'simple',
  'solarized',
  'blood',
  'moon',
  'dracula',
]);
const SLIDEV_FIELDS = [
  'highlighter',
  'lineNumbers',
  'drawings',
  'mdc',
  'layout',
  'background',
  'colorSchema',
  'routerMode',
  'fonts',
  'canvasWidth',
  'aspectRatio',
  'monaco',
  'css',
  'favicon',
  'info',
  'addons',
  'themeConfig',
  'src',
  'defaults',
];
const SETTINGS_COMMENT = /<!--\s*slide\s*:/i;
const NOTE_PARAGRAPH = /^\s{0,3}notes?:\s/im;
const MARP_COMMENT = /<!--\s*_?(?:class|paginate|backgroundColor|backgroundImage|header|footer)\s*:/;
const REVEAL_COMMENT = /<!--\s*\.(?:slide|element)\s*:/;
const SLIDEV_MARK = /^::\s*(?:left|right|default|bottom)\s*::\s*$|<v-clicks?\b|\$slidev\b/m;

/** The highest number of headings per page of a deck that is split at `---`: in a deck with more, slides start at headings. */
const MAX_HEADINGS_OF_PAGE = 2;
/** Depths of the headings that start slides in plain Markdown. */
const PLAIN_DIVIDERS = [1, 2];
/** The deepest heading of Markdown. */
const MAX_HEADING_DEPTH = 6;
/** The line between two vertical slides, in Advanced Slides for Obsidian. */
const VERTICAL_SEPARATOR = '--';

const hasAnyField = (fields: YamlFields, names: readonly string[]): boolean =>
  names.some((name) => Object.hasOwn(fields, name));

/** The dialect of a deck: the most specific mark decides. @param body the deck without its front matter */
function detectDialect(fields: YamlFields, body: string, hasSlideFields: boolean): MarkdownDialect {
  if (Object.hasOwn(fields, 'marp') && fields.marp !== false) return 'marp';
  if (hasAnyField(fields, PLAIN_FIELDS) || SETTINGS_COMMENT.test(body)) return 'plain';
  if (hasAnyField(fields, REVEAL_FIELDS) || REVEAL_COMMENT.test(body)) return 'reveal';
  if (REVEAL_THEMES.has(textOfYamlField(fields, 'theme') ?? '') && NOTE_PARAGRAPH.test(body)) return 'reveal';
  if (hasAnyField(fields, SLIDEV_FIELDS) || hasSlideFields || SLIDEV_MARK.test(body)) return 'slidev';
  if (hasAnyField(fields, MARP_FIELDS) || MARP_COMMENT.test(body) || /!\[bg\b/.test(body)) return 'marp';
  // `theme` is the first field of most Slidev decks.
  return Object.hasOwn(fields, 'theme') ? 'slidev' : 'plain';
}

/** A boundary between two pages: a rule, or the start of a heading. Lines are counted from 0. */
interface PageBoundary {
  /** The line before which the first page ends. */
  end: number;
  /** The line at which the second page starts. */
  start: number;
}

const isComment = ({ type, start }: TopLevelBlock, lines: readonly string[]): boolean =>
  type === 'html' && lines[start]?.trimStart().startsWith('<!--') === true;

/**
 * Splits a deck at its rules (`---`) and before headings.
 * @param firstLine index of the first line after the front matter, from 0
 * @param depths of the headings that may start a page
 */
function splitAtBlocks(
  lines: readonly string[],
  firstLine: number,
  dialect: MarkdownDialect,
  depths: readonly number[],
): Pick<DeckSplitIntoPages, 'divider' | 'pages'> {
  // Lines of the front matter become empty, so that line numbers stay those of the file.
  const blocks = parseTopLevelBlocks(lines.map((line, index) => (index < firstLine ? '' : line)).join('\n'));
  const ruleBoundaries: PageBoundary[] = [];
  const headingBoundaries: PageBoundary[] = [];
  const firstContentIndex = blocks.findIndex((block) => !isComment(block, lines));
  blocks.forEach(({ type, depth = 0, start, end }, index) => {
    // In Markdown, `---` directly below a text makes it a heading. Authors of plain decks mean the end of a slide.
    const isUnderlinedText =
      type === 'heading' && depth === 2 && dialect === 'plain' && !lines[start]?.trimStart().startsWith('#');
    const isVerticalSeparator =
      dialect === 'plain' && type === 'paragraph' && start === end && lines[start]?.trim() === VERTICAL_SEPARATOR;
    if (type === 'thematicBreak' || isVerticalSeparator) ruleBoundaries.push({ end: start, start: start + 1 });
    else if (isUnderlinedText) ruleBoundaries.push({ end, start: end + 1 });
    // Comments above the first heading belong to its slide.
    else if (type === 'heading' && depths.includes(depth) && index !== firstContentIndex)
      headingBoundaries.push({ end: start, start });
  });
  const hasManyHeadings =
    ruleBoundaries.length === 0 || headingBoundaries.length > MAX_HEADINGS_OF_PAGE * (ruleBoundaries.length + 1);
  const splitsAtHeadings = depths.length > 0 && (dialect !== 'plain' || hasManyHeadings);
  const boundaries = (splitsAtHeadings ? [...ruleBoundaries, ...headingBoundaries] : ruleBoundaries).sort(
    (a, b) => a.start - b.start,
  );
  const starts = [firstLine, ...boundaries.map(({ start }) => start)];
  const ends = [...boundaries.map(({ end }) => end), lines.length];
  return {
    divider: splitsAtHeadings ? largestOf(depths) : 0,
    pages: starts.map((start, index) => ({
      text: lines.slice(start, ends[index]).join('\n'),
      line: start + 1,
      fields: {},
    })),
  };
}

/** Depths of the headings that a `headingDivider` of Marp names: all down to a depth, or those of a list. */
function parseDividerDepths(value: unknown): number[] {
  const isDepth = (depth: unknown): depth is number =>
    typeof depth === 'number' && Number.isInteger(depth) && depth >= 1 && depth <= MAX_HEADING_DEPTH;
  if (Array.isArray(value)) return [...new Set(value.filter(isDepth))];
  return isDepth(value) ? Array.from({ length: value }, (_, index) => index + 1) : [];
}

/** Depths of the headings that start slides in Marp: the `headingDivider` of the last comment that has one, else of the front matter. */
function readDividerDepths(fields: YamlFields, body: string): number[] {
  const valuesInComments = body.includes('headingDivider')
    ? htmlCommentTextsIn(removeCodeBlocks(body)).flatMap((comment) => {
        const value = parseMarpDirectives(comment)?.lasting.headingDivider;
        return value === undefined ? [] : [value];
      })
    : [];
  return parseDividerDepths(valuesInComments.at(-1) ?? fields.headingDivider);
}

/** The lines of a text, without a byte order mark. */
const linesOf = (markdown: string): string[] => markdown.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);

/** The front matter at the first line with text; undefined if there is none. */
const frontMatterOf = (lines: readonly string[]): YamlFieldBlock | undefined =>
  frontMatterAt(
    lines,
    lines.findIndex((line) => line.trim() !== ''),
    'deck',
  );

/** The pages of a file that a deck of Slidev includes: it is split as a deck of Slidev, whatever its fields and marks. */
export function splitIncludedSlidevFile(markdown: string): DeckPageSource[] {
  const lines = linesOf(markdown);
  const frontMatter = frontMatterOf(lines);
  return splitSlidevDeckIntoPages(lines, frontMatter ? frontMatter.end + 1 : 0, frontMatter?.fields).pages;
}

/**
 * Splits a deck into pages as its program (Marp, Slidev, reveal.js) would. A deck of no such program is split at `---`, and before its
 * `#` and `##` if it has no `---`, or many more headings than pages.
 * @param settings fields of a settings file next to the deck; the front matter overrides them
 * @throws DeckRefusal if blocks are nested too deeply
 */
export function splitDeckIntoPages(markdown: string, settings: YamlFields = {}): DeckSplitIntoPages {
  const lines = linesOf(markdown);
  const frontMatter = frontMatterOf(lines);
  const fields = { ...settings, ...frontMatter?.fields };
  const firstLine = frontMatter ? frontMatter.end + 1 : 0;
  const body = lines.slice(firstLine).join('\n');
  const slidevDeck = splitSlidevDeckIntoPages(lines, firstLine, frontMatter?.fields);
  const dialect = detectDialect(fields, body, slidevDeck.hasSlideFields);
  if (dialect === 'slidev') return { dialect, fields, divider: 0, pages: slidevDeck.pages, unread: [] };
  if (dialect === 'reveal') {
    const unread: string[] = [];
    const pages = splitRevealMarkdownIntoPages(lines, firstLine, fields, (name) => void unread.push(name));
    return { dialect, fields, divider: 0, pages, unread };
  }
  const namedDepths = readDividerDepths(fields, body);
  const depths = dialect === 'plain' && namedDepths.length === 0 ? PLAIN_DIVIDERS : namedDepths;
  const { pages, divider } = splitAtBlocks(lines, firstLine, dialect, depths);
  // Marp shows an empty slide between two rules. In other decks, an empty page comes from a rule next to a heading or an end of the file.
  const nonEmptyPages = pages.filter(({ text }) => text.trim() !== '');
  return { dialect, fields, pages: dialect === 'marp' && divider === 0 ? pages : nonEmptyPages, divider, unread: [] };
}

/** Reports whether paragraphs that start with `Note:` are the speaker notes of a deck, and its comments are remarks. */
export const usesNoteParagraphsAsSpeakerNotes = (markdown: string, { dialect }: DeckSplitIntoPages): boolean =>
  dialect === 'reveal' || SETTINGS_COMMENT.test(markdown) || (dialect === 'plain' && NOTE_PARAGRAPH.test(markdown));

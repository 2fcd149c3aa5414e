import { commentsIn } from './comments.ts';
import { readDirectives } from './directives.ts';
import { type Fields, frontMatterAt, textField } from './front-matter.ts';
import { withoutCode } from './line-places.ts';
import type { PageSource } from './page-source.ts';
import { parseBlocks, type TopBlock } from './parse-blocks.ts';
import { revealPages } from './reveal-pages.ts';
import { slidevPages } from './slidev-pages.ts';

/** The program that a deck was written for. `own`: the way of this service, of which plain Markdown is a part. */
export type MarkdownDialect = 'marp' | 'slidev' | 'reveal' | 'own';

/** A deck in its pages. */
export interface SplitDeck {
  dialect: MarkdownDialect;
  /** Fields of the whole deck. */
  fields: Fields;
  pages: PageSource[];
  /** The deepest headings that start a slide; 0: none does. */
  divider: number;
  /** Fields that name a separator which is not read. */
  unread: string[];
}

const OWN_FIELDS = ['format', 'resolution', 'template', 'lexicon'];
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
  ...['separator', 'verticalSeparator', 'notesSeparator', 'revealOptions', 'slideOptions', 'highlightTheme'],
];
/** Neither Slidev nor Marp has themes of these names. */
const REVEAL_THEMES = new Set([
  ...['black', 'white', 'league', 'beige', 'sky', 'night', 'serif', 'simple', 'solarized', 'blood', 'moon', 'dracula'],
]);
const SLIDEV_FIELDS = [
  ...['highlighter', 'lineNumbers', 'drawings', 'mdc', 'layout', 'background', 'colorSchema', 'routerMode', 'fonts'],
  ...['canvasWidth', 'aspectRatio', 'monaco', 'css', 'favicon', 'info', 'addons', 'themeConfig', 'src', 'defaults'],
];
const OWN_COMMENT = /<!--\s*slide\s*:/i;
const OWN_NOTE = /^\s{0,3}notes?:\s/im;
const MARP_COMMENT = /<!--\s*_?(?:class|paginate|backgroundColor|backgroundImage|header|footer)\s*:/;
const REVEAL_COMMENT = /<!--\s*\.(?:slide|element)\s*:/;
const SLIDEV_MARK = /^::\s*(?:left|right|default|bottom)\s*::\s*$|<v-clicks?\b|\$slidev\b/m;
/** A deck with more headings than this for each of its pages has slides that start at headings. */
const HEADINGS_OF_PAGE = 2;
const OWN_DIVIDERS = [1, 2];
/** The line between two slides that lie below one another, in Advanced Slides for Obsidian. */
const BELOW = '--';

const has = (fields: Fields, names: readonly string[]): boolean => names.some((name) => Object.hasOwn(fields, name));

function dialectOf(fields: Fields, body: string, hasPageFields: boolean): MarkdownDialect {
  if (Object.hasOwn(fields, 'marp') && fields.marp !== false) return 'marp';
  if (has(fields, OWN_FIELDS) || OWN_COMMENT.test(body)) return 'own';
  if (has(fields, REVEAL_FIELDS) || REVEAL_COMMENT.test(body)) return 'reveal';
  if (REVEAL_THEMES.has(textField(fields, 'theme') ?? '') && OWN_NOTE.test(body)) return 'reveal';
  if (has(fields, SLIDEV_FIELDS) || hasPageFields || SLIDEV_MARK.test(body)) return 'slidev';
  if (has(fields, MARP_FIELDS) || MARP_COMMENT.test(body) || /!\[bg\b/.test(body)) return 'marp';
  // Slidev's own first field, where nothing else tells.
  return Object.hasOwn(fields, 'theme') ? 'slidev' : 'own';
}

/** A page between two places of the document: at a rule, or before a heading. */
interface Cut {
  /** The line after which the page ends, from 0. */
  end: number;
  /** The line at which the next one starts. */
  begin: number;
}

/** Reports whether a block is a comment. */
const isComment = ({ type, start }: TopBlock, lines: readonly string[]): boolean =>
  type === 'html' && lines[start]?.trimStart().startsWith('<!--') === true;

/** By the rules that Markdown sees, and the headings that start slides. */
function splitAtBlocks(lines: readonly string[], from: number, dialect: MarkdownDialect, dividing: readonly number[]) {
  const blocks = parseBlocks(lines.map((line, at) => (at < from ? '' : line)).join('\n'));
  const rules: Cut[] = [];
  const headings: Cut[] = [];
  const first = blocks.findIndex((block) => !isComment(block, lines));
  blocks.forEach(({ type, depth = 0, start, end }, index) => {
    // A text right above a `---`: meant as the end of a slide far more often than as a heading.
    const isUnderlined =
      type === 'heading' && depth === 2 && dialect === 'own' && !lines[start]?.trimStart().startsWith('#');
    const isBelow = dialect === 'own' && type === 'paragraph' && start === end && lines[start]?.trim() === BELOW;
    if (type === 'thematicBreak' || isBelow) rules.push({ end: start, begin: start + 1 });
    else if (isUnderlined) rules.push({ end, begin: end + 1 });
    // Comments above the first heading are about its slide.
    else if (type === 'heading' && dividing.includes(depth) && index !== first)
      headings.push({ end: start, begin: start });
  });
  const pages = rules.length + 1;
  const isDivided = rules.length === 0 || headings.length > HEADINGS_OF_PAGE * pages;
  const byHeading = dividing.length > 0 && (dialect !== 'own' || isDivided);
  const cuts = (byHeading ? [...rules, ...headings] : rules).sort((a, b) => a.begin - b.begin);
  const begins = [from, ...cuts.map(({ begin }) => begin)];
  const ends = [...cuts.map(({ end }) => end), lines.length];
  return {
    divider: byHeading ? Math.max(...dividing) : 0,
    pages: begins.map((begin, at) => ({
      text: lines.slice(begin, ends[at]).join('\n'),
      line: begin + 1,
      fields: {},
    })),
  };
}

const DEEPEST = 6;

/** Depths of the headings that start slides, by a `headingDivider` of Marp: all down to a depth, or those of a list. */
function depthsOf(value: unknown): number[] {
  const isDepth = (depth: unknown): depth is number =>
    typeof depth === 'number' && Number.isInteger(depth) && depth >= 1 && depth <= DEEPEST;
  if (Array.isArray(value)) return [...new Set(value.filter(isDepth))];
  return isDepth(value) ? Array.from({ length: value }, (_, at) => at + 1) : [];
}

/** Marp's `headingDivider`: a field of the deck, or of a comment anywhere in it. */
function headingDividers(fields: Fields, body: string): number[] {
  const said = body.includes('headingDivider')
    ? commentsIn(withoutCode(body)).flatMap((comment) => {
        const value = readDirectives(comment)?.lasting.headingDivider;
        return value === undefined ? [] : [value];
      })
    : [];
  return depthsOf(said.at(-1) ?? fields.headingDivider);
}

/**
 * Parts a deck into its slides, as the program does that it was written for. A deck that names none of them is parted by `---`; its
 * `#` and `##` start slides as well when it has no `---`, or far more headings than pages.
 * @param usual fields where the deck names none: those of a file next to it
 */
export function splitPages(markdown: string, usual: Fields = {}): SplitDeck {
  const lines = markdown.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  let first = 0;
  while (first < lines.length && lines[first]?.trim() === '') first++;
  const front = frontMatterAt(lines, first, 'deck');
  const fields = { ...usual, ...front?.fields };
  const from = front ? front.end + 1 : 0;
  const body = lines.slice(from).join('\n');
  const asSlidev = slidevPages(lines, from, front?.fields);
  const dialect = dialectOf(fields, body, asSlidev.hasSlideFields);
  if (dialect === 'slidev') return { dialect, fields, divider: 0, pages: asSlidev.pages, unread: [] };
  if (dialect === 'reveal') {
    const unread: string[] = [];
    const pages = revealPages(lines, from, fields, (name) => void unread.push(name));
    return { dialect, fields, divider: 0, pages, unread };
  }
  const named = headingDividers(fields, body);
  const dividing = dialect === 'own' && named.length === 0 ? OWN_DIVIDERS : named;
  const { pages, divider } = splitAtBlocks(lines, from, dialect, dividing);
  // `# A` followed by `---`, `---` at the beginning or the end: no separate slide.
  const shown = pages.filter(({ text }) => text.trim() !== '');
  return { dialect, fields, pages: dialect === 'marp' && divider === 0 ? pages : shown, divider, unread: [] };
}

/** Reports whether a deck is one of this service, in which comments are remarks and `Note:` is spoken. */
export const speaksByNote = (markdown: string, { dialect }: SplitDeck): boolean =>
  dialect === 'reveal' || OWN_COMMENT.test(markdown) || (dialect === 'own' && OWN_NOTE.test(markdown));

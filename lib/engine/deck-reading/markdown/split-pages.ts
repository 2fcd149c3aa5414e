import { type Fields, frontMatterAt } from './front-matter.ts';
import { parseBlocks } from './parse-blocks.ts';

/** The program that a deck was written for. `own`: the way of this service, of which plain Markdown is a part. */
export type MarkdownDialect = 'marp' | 'slidev' | 'own';

/** The Markdown of one slide. */
export interface PageSource {
  text: string;
  /** Line of the file at which it begins, from 1. */
  line: number;
  /** Fields of the slide itself. */
  fields: Fields;
}

/** A deck in its pages. */
export interface SplitDeck {
  dialect: MarkdownDialect;
  /** Fields of the whole deck. */
  fields: Fields;
  pages: PageSource[];
  /** Headings of this depth and above begin a slide; 0: none does. */
  divider: number;
}

const FENCE = /^---\s*$/;
const CODE_FENCE = /^ {0,3}(`{3,}|~{3,})/;
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
const SLIDEV_FIELDS = [
  ...['highlighter', 'lineNumbers', 'drawings', 'mdc', 'layout', 'background', 'colorSchema', 'routerMode', 'fonts'],
  ...['canvasWidth', 'aspectRatio', 'monaco', 'css', 'favicon', 'info', 'addons', 'themeConfig', 'src', 'defaults'],
];
const OWN_COMMENT = /<!--\s*slide\s*:/i;
const OWN_NOTE = /^\s{0,3}notes?:\s/im;
const MARP_COMMENT = /<!--\s*_?(?:class|paginate|backgroundColor|backgroundImage|header|footer)\s*:/;
const SLIDEV_MARK = /^::\s*(?:left|right|default|bottom)\s*::\s*$|<v-clicks?\b|\$slidev\b/m;
/** A deck with more headings than this for each of its pages has slides that begin at headings. */
const HEADINGS_OF_PAGE = 2;
const OWN_DIVIDER = 2;

const has = (fields: Fields, names: readonly string[]): boolean => names.some((name) => Object.hasOwn(fields, name));

function dialectOf(fields: Fields, body: string, hasPageFields: boolean): MarkdownDialect {
  if (Object.hasOwn(fields, 'marp') && fields.marp !== false) return 'marp';
  if (has(fields, OWN_FIELDS) || OWN_COMMENT.test(body)) return 'own';
  if (has(fields, SLIDEV_FIELDS) || hasPageFields || SLIDEV_MARK.test(body)) return 'slidev';
  if (has(fields, MARP_FIELDS) || MARP_COMMENT.test(body) || /!\[bg\b/.test(body)) return 'marp';
  // Slidev's own first field, where nothing else tells.
  return Object.hasOwn(fields, 'theme') ? 'slidev' : 'own';
}

/** For every line, whether it lies within a block of code. */
function codeLinesOf(lines: readonly string[]): boolean[] {
  let fence: string | undefined;
  return lines.map((line) => {
    const [, mark] = CODE_FENCE.exec(line) ?? [];
    if (fence === undefined) {
      fence = mark;
      return mark !== undefined;
    }
    if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined;
    return true;
  });
}

/** As Slidev does it: every line `---` outside of code, with the fields that follow it. */
function splitAtLines(
  lines: readonly string[],
  from: number,
  first: Fields,
): { pages: PageSource[]; hasFields: boolean } {
  const isCode = codeLinesOf(lines);
  const pages: PageSource[] = [];
  let begin = from;
  let fields = first;
  let hasFields = false;
  const close = (end: number): void =>
    void pages.push({ text: lines.slice(begin, end).join('\n'), line: begin + 1, fields });
  for (let at = from; at < lines.length; at++) {
    if (isCode[at] || !FENCE.test(lines[at] ?? '')) continue;
    close(at);
    const own = frontMatterAt(lines, at);
    hasFields ||= own !== undefined;
    fields = own?.fields ?? {};
    if (own) at = own.end;
    begin = at + 1;
  }
  close(lines.length);
  return { pages, hasFields };
}

/** A page between two places of the document: at a rule, or before a heading. */
interface Cut {
  /** The line after which the page ends, from 0. */
  end: number;
  /** The line at which the next one begins. */
  begin: number;
}

/** By the rules that Markdown sees, and the headings that begin slides. */
function splitAtBlocks(lines: readonly string[], from: number, dialect: MarkdownDialect, dividing: number | undefined) {
  const text = lines.map((line, at) => (at < from ? '' : line)).join('\n');
  const rules: Cut[] = [];
  const headings: Cut[] = [];
  for (const { type, depth = 0, start, end } of parseBlocks(text)) {
    // A text right above a `---`: meant as the end of a slide far more often than as a heading.
    const isUnderlined =
      type === 'heading' && depth === 2 && dialect === 'own' && !lines[start]?.trimStart().startsWith('#');
    if (type === 'thematicBreak') rules.push({ end: start, begin: start + 1 });
    else if (isUnderlined) rules.push({ end, begin: end + 1 });
    else if (type === 'heading' && depth <= (dividing ?? OWN_DIVIDER)) headings.push({ end: start, begin: start });
  }
  const pages = rules.length + 1;
  const byHeading =
    dialect === 'own' ? rules.length === 0 || headings.length > HEADINGS_OF_PAGE * pages : dividing !== undefined;
  const divider = byHeading ? (dividing ?? OWN_DIVIDER) : 0;
  const cuts = (byHeading ? [...rules, ...headings] : rules).sort((a, b) => a.begin - b.begin);
  const begins = [from, ...cuts.map(({ begin }) => begin)];
  const ends = [...cuts.map(({ end }) => end), lines.length];
  return {
    divider,
    pages: begins.map((begin, at) => ({
      text: lines.slice(begin, ends[at]).join('\n'),
      line: begin + 1,
      fields: {},
    })),
  };
}

/** Marp's `headingDivider`: a depth, or a list of depths. */
function headingDivider({ headingDivider: value }: Fields): number | undefined {
  const depths = [value]
    .flat()
    .filter((depth): depth is number => typeof depth === 'number' && depth >= 1 && depth <= 6);
  return depths.length > 0 ? Math.max(...depths) : undefined;
}

/**
 * Parts a deck into its slides, as the program does that it was written for. A deck that names none of them is parted by `---`; its
 * `#` and `##` begin slides as well when it has no `---`, or far more headings than pages.
 */
export function splitPages(markdown: string): SplitDeck {
  const lines = markdown.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  let first = 0;
  while (first < lines.length && lines[first]?.trim() === '') first++;
  const front = frontMatterAt(lines, first);
  const fields = front?.fields ?? {};
  const from = front ? front.end + 1 : 0;
  const asLines = splitAtLines(lines, from, {});
  const dialect = dialectOf(fields, lines.slice(from).join('\n'), asLines.hasFields);
  if (dialect === 'slidev') {
    const [page, ...rest] = asLines.pages;
    return { dialect, fields, divider: 0, pages: page ? [{ ...page, fields }, ...rest] : rest };
  }
  const { pages, divider } = splitAtBlocks(lines, from, dialect, headingDivider(fields));
  // `# A` followed by `---`, `---` at the beginning or the end: no slide of its own.
  const shown = pages.filter(({ text }) => text.trim() !== '');
  return { dialect, fields, pages: dialect === 'marp' && divider === 0 ? pages : shown, divider };
}

/** Reports whether a deck is one of this service, in which comments are remarks and `Note:` is spoken. */
export const speaksByNote = (markdown: string, { dialect }: SplitDeck): boolean =>
  OWN_COMMENT.test(markdown) || (dialect === 'own' && OWN_NOTE.test(markdown));

import type { Element, ElementContent, Nodes, RootContent } from 'hast';
import { TEXT_LIMITS } from '../deck-limits.ts';
import { readComment } from './comments.ts';
import { type Directives, readDirectives } from './directives.ts';
import {
  classesOf,
  type InlineEvents,
  joinMarked,
  joinProse,
  type MarkedLine,
  markedLines,
  plainText,
  type RichText,
  textWithin,
} from './marked-text.ts';
import { namedImage } from './named-image.ts';
import type { PageBlock, PageDraft } from './page-draft.ts';
import type { PageSource } from './page-source.ts';
import { commentOf, parsePage } from './parse-blocks.ts';
import { plainFormula } from './plain-formula.ts';
import { readMarkdownTable } from './read-table.ts';
import { slideAttributes, writtenAttributes } from './slide-attributes.ts';
import type { MarkdownDialect } from './split-pages.ts';

export interface CollectRules {
  dialect: MarkdownDialect;
  /** Paragraphs that start with `Note:` are spoken, and comments are remarks. */
  speaksByNote: boolean;
  /** Comments `say: …` are spoken, and all others are remarks. */
  speaksBySay: boolean;
  /** A quotation starts a slide. */
  partsQuotes: boolean;
  /** Definitions of the whole deck, for references. */
  definitions: string;
}

const SLOT = /^\s*::\s*([\w.-]+)\s*::\s*$/;
const NOTE = /^\s*notes?:\s*/i;
/** An attribution at the end of a quote: a line that starts with a dash. */
const ATTRIBUTION = /^\s*(?:—|–|--)\s*(.+)$/;
const ALERT = /^\s*\[!(?:note|tip|important|warning|caution|info|danger|success|quote)\]\s*/i;
const COLUMN_CLASS = /col|grid|flex|split|two|multi|side|half|row/i;
const COLUMN_STYLE = /grid|flex|column|float/i;
const HEADING = /^h([1-6])$/;
const INLINE = new Set(
  'a abbr acronym b bdi bdo big br cite code data del dfn em font i img input ins kbd label mark nobr output q rp rt ruby s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);
/** Elements whose place is all they say. */
const BOXES = new Set(
  'root div section center main article header footer p template figure figcaption details summary dl dt dd li nav aside hgroup address fieldset legend picture source body html'.split(
    ' ',
  ),
);
const CLICKS = /^v-?clicks?$/;
/** Elements that show something else than text, by what a report calls it. */
const SILENT = new Set(
  'style script svg iframe video audio canvas object embed math form button hr select textarea link meta'.split(' '),
);
const MAX_LEVEL = 2;
/** Characters of a name in the report. */
const MAX_NAME = 60;

const emptyDraft = (line: number, fields: PageDraft['fields']): PageDraft => ({
  ...{ line, fields, blocks: [], notes: [], settings: [], lasting: {}, elements: [], formulas: [], sayOptions: [] },
  ...{ clicks: 0, comesByPoint: false },
});

/** A line that stands for itself: an item, a quotation, a row. */
const OWN_LINE = /^\s*(?:[-*+>|]|\d+[.)])\s/;

/** Notes with each paragraph in one line, as Markdown shows it. */
const joinParagraphs = (text: string): string =>
  text
    .split(/\n[^\S\n]*\n/)
    .map((paragraph) => (paragraph.split('\n').some((line) => OWN_LINE.test(line)) ? paragraph : joinProse(paragraph)))
    .join('\n\n');

const isBlank = (node: Nodes): boolean => node.type === 'text' && node.value.trim() === '';

const isFormula = (node: Nodes | undefined): boolean =>
  node?.type === 'element' &&
  node.tagName === 'code' &&
  classesOf(node.properties).includes('language-math') &&
  textWithin(node).trim() !== '';

/** Reports whether a node is a formula with nothing else in its line. */
function isOwnLine(nodes: readonly Nodes[], at: number): boolean {
  const [before, after] = [nodes[at - 1], nodes[at + 1]];
  const isEdge = (node: Nodes | undefined, edge: RegExp): boolean =>
    node === undefined ||
    (node.type === 'text' && (edge.test(node.value) || node.value.trim() === '')) ||
    (node.type === 'element' && node.tagName === 'br');
  return isFormula(nodes[at]) && isEdge(before, /\n\s*$/) && isEdge(after, /^\s*\n/);
}

const OPEN_TAG = /^\s*<[A-Za-z][\w:.-]*(?:\s|$)/;
const TAG_END = /^(?:[^<>"']|"[^"]*"|'[^']*')*>/;
/** A tag of HTML is written on at most this many lines. */
const MAX_TAG_LINES = 20;

/** Number of lines after `at` that belong to the tag that starts there. A `>` at the start of such a line is not a quotation. */
function linesOfTag(lines: readonly string[], at: number): number {
  const first = lines[at] ?? '';
  if (!OPEN_TAG.test(first)) return 0;
  for (let more = 0; more < MAX_TAG_LINES && at + more < lines.length; more++) {
    const text = lines.slice(at, at + more + 1).join(' ');
    if (TAG_END.test(text.replace(/^\s*</, ''))) return more;
  }
  return 0;
}

/**
 * Prepares what Slidev reads and Markdown does not: slots and imported code become comments, which end a paragraph; a tag of
 * several lines becomes one. Line numbers do not change.
 */
function prepareText(text: string): string {
  const lines = text.split('\n');
  const prepared: string[] = [];
  let isCode = false;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (/^ {0,3}(```|~~~)/.test(line)) isCode = !isCode;
    const [, slot] = isCode ? [] : (SLOT.exec(line) ?? []);
    const [, imported] = isCode ? [] : (/^\s*<<<\s+(\S+)/.exec(line) ?? []);
    const more = isCode ? 0 : linesOfTag(lines, at);
    if (slot !== undefined) prepared.push(`<!--slot:${slot}-->`);
    else if (imported !== undefined) prepared.push(`<!--slot:<<< ${imported.replaceAll('--', '')}-->`);
    else prepared.push(...Array<string>(more).fill(''), lines.slice(at, at + more + 1).join(' '));
    at += more;
  }
  return prepared.join('\n');
}

/** Reads one page of Markdown after the other. */
export class PageCollector {
  readonly drafts: PageDraft[] = [];
  readonly #rules: CollectRules;
  readonly #source: PageSource;
  #draft: PageDraft;
  /** The level of points below a heading within the slide. */
  #base = 0;
  /** The comment of Slidev that is a note if nothing follows it. */
  #lastComment: string | undefined;
  #line: number;
  /** As they are written. */
  readonly #lines: readonly string[];

  constructor(source: PageSource, rules: CollectRules) {
    this.#source = source;
    this.#rules = rules;
    this.#line = source.line;
    this.#lines = source.text.split('\n');
    this.#draft = this.#begin(source.line, source.fields);
    const tree = source.tree ?? parsePage(`${prepareText(source.text)}\n\n${rules.definitions}`);
    this.#walk(tree.children, 0);
    if (this.#lastComment !== undefined) this.#addNote(this.#lastComment);
    if (source.note !== undefined) this.#addNote(joinParagraphs(source.note));
    if (source.tree === undefined) for (const draft of this.drafts) this.#countFragments(draft);
  }

  /** Points that come in one by one: those that reveal.js says so of, and those of Marp's lists with `*` or `1)`. */
  #countFragments(draft: PageDraft): void {
    const { dialect } = this.#rules;
    const points = draft.blocks.flatMap((block) => (block.kind === 'point' && block.marker !== 'none' ? [block] : []));
    if (dialect === 'marp') draft.clicks += points.filter(({ line }) => this.#isFragment(line)).length;
    if (dialect !== 'marp' && dialect !== 'reveal') return;
    draft.comesByPoint ||= points.length > 1 && draft.clicks === points.length;
  }

  #isFragment(line: number): boolean {
    return /^\s*(?:>\s*)*(?:\*|\d+\))\s/.test(this.#lines[line - this.#source.line] ?? '');
  }

  #begin(line: number, fields: PageDraft['fields']): PageDraft {
    this.#draft = emptyDraft(line, fields);
    this.drafts.push(this.#draft);
    this.#base = 0;
    return this.#draft;
  }

  #add(block: PageBlock): void {
    this.#draft.blocks.push(block);
    this.#lastComment = undefined;
  }

  #lineOf({ properties }: Element): number {
    const line = properties.dataLine;
    if (typeof line === 'number' || typeof line === 'string') this.#line = this.#source.line + Number(line) - 1;
    return this.#line;
  }

  #addNote(text: string): void {
    const words = text
      .split('\n')
      .map((line) => line.trimEnd())
      .join('\n')
      .trim();
    if (words !== '') this.#draft.notes.push(words);
  }

  #onComment(comment: string): void {
    const { text: value, line } = commentOf(comment);
    if (line !== undefined) this.#line = this.#source.line + line - 1;
    const meaning = readComment(value);
    switch (meaning.kind) {
      case 'slot':
        this.#onSlot(meaning.name);
        break;
      case 'attributes':
        this.#onAttributes(meaning.of, writtenAttributes(meaning.text));
        break;
      case 'settings':
        this.#onSettings(meaning.pairs);
        break;
      case 'say':
        this.#addNote(meaning.text);
        if (meaning.options) this.#draft.sayOptions.push({ options: meaning.options, line: this.#line });
        break;
      case 'skip':
        this.#draft.fields = { ...this.#draft.fields, hide: true };
        break;
      case 'silence':
        if (meaning.seconds !== undefined)
          this.#draft.settings.push({ name: 'duration_seconds', value: meaning.seconds, line: this.#line });
        break;
      case 'other':
        this.#onOther(meaning.text);
        break;
      case 'nothing':
    }
  }

  /** What `prepareText` found: the slot of a column, or code of another file. */
  #onSlot(name: string): void {
    if (name.startsWith('<<<')) this.#draft.elements.push(name.slice(0, MAX_NAME));
    if (/^(?:right|second|two|col2)/i.test(name)) this.#add({ kind: 'column', line: this.#line });
  }

  #onAttributes(of: 'slide' | 'element', attributes: ReadonlyMap<string, string>): void {
    if (of === 'element') {
      if (/\bfragment\b/.test(attributes.get('class') ?? '')) this.#draft.clicks += 1;
      return;
    }
    const { fields, note, transition, elements } = slideAttributes((name) => attributes.get(name));
    this.#draft.fields = { ...this.#draft.fields, ...fields };
    this.#draft.elements.push(...elements);
    this.#addNote(note);
    if (transition !== undefined)
      this.#draft.settings.push({ name: 'transition', value: transition, line: this.#line });
  }

  #onOther(text: string): void {
    const { dialect, speaksByNote, speaksBySay } = this.#rules;
    if (dialect === 'slidev') {
      if (!speaksBySay) this.#lastComment = text;
      return;
    }
    const directives = dialect === 'reveal' ? undefined : readDirectives(text);
    if (directives) this.#onDirectives(directives);
    else if (!speaksByNote && !speaksBySay) this.#addNote(text);
  }

  #onSettings(pairs: string): void {
    for (const pair of pairs.trim().split(/[\s,]+/)) {
      const [name = '', value = ''] = pair.split('=');
      this.#draft.settings.push({ name, value, line: this.#line });
    }
  }

  #onDirectives({ own, lasting }: Directives): void {
    this.#draft.fields = { ...this.#draft.fields, ...own };
    this.#draft.lasting = { ...this.#draft.lasting, ...lasting };
  }

  /** Texts within a block. @param images receives those that stand in it */
  #events(images: Readonly<Record<string, unknown>>[]): InlineEvents {
    return {
      onImage: (properties) => void images.push(properties),
      onComment: (value) => this.#onComment(value),
      onElement: (name) => void this.#draft.elements.push(name),
      onMath: (tex) => {
        this.#draft.formulas.push(tex);
        return plainFormula(tex);
      },
    };
  }

  #read(nodes: readonly Nodes[]): { lines: MarkedLine[]; images: Readonly<Record<string, unknown>>[] } {
    const images: Readonly<Record<string, unknown>>[] = [];
    return { lines: markedLines(nodes, this.#events(images)), images };
  }

  #addImages(images: readonly Readonly<Record<string, unknown>>[], isInline: boolean, line: number): void {
    for (const properties of images) {
      const image = namedImage(properties, { line, isInline, readsMarp: this.#rules.dialect !== 'slidev' });
      this.#add({ kind: 'image', image, line });
    }
  }

  /** Lines that are shown; those from `Note:` on are spoken. */
  #withoutNotes(lines: readonly MarkedLine[], firstIsShown = false): MarkedLine[] {
    const isNote = (line: MarkedLine, at: number): boolean => NOTE.test(line.plain) && !(firstIsShown && at === 0);
    const from = lines.findIndex(isNote);
    if (from < 0) return [...lines];
    let note: string[] = [];
    const close = (): void => this.#addNote(joinProse(note.join('\n')));
    lines.slice(from).forEach((line, at) => {
      if (isNote(line, from + at) && at > 0) {
        close();
        note = [];
      }
      note.push(line.plain.replace(NOTE, ''));
    });
    close();
    return lines.slice(0, from);
  }

  /** A formula that has a line of a paragraph for itself stands apart from its text. */
  #addParagraph(nodes: readonly Nodes[], level: number, line: number, item?: { ordinal?: number | undefined }): void {
    const at = item ? -1 : nodes.findIndex((_, place) => isOwnLine(nodes, place));
    const formula = nodes[at];
    if (formula === undefined) {
      this.#addTexts(nodes, level, line, item);
      return;
    }
    const [before, after] = [nodes.slice(0, at), nodes.slice(at + 1)];
    if (!before.every(isBlank)) this.#addTexts(before, level, line);
    this.#add({ kind: 'formula', tex: textWithin(formula), line });
    if (!after.every(isBlank)) this.#addParagraph(after, level, line);
  }

  #addTexts(nodes: readonly Nodes[], level: number, line: number, item?: { ordinal?: number | undefined }): void {
    const { lines, images } = this.#read(nodes);
    const shown = this.#withoutNotes(lines, item !== undefined);
    this.#addImages(images, joinMarked(shown).plain !== '', line);
    // Marp keeps the line breaks of a paragraph.
    const parts = this.#rules.dialect === 'marp' && !item ? shown.map((one) => [one]) : [shown];
    for (const part of parts) {
      const text = joinMarked(part);
      if (text.plain === '') continue;
      this.#add({ kind: 'point', text, line, level, marker: item ? 'bullet' : 'none', ordinal: item?.ordinal });
    }
  }

  /** Blocks, and runs of text between them. */
  #walk(nodes: readonly (RootContent | ElementContent)[], level: number): void {
    let run: Nodes[] = [];
    const flush = (): void => {
      if (run.some((node) => !isBlank(node))) this.#addParagraph(run, Math.min(MAX_LEVEL, level), this.#line);
      run = [];
    };
    for (const node of nodes) {
      if (isInline(node)) run.push(node);
      else {
        flush();
        if (node.type === 'comment') this.#onComment(node.value);
        else if (node.type === 'element') this.#element(node, level);
      }
    }
    flush();
  }

  /** A block that is read as a whole. @returns whether it is one */
  #addBlock(node: Element, level: number, line: number): boolean {
    const { tagName, properties, children } = node;
    const [, depth] = HEADING.exec(tagName) ?? [];
    if (properties.dataFootnotes !== undefined) this.#addFootnotes(node);
    else if (depth !== undefined) this.#addHeading(node, Number(depth), line);
    else if (tagName === 'p' && !holdsBlocks(node)) this.#addParagraph(children, level, line);
    else if (tagName === 'ul' || tagName === 'ol') this.#addList(node, level);
    else if (tagName === 'pre') this.#addCode(node, line);
    else if (tagName === 'table') this.#addTable(node, line);
    else if (tagName === 'blockquote') this.#addQuote(node, level, line);
    else return false;
    return true;
  }

  #element(node: Element, level: number): void {
    const { tagName, children } = node;
    if (this.#addBlock(node, level, this.#lineOf(node))) return;
    // reveal.js: <aside class="notes">.
    if (tagName === 'aside' && classesOf(node.properties).includes('notes')) {
      this.#addNote(textWithin(node));
      return;
    }
    if (SILENT.has(tagName)) {
      if (tagName !== 'hr') this.#draft.elements.push(tagName);
      return;
    }
    if (CLICKS.test(tagName)) {
      const items = children.flatMap((child) =>
        child.type === 'element' && /^[uo]l$/.test(child.tagName) ? child.children : [],
      );
      const count = items.filter((item) => item.type === 'element').length;
      this.#draft.clicks += Math.max(1, count);
      if (count > 0 && tagName.endsWith('s')) this.#draft.comesByPoint = true;
    } else if (!BOXES.has(tagName) && !INLINE.has(tagName)) this.#draft.elements.push(tagName);
    const columns = columnsOf(node);
    if (!columns) {
      this.#walk(children, level);
      return;
    }
    // Three columns and more: the first half of them is the first column.
    const second = Math.ceil(columns.length / 2);
    columns.forEach((column, at) => {
      if (at === second) this.#add({ kind: 'column', line: this.#line });
      this.#walk(column.children, level);
    });
  }

  #addHeading({ children }: Element, depth: number, line: number): void {
    const { lines, images } = this.#read(children);
    const text = joinMarked(lines);
    this.#addImages(images, text.plain !== '', line);
    if (text.plain === '') return;
    const isFirst = !this.#draft.blocks.some(({ kind }) => kind === 'heading' || kind === 'point');
    this.#base = isFirst ? 0 : 1;
    this.#add({ kind: 'heading', depth, text, line });
  }

  #addList({ tagName, properties, children }: Element, level: number): void {
    let ordinal = Number(properties.start ?? 1);
    const items = children.filter((item) => item.type === 'element');
    for (const item of items) {
      this.#addItem(item, level, tagName === 'ol' ? ordinal : undefined);
      ordinal += 1;
    }
  }

  /** The first text of an item is the point; what else it has is below it. */
  #addItem(item: Element, level: number, ordinal: number | undefined): void {
    const line = this.#lineOf(item);
    const own = Math.min(MAX_LEVEL, level + this.#base);
    const [head, rest] = headOf(item);
    const box = findCheckbox(head);
    const { lines, images } = this.#read(head);
    const text = joinMarked(this.#withoutNotes(lines, true));
    this.#addImages(images, text.plain !== '', line);
    const sign = box === undefined ? '' : box ? '☑ ' : '☐ ';
    if (text.plain !== '')
      this.#add({
        ...{ kind: 'point', line, level: own, marker: box === undefined ? 'bullet' : 'task', ordinal },
        text: { ...text, plain: sign + text.plain, marked: sign + text.marked },
      });
    let run: ElementContent[] = [];
    const flush = (): void => {
      if (!run.every(isBlank)) this.#addParagraph(run, own, this.#line, {});
      run = [];
    };
    for (const node of rest) {
      if (isInline(node)) {
        run.push(node);
        continue;
      }
      flush();
      if (node.type === 'comment') this.#onComment(node.value);
      if (node.type !== 'element') continue;
      if (/^[uo]l$/.test(node.tagName)) this.#addList(node, level + 1);
      else if (node.tagName === 'p' && !holdsBlocks(node))
        this.#addParagraph(node.children, own, this.#lineOf(node), {});
      else this.#element(node, level + 1);
    }
    flush();
  }

  #addCode(node: Element, line: number): void {
    const code = node.children.find((child) => child.type === 'element');
    const classes = code ? classesOf(code.properties) : [];
    const text = textWithin(node).replace(/\n$/, '');
    if (classes.includes('language-math')) {
      if (text.trim() !== '') this.#add({ kind: 'formula', tex: text, line });
      return;
    }
    const named = classes.find((name) => name.startsWith('language-'))?.slice('language-'.length);
    const [language] = /^[\w+#.-]+/.exec(named ?? '') ?? [];
    // Slidev's steps of one code: the last one is what they lead to.
    const steps = language === 'md' || language === 'markdown' ? stepsOf(text) : undefined;
    const last = steps?.at(-1);
    if (last) this.#add({ kind: 'code', line, ...last });
    else if (text.trim() !== '') this.#add({ kind: 'code', language, text, line });
  }

  #addTable(node: Element, line: number): void {
    const images: Readonly<Record<string, unknown>>[] = [];
    const read = readMarkdownTable(node, this.#events(images));
    if (read) this.#add({ kind: 'table', line, ...read });
    this.#addImages(images, read !== undefined, line);
  }

  #addQuote({ children }: Element, level: number, line: number): void {
    const isEmpty = !this.#draft.blocks.some(({ kind }) => kind !== 'image');
    if (this.#rules.partsQuotes && !isEmpty) this.#begin(line, {});
    const words: MarkedLine[] = [];
    const others: Element[] = [];
    for (const child of children) {
      if (child.type === 'comment') this.#onComment(child.value);
      if (child.type !== 'element') continue;
      if (child.tagName !== 'p') {
        others.push(child);
        continue;
      }
      const { lines, images } = this.#read(child.children);
      this.#addImages(images, false, line);
      words.push(
        ...lines.map(({ plain, marked }) => ({
          plain: plain.replace(ALERT, ''),
          marked: marked.replace(/^\s*\\\[!\w+\\\]\s*/, ''),
        })),
      );
    }
    const shown = this.#withoutNotes(words);
    while (shown.at(-1)?.plain.trim() === '') shown.pop();
    const [, speaker] = ATTRIBUTION.exec(shown.at(-1)?.plain ?? '') ?? [];
    if (speaker !== undefined) shown.pop();
    const said: RichText = joinMarked(shown);
    if (said.plain !== '')
      this.#add({
        kind: 'quote',
        words: said,
        speaker: speaker === undefined ? undefined : plainText(joinProse(speaker)),
        line,
      });
    for (const other of others) this.#element(other, level);
  }

  #addFootnotes(node: Element): void {
    const list = node.children.find((child) => child.type === 'element' && child.tagName === 'ol');
    const items = list && 'children' in list ? list.children.filter((item) => item.type === 'element') : [];
    items.forEach((item, at) => {
      const { lines } = this.#read(item.children.flatMap((child) => ('children' in child ? child.children : [])));
      const text = joinMarked(lines);
      const number = [...String(at + 1)].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]).join('');
      if (text.plain !== '' && text.plain.length <= TEXT_LIMITS.point)
        this.#add({
          ...{ kind: 'point', line: this.#line, level: 0, marker: 'none' },
          text: { ...text, plain: `${number} ${text.plain}`, marked: `${number} ${text.marked}` },
        });
    });
  }
}

/** Reports whether a node is a part of a line of text. */
const isInline = (node: RootContent | ElementContent): boolean =>
  node.type === 'text' || (node.type === 'element' && INLINE.has(node.tagName) && !holdsBlocks(node));

/** Inline elements may hold blocks where HTML is written by hand. */
function holdsBlocks({ children }: Element): boolean {
  return children.some(
    (child) =>
      child.type === 'element' &&
      (!INLINE.has(child.tagName) ? !['v-click', 'v-mark'].includes(child.tagName) : holdsBlocks(child)),
  );
}

/** The nodes of an item's own text, and all after them. */
function headOf({ children }: Element): [head: ElementContent[], rest: ElementContent[]] {
  const first = children.findIndex((child) => !isBlank(child) && child.type !== 'comment');
  const node = children[first];
  if (node?.type === 'element' && node.tagName === 'p' && !holdsBlocks(node))
    return [[...children.slice(0, first), ...node.children], children.slice(first + 1)];
  const end = children.findIndex(
    (child) => child.type === 'element' && (!INLINE.has(child.tagName) || holdsBlocks(child)),
  );
  return end < 0 ? [children, []] : [children.slice(0, end), children.slice(end)];
}

const findCheckbox = (nodes: readonly ElementContent[]): boolean | undefined => {
  const box = nodes.find((node) => node.type === 'element' && node.tagName === 'input');
  return box?.type === 'element' ? box.properties.checked === true || box.properties.checked === '' : undefined;
};

/** The columns that a box is made of, by its class or style. */
function columnsOf({ properties, children }: Element): Element[] | undefined {
  const looks = `${classesOf(properties).join(' ')}`;
  if (!COLUMN_CLASS.test(looks) && !COLUMN_STYLE.test(String(properties.style ?? ''))) return undefined;
  const boxes = children.filter((child) => child.type === 'element');
  const others = children.some((child) => child.type === 'text' && child.value.trim() !== '');
  const areBoxes = boxes.every(
    ({ tagName }) => BOXES.has(tagName) || CLICKS.test(tagName) || tagName === 'ul' || tagName === 'img',
  );
  return boxes.length >= 2 && areBoxes && !others ? boxes : undefined;
}

/** The blocks of code within a block of Markdown. */
function stepsOf(text: string): { language: string | undefined; text: string }[] {
  const found = [...text.matchAll(/^```([\w+#.-]*)[^\n]*\n([\s\S]*?)\n```\s*$/gm)];
  const rest = found.reduce((left, [all]) => left.replace(all, ''), text);
  return rest.trim() === ''
    ? found.map(([, language, code = '']) => ({ language: language || undefined, text: code }))
    : [];
}

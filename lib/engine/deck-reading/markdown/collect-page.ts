import type { Element, ElementContent, Nodes, RootContent } from 'hast';
import { SLIDE_TEXT_LIMITS } from '../deck-limits.ts';
import {
  admonitionKindOfAlert,
  admonitionPointText,
  removeAlertMark,
  taskPointText,
} from './admonition-and-task-text.ts';
import { type ParsedChartBlock, readChartBlock, readColumnChartOfCsvFile } from './chart-block.ts';
import { parseMarkdownCommentMeaning } from './comments.ts';
import { type DeckCsvFileReader, isCsvFileName, refuseMissingCsvFile } from './data-files.ts';
import type { DeckPageSource } from './deck-page-source.ts';
import { type MarpDirectives, parseMarpDirectives } from './directives.ts';
import {
  htmlClassesOf,
  type InlineMarkdownHandlers,
  joinMarkedLines,
  joinParagraphLines,
  type LineWithMarks,
  markedLinesOfNodes,
  type PlainAndMarkedText,
  textOfNode,
  toPlainAndMarkedText,
} from './marked-text.ts';
import { readMermaidPie } from './mermaid-pie.ts';
import { pageImageOfHtmlElement } from './named-image.ts';
import type { MarkdownPageBlock, PageDraft } from './page-draft.ts';
import {
  containsBlockElements,
  findCheckboxState,
  findColumnsOfHtmlBox,
  isFormulaAloneInLine,
  isGroupOrInlineElement,
  isInlineNode,
  isSlidevClickElement,
  isWhiteSpaceNode,
  splitHeadOfListItem,
} from './page-elements.ts';
import { parseMarkdownPageToHast, splitLineMarkFromPageComment } from './parse-blocks.ts';
import { parseHighlightedLineGroups } from './parse-highlighted-line-groups.ts';
import { plainTextOfFormula } from './plain-text-of-formula.ts';
import { readMarkdownTable } from './read-table.ts';
import { parseRevealAttributes, readRevealSlideAttributes } from './reveal-slide-attributes.ts';
import { rewriteSlidevSyntax } from './rewrite-slidev-syntax.ts';
import type { MarkdownDialect } from './split-deck-into-pages.ts';
import { replaceVideoElementsByImages } from './video-elements.ts';

/** Conventions of the deck to which a page belongs. */
export interface DeckConventions {
  dialect: MarkdownDialect;
  /** True: paragraphs that start with `Note:` are speaker notes, and comments are remarks. */
  usesNoteParagraphsAsSpeakerNotes: boolean;
  /** True: comments `say: …` are speaker notes, and all other comments are remarks. */
  hasSayComments: boolean;
  /** True: a quotation starts a new slide. */
  splitsAtQuotes: boolean;
  /** Returns, as Markdown, the definitions of links and images in the deck to which a page refers. @param text the text of the page */
  definitionsFor(text: string): string;
  /** Returns the text of a CSV file by its name next to the page. Absent: the deck has no files. */
  dataFile?: DeckCsvFileReader;
}

/** The start of a paragraph with speaker notes. */
const NOTE_MARK = /^\s*notes?:\s*/i;
/** The speaker in the last line of a quotation, after a dash. */
const ATTRIBUTION = /^\s*(?:—|–|--)\s*(.+)$/;
const HEADING_TAG = /^h([1-6])$/;
/** Elements without readable text. All but `hr` are reported. */
const UNREADABLE_ELEMENTS = new Set(
  'style script svg iframe video audio canvas object embed math form button hr select textarea link meta'.split(' '),
);
/** The deepest level of a point in the API. */
const MAX_POINT_LEVEL = 2;
/** The number of characters of a name that the report shows. */
const MAX_NAME_CHARACTERS = 60;

const createEmptyDraft = (line: number, fields: PageDraft['fields']): PageDraft => ({
  line,
  fields,
  blocks: [],
  notes: [],
  settings: [],
  lasting: {},
  elements: [],
  formulas: [],
  sayOptions: [],
  lostCharts: [],
  clicks: 0,
  comesByPoint: false,
});

/** A line that is not joined with the next one: an item, a quotation, a row of a table. */
const SEPARATE_LINE = /^\s*(?:[-*+>|]|\d+[.)])\s/;

/** Joins the lines of each paragraph of notes, as Markdown shows it. */
const joinParagraphs = (text: string): string =>
  text
    .split(/\n[^\S\n]*\n/)
    .map((paragraph) =>
      paragraph.split('\n').some((line) => SEPARATE_LINE.test(line)) ? paragraph : joinParagraphLines(paragraph),
    )
    .join('\n\n');

/** Reader of one page: creating it parses the page into `drafts`, several of them where quotations start slides. */
export class PageDraftParser {
  readonly drafts: PageDraft[] = [];
  readonly #conventions: DeckConventions;
  readonly #source: DeckPageSource;
  #draft: PageDraft;
  /** Level of items of the current section: 0, and 1 below a heading that is not the title. */
  #itemLevel = 0;
  /** The last comment of a Slidev page, which is its note if no content follows. */
  #lastComment: string | undefined;
  /** The line, in the file, of the node that is being read, from 1. */
  #line: number;
  /** Lines of the page as written. */
  readonly #lines: readonly string[];

  /** @throws DeckRefusal if blocks or tags of the page are nested too deeply */
  constructor(source: DeckPageSource, conventions: DeckConventions) {
    this.#source = source;
    this.#conventions = conventions;
    this.#line = source.line;
    this.#lines = source.text.split('\n');
    this.#draft = this.#startDraft(source.line, source.fields);
    const tree =
      source.tree ??
      parseMarkdownPageToHast(`${rewriteSlidevSyntax(source.text)}\n\n${conventions.definitionsFor(source.text)}`);
    replaceVideoElementsByImages(tree);
    this.#readBlocks(tree.children, 0);
    if (this.#lastComment !== undefined) this.#addNote(this.#lastComment);
    if (source.note !== undefined) this.#addNote(joinParagraphs(source.note));
    if (source.tree === undefined) for (const draft of this.drafts) this.#countFragments(draft);
  }

  /**
   * Counts Marp's fragmented list items, https://marpit.marp.app/fragmented-list, and notes whether all
   * points of a list appear one by one.
   */
  #countFragments(draft: PageDraft): void {
    const { dialect } = this.#conventions;
    const points = draft.blocks.flatMap((block) => (block.kind === 'point' && block.marker !== 'none' ? [block] : []));
    if (dialect === 'marp') draft.clicks += points.filter(({ line }) => this.#isFragment(line)).length;
    if (dialect !== 'marp' && dialect !== 'reveal') return;
    draft.comesByPoint ||= points.length > 1 && draft.clicks === points.length;
  }

  /** Reports whether a line of the file starts with Marp's marker of a fragment, `*` or `1)`. */
  #isFragment(line: number): boolean {
    return /^\s*(?:>\s*)*(?:\*|\d+\))\s/.test(this.#lines[line - this.#source.line] ?? '');
  }

  /** Adds an empty draft, into which the blocks that follow are read. */
  #startDraft(line: number, fields: PageDraft['fields']): PageDraft {
    this.#draft = createEmptyDraft(line, fields);
    this.drafts.push(this.#draft);
    this.#itemLevel = 0;
    return this.#draft;
  }

  #add(block: MarkdownPageBlock): void {
    this.#draft.blocks.push(block);
    this.#lastComment = undefined;
  }

  /** Line of an element in the file, from 1. An element without one is at the line of the element before it. */
  #lineOf({ properties }: Element): number {
    const line = properties.dataLine;
    if (typeof line === 'number' || typeof line === 'string') this.#line = this.#source.line + Number(line) - 1;
    return this.#line;
  }

  #addNote(text: string): void {
    const trimmedText = text
      .split('\n')
      .map((line) => line.trimEnd())
      .join('\n')
      .trim();
    if (trimmedText !== '') this.#draft.notes.push(trimmedText);
  }

  #onComment(comment: string): void {
    const { text: value, line } = splitLineMarkFromPageComment(comment);
    if (line !== undefined) this.#line = this.#source.line + line - 1;
    const meaning = parseMarkdownCommentMeaning(value);
    switch (meaning.kind) {
      case 'slot':
        this.#onSlot(meaning.name);
        break;
      case 'attributes':
        this.#onAttributes(meaning.target, parseRevealAttributes(meaning.text));
        break;
      case 'settings':
        this.#onSettings(meaning.pairs);
        break;
      case 'callout':
        this.#draft.settings.push({ name: 'callout', value: meaning.line, line: this.#line });
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

  /** A comment of `rewriteSlidevSyntax`: the slot of a column, or code of another file. */
  #onSlot(name: string): void {
    if (name.startsWith('<<<')) this.#draft.elements.push(name.slice(0, MAX_NAME_CHARACTERS));
    if (/^(?:right|second|two|col2)/i.test(name)) this.#add({ kind: 'column', line: this.#line });
  }

  #onAttributes(target: 'slide' | 'element', attributes: ReadonlyMap<string, string>): void {
    if (target === 'element') {
      if (/\bfragment\b/.test(attributes.get('class') ?? '')) this.#draft.clicks += 1;
      return;
    }
    const { fields, note, transition, elements } = readRevealSlideAttributes((name) => attributes.get(name));
    this.#draft.fields = { ...this.#draft.fields, ...fields };
    this.#draft.elements.push(...elements);
    this.#addNote(note);
    if (transition !== undefined)
      this.#draft.settings.push({ name: 'transition', value: transition, line: this.#line });
  }

  /** A comment that the dialect explains: a note, directives of Marp, or a remark. */
  #onOther(text: string): void {
    const { dialect, usesNoteParagraphsAsSpeakerNotes, hasSayComments } = this.#conventions;
    if (dialect === 'slidev') {
      if (!hasSayComments) this.#lastComment = text;
      return;
    }
    const directives = dialect === 'reveal' ? undefined : parseMarpDirectives(text);
    if (directives) this.#onDirectives(directives);
    else if (!usesNoteParagraphsAsSpeakerNotes && !hasSayComments) this.#addNote(text);
  }

  #onSettings(pairs: string): void {
    for (const pair of pairs.trim().split(/[\s,]+/)) {
      const [name = '', value = ''] = pair.split('=');
      this.#draft.settings.push({ name, value, line: this.#line });
    }
  }

  #onDirectives({ slide, lasting }: MarpDirectives): void {
    this.#draft.fields = { ...this.#draft.fields, ...slide };
    this.#draft.lasting = { ...this.#draft.lasting, ...lasting };
  }

  /** The handlers for a text of a block. @param images is filled with the properties of the images in the text */
  #inlineHandlers(images: Readonly<Record<string, unknown>>[]): InlineMarkdownHandlers {
    return {
      onImage: (properties) => void images.push(properties),
      onComment: (value) => this.#onComment(value),
      onElement: (name) => void this.#draft.elements.push(name),
      onMath: (tex) => {
        this.#draft.formulas.push(tex);
        return plainTextOfFormula(tex);
      },
    };
  }

  #readTexts(nodes: readonly Nodes[]): { lines: LineWithMarks[]; images: Readonly<Record<string, unknown>>[] } {
    const images: Readonly<Record<string, unknown>>[] = [];
    return { lines: markedLinesOfNodes(nodes, this.#inlineHandlers(images)), images };
  }

  #addImages(images: readonly Readonly<Record<string, unknown>>[], isInline: boolean, line: number): void {
    for (const properties of images) {
      const image = pageImageOfHtmlElement(properties, {
        line,
        isInline,
        readsMarp: this.#conventions.dialect !== 'slidev',
      });
      if (isCsvFileName(image.url))
        this.#addChart(readColumnChartOfCsvFile(image.url, image.alt, this.#dataFile), line);
      else this.#add({ kind: 'image', image, line });
    }
  }

  get #dataFile(): DeckCsvFileReader {
    return this.#conventions.dataFile ?? refuseMissingCsvFile;
  }

  #addChart(parsedChart: ParsedChartBlock, line: number): void {
    if ('fault' in parsedChart) this.#draft.lostCharts.push({ reason: parsedChart.fault, line });
    else this.#add({ kind: 'chart', chart: parsedChart.chart, title: parsedChart.title || undefined, line });
  }

  /**
   * Moves the lines from the first `Note:` on into the notes.
   * @param keepsFirstLine true: the first line is never a note, even if it starts with `Note:`
   * @returns the lines before them
   */
  #moveNotes(lines: readonly LineWithMarks[], keepsFirstLine = false): LineWithMarks[] {
    const isNote = (line: LineWithMarks, index: number): boolean =>
      NOTE_MARK.test(line.plain) && !(keepsFirstLine && index === 0);
    const noteStart = lines.findIndex(isNote);
    if (noteStart < 0) return [...lines];
    let note: string[] = [];
    const addNote = (): void => this.#addNote(joinParagraphLines(note.join('\n')));
    lines.slice(noteStart).forEach((line, offset) => {
      if (isNote(line, noteStart + offset) && offset > 0) {
        addNote();
        note = [];
      }
      note.push(line.plain.replace(NOTE_MARK, ''));
    });
    addNote();
    return lines.slice(0, noteStart);
  }

  /** Adds a paragraph. A formula with a separate line separates the texts before and after it. */
  #addParagraph(nodes: readonly Nodes[], level: number, line: number, item?: { ordinal?: number | undefined }): void {
    const formulaIndex = item ? -1 : nodes.findIndex((_, index) => isFormulaAloneInLine(nodes, index));
    const formula = nodes[formulaIndex];
    if (formula === undefined) {
      this.#addTexts(nodes, level, line, item);
      return;
    }
    const [nodesBefore, nodesAfter] = [nodes.slice(0, formulaIndex), nodes.slice(formulaIndex + 1)];
    if (!nodesBefore.every(isWhiteSpaceNode)) this.#addTexts(nodesBefore, level, line);
    this.#add({ kind: 'formula', tex: textOfNode(formula), line });
    if (!nodesAfter.every(isWhiteSpaceNode)) this.#addParagraph(nodesAfter, level, line);
  }

  /** Adds a text as a point; in Marp, a point for each line. @param item facts of the list item with the text; absent: a paragraph */
  #addTexts(nodes: readonly Nodes[], level: number, line: number, item?: { ordinal?: number | undefined }): void {
    const { lines, images } = this.#readTexts(nodes);
    const visibleLines = this.#moveNotes(lines, item !== undefined);
    this.#addImages(images, joinMarkedLines(visibleLines).plain !== '', line);
    // Marp keeps the line breaks of a paragraph.
    const texts = this.#conventions.dialect === 'marp' && !item ? visibleLines.map((line) => [line]) : [visibleLines];
    for (const textLines of texts) {
      const text = joinMarkedLines(textLines);
      if (text.plain === '') continue;
      this.#add({ kind: 'point', text, line, level, marker: item ? 'bullet' : 'none', ordinal: item?.ordinal });
    }
  }

  /** Reads blocks, and the runs of text between them. @param level of the points in them, from 0 */
  #readBlocks(nodes: readonly (RootContent | ElementContent)[], level: number): void {
    let inlineNodes: Nodes[] = [];
    const flush = (): void => {
      if (inlineNodes.some((node) => !isWhiteSpaceNode(node)))
        this.#addParagraph(inlineNodes, Math.min(MAX_POINT_LEVEL, level), this.#line);
      inlineNodes = [];
    };
    for (const node of nodes) {
      if (isInlineNode(node)) inlineNodes.push(node);
      else {
        flush();
        if (node.type === 'comment') this.#onComment(node.value);
        else if (node.type === 'element') this.#readElement(node, level);
      }
    }
    flush();
  }

  /** Adds a block. @returns false for an element that only groups others */
  #addBlock(node: Element, level: number, line: number): boolean {
    const { tagName, properties, children } = node;
    const [, depth] = HEADING_TAG.exec(tagName) ?? [];
    if (node.data?.chart) this.#add({ kind: 'chart', chart: node.data.chart, line });
    else if (properties.dataFootnotes !== undefined) this.#addFootnotes(node);
    else if (depth !== undefined) this.#addHeading(node, Number(depth), line);
    else if (tagName === 'p' && !containsBlockElements(node)) this.#addParagraph(children, level, line);
    else if (tagName === 'ul' || tagName === 'ol') this.#addList(node, level);
    else if (tagName === 'pre') this.#addCode(node, line);
    else if (tagName === 'table') this.#addTable(node, line);
    else if (tagName === 'blockquote') this.#addQuote(node, level, line);
    else return false;
    return true;
  }

  #readElement(node: Element, level: number): void {
    const { tagName, children } = node;
    if (this.#addBlock(node, level, this.#lineOf(node))) return;
    // Notes of reveal.js, https://revealjs.com/speaker-view.
    if (tagName === 'aside' && htmlClassesOf(node.properties).includes('notes')) {
      this.#addNote(textOfNode(node));
      return;
    }
    if (UNREADABLE_ELEMENTS.has(tagName)) {
      if (tagName !== 'hr') this.#draft.elements.push(tagName);
      return;
    }
    if (isSlidevClickElement(node)) {
      const items = children.flatMap((child) =>
        child.type === 'element' && /^[uo]l$/.test(child.tagName) ? child.children : [],
      );
      const count = items.filter((item) => item.type === 'element').length;
      this.#draft.clicks += Math.max(1, count);
      if (count > 0 && tagName.endsWith('s')) this.#draft.comesByPoint = true;
    } else if (!isGroupOrInlineElement(node)) this.#draft.elements.push(tagName);
    const columns = findColumnsOfHtmlBox(node);
    if (!columns) {
      this.#readBlocks(children, level);
      return;
    }
    // A slide has two columns: the first half of three or more becomes the first.
    const secondHalf = Math.ceil(columns.length / 2);
    columns.forEach((column, index) => {
      if (index === secondHalf) this.#add({ kind: 'column', line: this.#line });
      this.#readBlocks(column.children, level);
    });
  }

  #addHeading({ children }: Element, depth: number, line: number): void {
    const { lines, images } = this.#readTexts(children);
    const text = joinMarkedLines(lines);
    this.#addImages(images, text.plain !== '', line);
    if (text.plain === '') return;
    const isFirstText = !this.#draft.blocks.some(({ kind }) => kind === 'heading' || kind === 'point');
    this.#itemLevel = isFirstText ? 0 : 1;
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

  /** Adds an item of a list: its first text as a point, then its other content. @param ordinal its number; undefined: not numbered */
  #addItem(item: Element, level: number, ordinal: number | undefined): void {
    const line = this.#lineOf(item);
    const pointLevel = Math.min(MAX_POINT_LEVEL, level + this.#itemLevel);
    const [headNodes, followingNodes] = splitHeadOfListItem(item);
    const isChecked = findCheckboxState(headNodes);
    const { lines, images } = this.#readTexts(headNodes);
    const text = joinMarkedLines(this.#moveNotes(lines, true));
    this.#addImages(images, text.plain !== '', line);
    if (text.plain !== '')
      this.#add({
        kind: 'point',
        line,
        level: pointLevel,
        marker: isChecked === undefined ? 'bullet' : 'task',
        ordinal,
        text: isChecked === undefined ? text : taskPointText(text, isChecked, ordinal !== undefined),
      });
    let inlineNodes: ElementContent[] = [];
    const flush = (): void => {
      if (!inlineNodes.every(isWhiteSpaceNode)) this.#addParagraph(inlineNodes, pointLevel, this.#line, {});
      inlineNodes = [];
    };
    for (const node of followingNodes) {
      if (isInlineNode(node)) {
        inlineNodes.push(node);
        continue;
      }
      flush();
      if (node.type === 'comment') this.#onComment(node.value);
      if (node.type !== 'element') continue;
      if (/^[uo]l$/.test(node.tagName)) this.#addList(node, level + 1);
      else if (node.tagName === 'p' && !containsBlockElements(node))
        this.#addParagraph(node.children, pointLevel, this.#lineOf(node), {});
      else this.#readElement(node, level + 1);
    }
    flush();
  }

  #addCode(node: Element, line: number): void {
    const code = node.children.find((child) => child.type === 'element');
    const classes = code ? htmlClassesOf(code.properties) : [];
    const text = textOfNode(node).replace(/\n$/, '');
    if (classes.includes('language-math')) {
      if (text.trim() !== '') this.#add({ kind: 'formula', tex: text, line });
      return;
    }
    const isChart = this.#source.tree === undefined && classes.includes('language-chart');
    const parsedChart = isChart ? readChartBlock(text, this.#dataFile) : this.#readPie(classes, text);
    if (parsedChart) {
      this.#addChart(parsedChart, line);
      return;
    }
    const languageName = classes.find((name) => name.startsWith('language-'))?.slice('language-'.length);
    const [language] = /^[\w+#.-]+/.exec(languageName ?? '') ?? [];
    // Slidev's Magic Move, https://sli.dev/features/shiki-magic-move: the last state of a listing is shown.
    const states = language === 'md' || language === 'markdown' ? codeBlocksIn(text) : [];
    const lastState = states.at(-1);
    if (lastState) this.#add({ kind: 'code', line, ...lastState });
    else if (text.trim() !== '')
      this.#add({ kind: 'code', language, text, line, focus: parseHighlightedLineGroups(highlightMarkOf(code), text) });
  }

  /** The chart of a pie in the syntax of Mermaid. Other Mermaid diagrams are shown as text. */
  #readPie(classes: readonly string[], text: string): ParsedChartBlock | undefined {
    return classes.includes('language-mermaid') ? readMermaidPie(text) : undefined;
  }

  #addTable(node: Element, line: number): void {
    const images: Readonly<Record<string, unknown>>[] = [];
    const table = readMarkdownTable(node, this.#inlineHandlers(images));
    if (table) this.#add({ kind: 'table', line, ...table });
    this.#addImages(images, table !== undefined, line);
  }

  #addQuote({ children }: Element, level: number, line: number): void {
    const isEmpty = !this.#draft.blocks.some(({ kind }) => kind !== 'image');
    const firstChild = children.find((child) => child.type === 'element');
    const alert = firstChild?.tagName === 'p' ? admonitionKindOfAlert(textOfNode(firstChild)) : undefined;
    if (this.#conventions.splitsAtQuotes && !isEmpty && alert === undefined) this.#startDraft(line, {});
    const quoteLines: LineWithMarks[] = [];
    const otherElements: Element[] = [];
    for (const child of children) {
      if (child.type === 'comment') this.#onComment(child.value);
      if (child.type !== 'element') continue;
      if (child.tagName !== 'p') {
        otherElements.push(child);
        continue;
      }
      const { lines, images } = this.#readTexts(child.children);
      this.#addImages(images, false, line);
      for (const text of lines) quoteLines.push(text);
    }
    const visibleLines = this.#moveNotes(quoteLines.map(removeAlertMark));
    while (visibleLines.at(-1)?.plain.trim() === '') visibleLines.pop();
    const [, speaker] = alert === undefined ? (ATTRIBUTION.exec(visibleLines.at(-1)?.plain ?? '') ?? []) : [];
    if (speaker !== undefined) visibleLines.pop();
    const quotation: PlainAndMarkedText = joinMarkedLines(visibleLines);
    if (quotation.plain !== '' && alert !== undefined)
      this.#add({ kind: 'point', line, level, marker: 'none', text: admonitionPointText(alert, quotation) });
    else if (quotation.plain !== '')
      this.#add({
        kind: 'quote',
        words: quotation,
        speaker: speaker === undefined ? undefined : toPlainAndMarkedText(joinParagraphLines(speaker)),
        line,
      });
    for (const element of otherElements) this.#readElement(element, level);
  }

  /** Adds the footnotes of the page as points with raised numbers. Long ones are left out. */
  #addFootnotes(node: Element): void {
    const list = node.children.find((child) => child.type === 'element' && child.tagName === 'ol');
    const items = list && 'children' in list ? list.children.filter((item) => item.type === 'element') : [];
    items.forEach((item, index) => {
      const { lines } = this.#readTexts(item.children.flatMap((child) => ('children' in child ? child.children : [])));
      const text = joinMarkedLines(lines);
      const raisedNumber = [...String(index + 1)].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]).join('');
      if (text.plain !== '' && text.plain.length <= SLIDE_TEXT_LIMITS.point)
        this.#add({
          kind: 'point',
          line: this.#line,
          level: 0,
          marker: 'none',
          text: { ...text, plain: `${raisedNumber} ${text.plain}`, marked: `${raisedNumber} ${text.marked}` },
        });
    });
  }
}

/** The highlighted lines of a block of code, as written: `data-line-numbers` of reveal.js, or the info of a fence. */
function highlightMarkOf(code: Element | undefined): string | undefined {
  const lineNumbers = code?.properties.dataLineNumbers;
  if (typeof lineNumbers === 'string') return lineNumbers;
  return htmlClassesOf(code?.properties ?? {}).find((name) => name.startsWith('language-') && name.includes('{'));
}

/** The code blocks of a text that contains nothing else. @returns an empty list for any other text */
function codeBlocksIn(text: string): { language: string | undefined; text: string }[] {
  const codeBlocks = [...text.matchAll(/^```([\w+#.-]*)[^\n]*\n([\s\S]*?)\n```\s*$/gm)];
  const otherText = codeBlocks.reduce((remaining, [block]) => remaining.replace(block, ''), text);
  return otherText.trim() === ''
    ? codeBlocks.map(([, language, code = '']) => ({ language: language || undefined, text: code }))
    : [];
}

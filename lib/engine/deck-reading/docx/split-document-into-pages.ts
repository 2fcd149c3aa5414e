import type { Element, ElementContent, Root, RootContent } from 'hast';
import type { DeckChart } from '../deck.ts';
import { DeckRefusal } from '../deck-warning.ts';
import type { LanguageTaggedText } from '../detect-deck-language.ts';
import { type DocumentBlock, isBoldParagraph } from './document-blocks.ts';
import type { DocumentListItem } from './document-styles.ts';
import {
  createHtmlElement,
  type DocumentPicture,
  type FormattedTextRun,
  htmlOfRuns,
  type LostContentKind,
  oneLineOfRuns,
  plainTextOfRuns,
  taggedTextsOfRuns,
} from './document-text.ts';

/** A slide of a document: a heading, and the content below it up to the next one. */
export interface DocumentPage {
  /** Elements of its heading and visible content. */
  tree: Root;
  /** Its plain paragraphs, which become speaker notes. */
  note: string;
  /** Absent: the content decides. */
  layout: 'title' | 'section' | undefined;
  pictures: DocumentPicture[];
  lost: LostContentKind[];
  tagged: { notes: LanguageTaggedText[]; shown: LanguageTaggedText[] };
}

/** Characters of a bold line that may be a heading, at most. */
const MAX_BOLD = 120;

const textOf = (value: string): ElementContent[] => [{ type: 'text', value }];

/** A picture as an element of HTML, named by its part. */
const imageOf = ({ part, alt, width }: DocumentPicture): Element =>
  createHtmlElement('p', [
    createHtmlElement('img', [], {
      src: encodeURI(part),
      alt,
      ...(width === undefined ? {} : { width: `${Math.round(width)}` }),
    }),
  ]);

/** A chart as the composer of slides finds it again. */
const chartOf = (chart: DeckChart): Element => ({ ...createHtmlElement('figure', []), data: { chart } });

/** Builds nested lists from items. Numbers continue from list to list, as in the document. */
class ListBuilder {
  readonly #counts = new Map<string, number>();
  #open: { list: Element; item: DocumentListItem }[] = [];

  /** Ends all lists. */
  end(): void {
    this.#open = [];
  }

  /** Adds an item. @returns the outermost list if it is a new one */
  add(item: DocumentListItem, content: ElementContent[]): Element | undefined {
    const fits = ({ item: other }: { item: DocumentListItem }): boolean =>
      other.level < item.level ||
      (other.level === item.level && other.isOrdered === item.isOrdered && other.list === item.list);
    while (this.#open.length > 0 && !this.#open.every(fits)) this.#open.pop();
    const number = this.#numberOf(item);
    let begun: Element | undefined;
    if (this.#open.at(-1)?.item.level !== item.level) {
      const list = createHtmlElement(item.isOrdered ? 'ol' : 'ul', [], item.isOrdered ? { start: number } : {});
      const parent = this.#open.at(-1)?.list.children.at(-1);
      if (parent?.type === 'element') parent.children.push(list);
      else begun = list;
      this.#open.push({ list, item });
    }
    this.#open.at(-1)?.list.children.push(createHtmlElement('li', content));
    return begun;
  }

  #numberOf({ list, level, start }: DocumentListItem): number {
    const number = (this.#counts.get(`${list} ${level}`) ?? start - 1) + 1;
    this.#counts.set(`${list} ${level}`, number);
    for (let deeper = level + 1; deeper < 9; deeper++) this.#counts.delete(`${list} ${deeper}`);
    return number;
  }
}

/** A page that is being filled. */
interface OpenPage extends DocumentPage {
  level: number;
  heading: FormattedTextRun[];
  notes: string[];
}

const newPage = (level: number, heading: FormattedTextRun[]): OpenPage => ({
  ...{ level, heading, notes: [], note: '', tree: { type: 'root', children: [] }, layout: undefined },
  ...{ pictures: [], lost: [], tagged: { notes: [], shown: taggedTextsOfRuns(heading) } },
});

/** Level of the page with the title of the document, and of content above all headings. */
const [TITLE, OPENING] = [0, -1];

/** Fills pages with the blocks of a document. */
class PageBuilder {
  readonly pages: OpenPage[] = [newPage(OPENING, [])];
  readonly #deepest: number;
  readonly #lists = new ListBuilder();
  #code: Element | undefined;

  /** @param deepest level of the deepest headings that start a page, from 1 */
  constructor(deepest: number) {
    this.#deepest = deepest;
  }

  get #page(): OpenPage {
    return this.pages.at(-1) ?? newPage(OPENING, []);
  }

  #show(element: Element, pieces: readonly FormattedTextRun[] = []): void {
    this.#page.tree.children.push(element);
    for (const text of taggedTextsOfRuns(pieces)) this.#page.tagged.shown.push(text);
  }

  #say(pieces: readonly FormattedTextRun[]): void {
    const said = plainTextOfRuns(pieces).replaceAll('\t', ' ').trim();
    if (said === '') return;
    this.#page.notes.push(said);
    for (const text of taggedTextsOfRuns(pieces)) this.#page.tagged.notes.push(text);
  }

  add(block: DocumentBlock): void {
    const isEmpty = oneLineOfRuns(block.pieces) === '';
    const isShown = !isEmpty || block.pictures.length > 0 || block.kind === 'chart';
    if (block.kind !== 'item' && isShown) this.#lists.end();
    if (block.kind !== 'code') this.#code = undefined;
    if (block.kind !== 'contents' && (!isEmpty || block.kind === 'code')) this.#addText(block, isEmpty);
    if (block.kind === 'chart') this.#show(chartOf(block.chart));
    for (const picture of block.pictures) this.#show(imageOf(picture));
    for (const picture of block.pictures) this.#page.pictures.push(picture);
    for (const lost of block.lost) this.#page.lost.push(lost);
  }

  #addText(block: DocumentBlock, isEmpty: boolean): void {
    const { pieces } = block;
    switch (block.kind) {
      case 'title':
        this.#title(pieces);
        break;
      case 'heading':
        if (block.level <= this.#deepest) this.pages.push(newPage(block.level, pieces));
        else this.#show(createHtmlElement('h3', textOf(oneLineOfRuns(pieces))), pieces);
        break;
      case 'subtitle':
        if (this.#page.level === TITLE) this.#show(createHtmlElement('p', htmlOfRuns(pieces)), pieces);
        else this.#say(pieces);
        break;
      case 'item': {
        const begun = this.#lists.add(block.item, htmlOfRuns(pieces));
        if (begun) this.#show(begun, pieces);
        else for (const text of taggedTextsOfRuns(pieces)) this.#page.tagged.shown.push(text);
        break;
      }
      case 'quote':
        this.#show(createHtmlElement('blockquote', [createHtmlElement('p', htmlOfRuns(pieces))]), pieces);
        break;
      case 'code':
        this.#addCode(plainTextOfRuns(pieces).replaceAll('\t', '  '), isEmpty);
        break;
      case 'table':
        this.#show(block.table, pieces);
        break;
      default:
        this.#say(pieces);
    }
  }

  /** Joins the paragraphs of a title. */
  #title(pieces: readonly FormattedTextRun[]): void {
    const page = this.#page;
    if (page.level === TITLE && page.tree.children.length === 0 && page.notes.length === 0)
      for (const piece of [{ text: ' ' }, ...pieces]) page.heading.push(piece);
    else this.pages.push(newPage(TITLE, [...pieces]));
  }

  /** Adds a line of code to the listing before it. Blank lines are part of a listing. */
  #addCode(line: string, isEmpty: boolean): void {
    const [text] = this.#code?.children ?? [];
    if (text?.type === 'text') text.value += `\n${line}`;
    else if (!isEmpty) {
      this.#code = createHtmlElement('code', textOf(line));
      this.#show(createHtmlElement('pre', [this.#code]));
    }
  }
}

const isParagraph = (node: RootContent): boolean => node.type === 'element' && node.tagName === 'p';
const isBare = ({ tree, pictures }: OpenPage): boolean => tree.children.length === 0 && pictures.length === 0;

/** Adds the content above all headings: as a page with the title of the file, else as a part of the first page. */
function withOpening([opening, ...pages]: readonly OpenPage[], title: string | undefined): OpenPage[] {
  const [first, ...others] = pages;
  if (!opening || (isBare(opening) && opening.notes.length === 0 && opening.lost.length === 0)) return pages;
  if (title !== undefined && first?.level !== TITLE)
    return [{ ...opening, level: TITLE, heading: [{ text: title }] }, ...pages];
  if (!first) return [opening];
  const joined = <Item>(name: (page: OpenPage) => readonly Item[]): Item[] => [...name(opening), ...name(first)];
  return [
    {
      ...first,
      notes: joined(({ notes }) => notes),
      pictures: joined(({ pictures }) => pictures),
      lost: joined(({ lost }) => lost),
      tree: { type: 'root', children: joined(({ tree }) => tree.children) },
      tagged: { notes: joined(({ tagged }) => tagged.notes), shown: joined(({ tagged }) => tagged.shown) },
    },
    ...others,
  ];
}

/**
 * The slides of a document: its title, and each heading of its two highest levels, with the content below. Without headings, short lines
 * that are entirely bold are headings. Pure.
 * @param title in the properties of the file
 * @throws DeckRefusal for a document without a heading
 */
export function splitDocumentIntoPages(blocks: readonly DocumentBlock[], title: string | undefined): DocumentPage[] {
  const hasText = ({ pieces }: DocumentBlock): boolean => oneLineOfRuns(pieces) !== '';
  const levels = blocks.flatMap((block) => (block.kind === 'heading' && hasText(block) ? [block.level] : []));
  const shown =
    levels.length > 0
      ? blocks
      : blocks.map(
          (block): DocumentBlock =>
            isBoldParagraph(block) && oneLineOfRuns(block.pieces).length <= MAX_BOLD
              ? { ...block, kind: 'heading', level: 1 }
              : block,
        );
  const isHeaded = shown.some((block) => (block.kind === 'heading' || block.kind === 'title') && hasText(block));
  if (!isHeaded)
    throw new DeckRefusal(
      'import_invalid',
      'The document has no headings. Give each slide a heading (style Heading 1 or Heading 2): the content below it is the slide.',
    );
  const top = levels.reduce((least, level) => Math.min(least, level), 9);
  const hasSections = levels.includes(top + 1);
  const builder = new PageBuilder(levels.length > 0 ? top + 1 : 1);
  for (const block of shown) builder.add(block);
  const pages = withOpening(builder.pages, title);
  return pages.map((page, at) => {
    const { level, heading, notes, tree, ...rest } = page;
    const isAbove = level === top && hasSections && pages[at + 1]?.level === top + 1;
    const isTitle = level === TITLE && page.pictures.length === 0 && tree.children.every(isParagraph);
    return {
      ...rest,
      note: notes.join('\n\n'),
      layout: isTitle ? 'title' : isAbove && isBare(page) ? 'section' : undefined,
      tree: { type: 'root', children: [createHtmlElement('h1', textOf(oneLineOfRuns(heading))), ...tree.children] },
    };
  });
}

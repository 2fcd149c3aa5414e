import type { Element, ElementContent, Root, RootContent } from 'hast';
import type { DeckChart } from '../deck.ts';
import { DeckRefusal } from '../deck-warning.ts';
import type { LanguageTaggedText } from '../detect-deck-language.ts';
import { type DocumentBlock, isBoldParagraph } from './document-blocks.ts';
import type { DocumentListItem } from './document-styles.ts';
import {
  createHastElement,
  type DocumentPicture,
  type FormattedTextRun,
  htmlOfRuns,
  type LostContentKind,
  languageTaggedTextsOfRuns,
  oneLineOfRuns,
  plainTextOfRuns,
} from './document-text.ts';

/** A slide of a document: a heading, and the content below it up to the next one. */
export interface DocxSlidePage {
  /** Elements of its heading and visible content. */
  tree: Root;
  /** Its plain paragraphs, which become speaker notes. */
  note: string;
  /** Absent: the content decides. */
  layout: 'title' | 'section' | undefined;
  pictures: DocumentPicture[];
  /** Content of the page that is not imported. */
  lost: LostContentKind[];
  /** Texts of the notes and of the visible content, with their languages. */
  tagged: { notes: LanguageTaggedText[]; shown: LanguageTaggedText[] };
}

/** The length of the longest bold line that may be a heading, in characters. */
const MAX_BOLD_HEADING_CHARACTERS = 120;

const createTextNodes = (value: string): ElementContent[] => [{ type: 'text', value }];

/** A picture as an element of HTML, named by its part. */
const createImageElement = ({ part, alt, width }: DocumentPicture): Element =>
  createHastElement('p', [
    createHastElement('img', [], {
      src: encodeURI(part),
      alt,
      ...(width === undefined ? {} : { width: `${Math.round(width)}` }),
    }),
  ]);

/** A chart as an element with the chart in its data, where `PageDraftParser` finds it. */
const createChartElement = (chart: DeckChart): Element => ({ ...createHastElement('figure', []), data: { chart } });

/** Builds nested lists from items. Numbers continue from list to list, as in the document. */
class ListBuilder {
  readonly #lastNumberByLevel = new Map<string, number>();
  #openLists: { list: Element; item: DocumentListItem }[] = [];

  /** Ends all lists. */
  end(): void {
    this.#openLists = [];
  }

  /** Adds an item. @returns the outermost list if it is a new one */
  add(item: DocumentListItem, content: ElementContent[]): Element | undefined {
    const staysOpen = ({ item: otherItem }: { item: DocumentListItem }): boolean =>
      otherItem.level < item.level ||
      (otherItem.level === item.level && otherItem.isOrdered === item.isOrdered && otherItem.list === item.list);
    while (this.#openLists.length > 0 && !this.#openLists.every(staysOpen)) this.#openLists.pop();
    const number = this.#nextNumberOf(item);
    let newOutermostList: Element | undefined;
    if (this.#openLists.at(-1)?.item.level !== item.level) {
      const list = createHastElement(item.isOrdered ? 'ol' : 'ul', [], item.isOrdered ? { start: number } : {});
      const parent = this.#openLists.at(-1)?.list.children.at(-1);
      if (parent?.type === 'element') parent.children.push(list);
      else newOutermostList = list;
      this.#openLists.push({ list, item });
    }
    this.#openLists.at(-1)?.list.children.push(createHastElement('li', content));
    return newOutermostList;
  }

  #nextNumberOf({ list, level, start }: DocumentListItem): number {
    const number = (this.#lastNumberByLevel.get(`${list} ${level}`) ?? start - 1) + 1;
    this.#lastNumberByLevel.set(`${list} ${level}`, number);
    for (let deeperLevel = level + 1; deeperLevel < 9; deeperLevel++)
      this.#lastNumberByLevel.delete(`${list} ${deeperLevel}`);
    return number;
  }
}

/** A page that is being filled. */
interface OpenPage extends DocxSlidePage {
  /** Level of its heading, from 1; `TITLE_LEVEL` or `OPENING_LEVEL`. */
  level: number;
  heading: FormattedTextRun[];
  notes: string[];
}

const createPage = (level: number, heading: FormattedTextRun[]): OpenPage => ({
  level,
  heading,
  notes: [],
  note: '',
  tree: { type: 'root', children: [] },
  layout: undefined,
  pictures: [],
  lost: [],
  tagged: { notes: [], shown: languageTaggedTextsOfRuns(heading) },
});

/** Level of the page with the title of the document. */
const TITLE_LEVEL = 0;
/** Level of the page with the content above all headings. */
const OPENING_LEVEL = -1;

/** Fills pages with the blocks of a document. */
class PageBuilder {
  readonly pages: OpenPage[] = [createPage(OPENING_LEVEL, [])];
  readonly #deepestLevel: number;
  readonly #listBuilder = new ListBuilder();
  #openListing: Element | undefined;

  /** @param deepestLevel level of the deepest headings that start a page, from 1 */
  constructor(deepestLevel: number) {
    this.#deepestLevel = deepestLevel;
  }

  get #currentPage(): OpenPage {
    return this.pages.at(-1) ?? createPage(OPENING_LEVEL, []);
  }

  #addVisible(element: Element, pieces: readonly FormattedTextRun[] = []): void {
    this.#currentPage.tree.children.push(element);
    for (const text of languageTaggedTextsOfRuns(pieces)) this.#currentPage.tagged.shown.push(text);
  }

  #addNote(pieces: readonly FormattedTextRun[]): void {
    const note = plainTextOfRuns(pieces).replaceAll('\t', ' ').trim();
    if (note === '') return;
    this.#currentPage.notes.push(note);
    for (const text of languageTaggedTextsOfRuns(pieces)) this.#currentPage.tagged.notes.push(text);
  }

  add(block: DocumentBlock): void {
    const isEmpty = oneLineOfRuns(block.pieces) === '';
    const isShown = !isEmpty || block.pictures.length > 0 || block.kind === 'chart';
    if (block.kind !== 'item' && isShown) this.#listBuilder.end();
    if (block.kind !== 'code') this.#openListing = undefined;
    if (block.kind !== 'contents' && (!isEmpty || block.kind === 'code')) this.#addText(block, isEmpty);
    if (block.kind === 'chart') this.#addVisible(createChartElement(block.chart));
    for (const picture of block.pictures) this.#addVisible(createImageElement(picture));
    for (const picture of block.pictures) this.#currentPage.pictures.push(picture);
    for (const lost of block.lost) this.#currentPage.lost.push(lost);
  }

  #addText(block: DocumentBlock, isEmpty: boolean): void {
    const { pieces } = block;
    switch (block.kind) {
      case 'title':
        this.#addTitle(pieces);
        break;
      case 'heading':
        if (block.level <= this.#deepestLevel) this.pages.push(createPage(block.level, pieces));
        else this.#addVisible(createHastElement('h3', createTextNodes(oneLineOfRuns(pieces))), pieces);
        break;
      case 'subtitle':
        if (this.#currentPage.level === TITLE_LEVEL)
          this.#addVisible(createHastElement('p', htmlOfRuns(pieces)), pieces);
        else this.#addNote(pieces);
        break;
      case 'item': {
        const newOutermostList = this.#listBuilder.add(block.item, htmlOfRuns(pieces));
        if (newOutermostList) this.#addVisible(newOutermostList, pieces);
        else for (const text of languageTaggedTextsOfRuns(pieces)) this.#currentPage.tagged.shown.push(text);
        break;
      }
      case 'quote':
        this.#addVisible(createHastElement('blockquote', [createHastElement('p', htmlOfRuns(pieces))]), pieces);
        break;
      case 'code':
        this.#addCode(plainTextOfRuns(pieces).replaceAll('\t', '  '), isEmpty);
        break;
      case 'table':
        this.#addVisible(block.table, pieces);
        break;
      default:
        this.#addNote(pieces);
    }
  }

  /** Adds a paragraph of a title: to the page with the title if nothing follows it yet, else as a new page. */
  #addTitle(pieces: readonly FormattedTextRun[]): void {
    const page = this.#currentPage;
    if (page.level === TITLE_LEVEL && page.tree.children.length === 0 && page.notes.length === 0)
      for (const piece of [{ text: ' ' }, ...pieces]) page.heading.push(piece);
    else this.pages.push(createPage(TITLE_LEVEL, [...pieces]));
  }

  /** Adds a line of code to the listing before it. Blank lines are part of a listing. */
  #addCode(line: string, isEmpty: boolean): void {
    const [text] = this.#openListing?.children ?? [];
    if (text?.type === 'text') text.value += `\n${line}`;
    else if (!isEmpty) {
      this.#openListing = createHastElement('code', createTextNodes(line));
      this.#addVisible(createHastElement('pre', [this.#openListing]));
    }
  }
}

const isParagraph = (node: RootContent): boolean => node.type === 'element' && node.tagName === 'p';
const hasNoVisibleContent = ({ tree, pictures }: OpenPage): boolean =>
  tree.children.length === 0 && pictures.length === 0;

/** Keeps the content above all headings: as a page with the title of the file, else as a part of the first page. */
function addOpening([opening, ...pages]: readonly OpenPage[], title: string | undefined): OpenPage[] {
  const [firstPage, ...otherPages] = pages;
  if (!opening || (hasNoVisibleContent(opening) && opening.notes.length === 0 && opening.lost.length === 0))
    return pages;
  if (title !== undefined && firstPage?.level !== TITLE_LEVEL)
    return [{ ...opening, level: TITLE_LEVEL, heading: [{ text: title }] }, ...pages];
  if (!firstPage) return [opening];
  const joinLists = <Item>(listOf: (page: OpenPage) => readonly Item[]): Item[] => [
    ...listOf(opening),
    ...listOf(firstPage),
  ];
  return [
    {
      ...firstPage,
      notes: joinLists(({ notes }) => notes),
      pictures: joinLists(({ pictures }) => pictures),
      lost: joinLists(({ lost }) => lost),
      tree: { type: 'root', children: joinLists(({ tree }) => tree.children) },
      tagged: { notes: joinLists(({ tagged }) => tagged.notes), shown: joinLists(({ tagged }) => tagged.shown) },
    },
    ...otherPages,
  ];
}

/**
 * The slides of a document: its title, and each heading of its two highest levels, with the content below. Without headings, short lines
 * that are entirely bold are headings. Pure.
 * @param title the title in the properties of the file
 * @throws DeckRefusal for a document without a heading
 */
export function splitDocumentIntoPages(blocks: readonly DocumentBlock[], title: string | undefined): DocxSlidePage[] {
  const hasText = ({ pieces }: DocumentBlock): boolean => oneLineOfRuns(pieces) !== '';
  const levels = blocks.flatMap((block) => (block.kind === 'heading' && hasText(block) ? [block.level] : []));
  const blocksWithHeadings =
    levels.length > 0
      ? blocks
      : blocks.map(
          (block): DocumentBlock =>
            isBoldParagraph(block) && oneLineOfRuns(block.pieces).length <= MAX_BOLD_HEADING_CHARACTERS
              ? { ...block, kind: 'heading', level: 1 }
              : block,
        );
  const hasHeading = blocksWithHeadings.some(
    (block) => (block.kind === 'heading' || block.kind === 'title') && hasText(block),
  );
  if (!hasHeading)
    throw new DeckRefusal(
      'import_invalid',
      'The document has no headings. Give each slide a heading (style Heading 1 or Heading 2): the content below it is the slide.',
    );
  const topLevel = levels.reduce((lowest, level) => Math.min(lowest, level), 9);
  const hasSections = levels.includes(topLevel + 1);
  const builder = new PageBuilder(levels.length > 0 ? topLevel + 1 : 1);
  for (const block of blocksWithHeadings) builder.add(block);
  const pages = addOpening(builder.pages, title);
  return pages.map((page, index) => {
    const { level, heading, notes, tree, ...otherFields } = page;
    const isTopHeading = level === topLevel && hasSections && pages[index + 1]?.level === topLevel + 1;
    const isTitle = level === TITLE_LEVEL && page.pictures.length === 0 && tree.children.every(isParagraph);
    return {
      ...otherFields,
      note: notes.join('\n\n'),
      layout: isTitle ? 'title' : isTopHeading && hasNoVisibleContent(page) ? 'section' : undefined,
      tree: {
        type: 'root',
        children: [createHastElement('h1', createTextNodes(oneLineOfRuns(heading))), ...tree.children],
      },
    };
  });
}

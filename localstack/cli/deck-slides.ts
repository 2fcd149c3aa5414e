import type { DeckFault } from './deck-error.ts';
import {
  inlineText,
  joinLines,
  lineOfNode,
  type MarkdownBlock,
  type MarkdownInline,
  type PlacedImage,
  type PlacedText,
  splitNotes,
} from './markdown-text.ts';

/** What a Markdown document says of one slide, before its texts are checked. */
export interface SlideDraft {
  /** Where the slide begins. */
  line: number;
  /** Depth of the heading that began it; absent where none did. */
  depth?: number | undefined;
  title?: PlacedText | undefined;
  bullets: PlacedText[];
  notes: PlacedText[];
  images: PlacedImage[];
  quote: boolean;
  /** How many of the bullets are lines of code, with their indentation. */
  codeLines: number;
  /** The `name=value` pairs of `<!-- slide: … -->`. */
  settings: { name: string; value: string; line: number }[];
}

const COMMENT = /^<!--(.*)-->$/s;
const SETTINGS = /^\s*slide\s*:(.*)$/is;
/** An attribution at the end of a quote: a line that begins with a dash. */
const ATTRIBUTION = /(?:^|\n)\s*(?:—|–|--)\s*([^\n]+)$/;

/**
 * Cuts a document into slides. A `#` or `##` heading, a `---` and a block quote begin one; deeper headings, list items,
 * paragraphs and lines of code are bullets; a paragraph that begins with `Note:` is spoken.
 */
export function collectSlides(
  blocks: readonly MarkdownBlock[],
  source: string,
): { slides: SlideDraft[]; faults: DeckFault[] } {
  const slides: SlideDraft[] = [];
  const faults: DeckFault[] = [];
  const urls = new Map(blocks.flatMap((block) => (block.type === 'definition' ? [[block.identifier, block.url]] : [])));
  let current: SlideDraft | undefined;

  const begin = (line: number): SlideDraft => {
    current = { line, bullets: [], notes: [], images: [], quote: false, codeLines: 0, settings: [] };
    slides.push(current);
    return current;
  };
  const slideAt = (line: number): SlideDraft => current ?? begin(line);

  const read = (nodes: readonly MarkdownInline[], slide: SlideDraft): string =>
    inlineText(nodes, urls, (image) => slide.images.push(image));

  /** Bullets and notes of text that is neither a title nor a quote. */
  const addText = (text: string, line: number, slide: SlideDraft, firstLineIsShown = false): void => {
    const { shown, notes } = splitNotes(text, line, firstLineIsShown);
    if (shown) slide.bullets.push({ ...shown, text: joinLines(shown.text) });
    slide.notes.push(...notes);
  };

  const addHeading = (block: Extract<MarkdownBlock, { type: 'heading' }>): void => {
    const line = lineOfNode(block);
    const underlined = source[block.position?.start.offset ?? 0] !== '#';
    if (underlined && block.depth === 2) {
      // A text right above a `---`: meant as the end of a slide far more often than as a heading.
      addParagraph(block.children, line);
      current = undefined;
    } else if (block.depth > 2) {
      addParagraph(block.children, line);
    } else {
      const slide = begin(line);
      slide.depth = block.depth;
      const text = joinLines(read(block.children, slide));
      if (text !== '') slide.title = { text, line };
    }
  };

  const addParagraph = (children: readonly MarkdownInline[], line: number): void => {
    const slide = slideAt(line);
    addText(read(children, slide), line, slide);
  };

  /** The items of a list and of the lists inside it, one after the other. */
  const addList = (list: Extract<MarkdownBlock, { type: 'list' }>): void => {
    for (const item of list.children) {
      item.children.forEach((block, index) => {
        if (block.type === 'paragraph') {
          const slide = slideAt(lineOfNode(block));
          addText(read(block.children, slide), lineOfNode(block), slide, index === 0);
        } else addBlock(block);
      });
    }
  };

  const addQuote = (quote: Extract<MarkdownBlock, { type: 'blockquote' }>): void => {
    const line = lineOfNode(quote);
    const slide = isEmpty(current) ? slideAt(line) : begin(line);
    slide.quote = true;
    const said: string[] = [];
    for (const block of quote.children) {
      if (block.type === 'paragraph') said.push(read(block.children, slide));
      else addBlock(block);
    }
    const { shown, notes } = splitNotes(said.join('\n'), line);
    slide.notes.push(...notes);
    const [attribution, speaker] = ATTRIBUTION.exec(shown?.text ?? '') ?? [];
    const words = joinLines((shown?.text ?? '').slice(0, attribution === undefined ? undefined : -attribution.length));
    if (words !== '') slide.title = { text: words, line };
    if (speaker !== undefined) slide.bullets.unshift({ text: joinLines(speaker), line });
  };

  const addHtml = (html: string, line: number): void => {
    const [, comment] = COMMENT.exec(html.trim()) ?? [];
    if (comment === undefined) {
      faults.push({ slide: slides.length || 1, line, message: 'HTML is not drawn: write Markdown' });
      return;
    }
    const [, pairs] = SETTINGS.exec(comment) ?? [];
    if (pairs === undefined) return;
    const slide = slideAt(line);
    for (const pair of pairs.trim().split(/[\s,]+/)) {
      const [name = '', value = ''] = pair.split('=');
      slide.settings.push({ name, value, line });
    }
  };

  const addCode = (code: string, line: number): void => {
    for (const [index, text] of code.split('\n').entries()) {
      if (text.trim() === '') continue;
      const slide = slideAt(line);
      slide.bullets.push({ text: text.trimEnd(), line: line + 1 + index });
      slide.codeLines += 1;
    }
  };

  const addBlock = (block: MarkdownBlock): void => {
    const line = lineOfNode(block);
    if (block.type === 'heading') addHeading(block);
    else if (block.type === 'thematicBreak') current = undefined;
    else if (block.type === 'paragraph') addParagraph(block.children, line);
    else if (block.type === 'list') addList(block);
    else if (block.type === 'blockquote') addQuote(block);
    else if (block.type === 'html') addHtml(block.value, line);
    else if (block.type === 'code') addCode(block.value, line);
  };

  blocks.forEach(addBlock);
  return { slides, faults };
}

const isEmpty = (slide: SlideDraft | undefined): boolean =>
  slide === undefined ||
  (slide.depth === undefined && !slide.quote && slide.bullets.length === 0 && slide.images.length === 0);

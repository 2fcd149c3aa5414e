import type { fromMarkdown } from 'mdast-util-from-markdown';

/** A block of a Markdown document. */
export type MarkdownBlock = ReturnType<typeof fromMarkdown>['children'][number];
export type MarkdownInline = Extract<MarkdownBlock, { type: 'paragraph' }>['children'][number];

/** A text and the line it begins at, from 1. */
export interface PlacedText {
  text: string;
  line: number;
}

/** An image as the Markdown names it. */
export interface PlacedImage {
  url: string;
  alt: string;
  line: number;
}

/** The line of the document at which a node begins, from 1. */
export const lineOfNode = (node: { position?: { start: { line: number } } | undefined }): number =>
  node.position?.start.line ?? 1;

/** The text of inline markup, line breaks kept as `\n`; images are handed to `onImage` and leave no text. */
export function inlineText(
  nodes: readonly MarkdownInline[],
  urls: ReadonlyMap<string, string>,
  onImage: (image: PlacedImage) => void,
): string {
  const textOf = (node: MarkdownInline): string => {
    switch (node.type) {
      case 'text':
      case 'inlineCode':
        return node.value;
      case 'break':
        return '\n';
      case 'html':
        return /^<br\b/i.test(node.value) ? '\n' : '';
      case 'image':
        onImage({ url: node.url, alt: node.alt ?? '', line: lineOfNode(node) });
        return '';
      case 'imageReference':
        onImage({ url: urls.get(node.identifier) ?? '', alt: node.alt ?? '', line: lineOfNode(node) });
        return '';
      default:
        return 'children' in node ? node.children.map(textOf).join('') : '';
    }
  };
  return nodes.map(textOf).join('');
}

// Chinese and Japanese are written without spaces: a line break between two of their characters joins them.
const UNSPACED = '[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\u3000-\\u303f\\uff00-\\uffef]';
const UNSPACED_BREAK = new RegExp(`(?<=${UNSPACED})\\n(?=${UNSPACED})`, 'gu');

/** Several lines as one, as a paragraph is shown. */
export const joinLines = (text: string): string =>
  text
    .trim()
    .replace(/\s*\n\s*/g, '\n')
    .replace(UNSPACED_BREAK, '')
    .replace(/\s+/g, ' ');

const NOTE = /^\s*notes?:\s*/i;

/**
 * Separates what is shown from the speaker notes: a line that begins with `Note:` and those after it, up to the next
 * such line, are one note. Markdown takes a line right below a bullet for a part of it, so notes are found there too.
 * What is shown keeps its line breaks.
 */
export function splitNotes(
  text: string,
  line: number,
  firstLineIsShown = false,
): { shown: PlacedText | undefined; notes: PlacedText[] } {
  const shown: string[] = [];
  const notes: PlacedText[] = [];
  text.split('\n').forEach((part, index) => {
    const note = notes.at(-1);
    if (NOTE.test(part) && !(firstLineIsShown && index === 0))
      notes.push({ text: part.replace(NOTE, ''), line: line + index });
    else if (note) note.text += `\n${part}`;
    else shown.push(part);
  });
  const words = shown.join('\n').trim();
  return {
    shown: words === '' ? undefined : { text: words, line },
    notes: notes.map((note) => ({ ...note, text: joinLines(note.text) })).filter((note) => note.text !== ''),
  };
}

import type { Element, ElementContent } from 'hast';
import type { PictureCrop } from '../deck.ts';
import type { TaggedText } from '../deck-language.ts';
import { readForm } from '../pptx/alternate-content.ts';
import { isEquation, linearEquation } from '../pptx/linear-equation.ts';
import type { Relation } from '../pptx/office-package.ts';
import { cropIn } from '../pptx/picture-crop.ts';
import { childAt, childElements, descendantsOf, isTrueAt, numberAt, type PartElement, textIn } from '../pptx/xml.ts';
import { SYMBOL_CHARACTERS } from '../symbol-characters.ts';
import { type DocumentStyles, isFixedFont, type LetterLook, overLook } from './document-styles.ts';

/** Content of a document that is not taken over. */
export const LOST_THINGS = [
  'note',
  'text_box',
  'drawing',
  'chart',
  'diagram',
  'object',
  'equation',
  'sign',
  'linked',
  'missing',
  'file',
] as const;
export type LostThing = (typeof LOST_THINGS)[number];

/** A picture that stands in a text. */
export interface DocumentPicture {
  /** The part of the file that has it. */
  part: string;
  alt: string;
  /** Pixels, as the document shows it. */
  width: number | undefined;
  crop: PictureCrop | undefined;
}

/** A piece of text of one look. */
export interface TextPiece extends LetterLook {
  text: string;
  raised?: 'sup' | 'sub' | undefined;
}

/** Content of a paragraph. */
export interface DocumentText {
  pieces: TextPiece[];
  pictures: DocumentPicture[];
  lost: LostThing[];
}

/** Styles and relations that texts of a document name. */
export interface TextSource {
  styles: DocumentStyles;
  relations: ReadonlyMap<string, Relation>;
}

/** Elements around texts that say nothing of them here. */
const AROUND = new Set(
  'w:hyperlink w:ins w:moveTo w:smartTag w:fldSimple w:customXml w:dir w:bdo w:rubyBase'.split(' '),
);
/** English Metric Units in a pixel of CSS. */
const EMU_OF_PIXEL = 9525;
/** Private letters of fonts with signs. */
const PRIVATE = /[\uE000-\uF8FF]/u;

/** Elements by which a form gives something that the report can name, or the slide show. */
const GIVING = ['w:t', 'pic:pic', 'v:imagedata', 'm:oMath', 'c:chart', 'dgm:relIds'];

/** The elements of the form that is read, where a file has several. */
export const formsOf = (alternate: PartElement): PartElement[] =>
  childElements(
    readForm(
      alternate,
      (form) => form,
      (form) => GIVING.some((name) => descendantsOf(form, name).length > 0),
    ),
  );

/** The content of a field that is filled in; undefined: it shows a hint only. */
export const contentOfField = (field: PartElement): PartElement | undefined =>
  childAt(field, 'w:sdtPr', 'w:showingPlcHdr') ? undefined : childAt(field, 'w:sdtContent');

/** Reads the text of a paragraph: what is deleted or hidden is no part of it, nor are comments and the code of fields. */
export class TextReader {
  readonly text: DocumentText = { pieces: [], pictures: [], lost: [] };
  readonly #source: TextSource;
  readonly #around: LetterLook;

  constructor(source: TextSource, paragraph: PartElement) {
    this.#source = source;
    this.#around = source.styles.lookWithin(paragraph);
    this.#walk(childElements(paragraph));
  }

  #walk(elements: readonly PartElement[]): void {
    for (const element of elements) {
      if (element.name === 'w:r') this.#run(element);
      else if (AROUND.has(element.name)) this.#walk(childElements(element));
      else if (element.name === 'w:sdt') this.#walk(childElements(contentOfField(element)));
      else if (element.name === 'mc:AlternateContent') this.#walk(formsOf(element));
      else if (isEquation(element)) this.#equation(element);
    }
  }

  #equation(element: PartElement): void {
    const { text, isSaidInFull } = linearEquation(element);
    if (text.trim() !== '') this.text.pieces.push({ text });
    if (!isSaidInFull) this.text.lost.push('equation');
  }

  #run(run: PartElement): void {
    const properties = childAt(run, 'w:rPr');
    const look = this.#source.styles.lookOf(properties);
    if (overLook(look, this.#around).hidden) return;
    const { languages, font } = overLook(look, this.#around);
    const place = childAt(properties, 'w:vertAlign')?.attributes['w:val'];
    const raised = place === 'superscript' ? 'sup' : place === 'subscript' ? 'sub' : undefined;
    this.#runContent(childElements(run), { ...look, languages, font, raised });
  }

  #runContent(elements: readonly PartElement[], look: Omit<TextPiece, 'text'>): void {
    for (const element of elements) {
      const text = writtenIn(element);
      if (text === undefined) this.text.lost.push('sign');
      else if (text !== '') this.text.pieces.push({ ...look, text });
      else if (element.name === 'mc:AlternateContent') this.#runContent(formsOf(element), look);
      else if (element.name === 'w:ruby') this.#walk(childElements(element, 'w:rubyBase'));
      else if (element.name === 'w:footnoteReference' || element.name === 'w:endnoteReference')
        this.text.lost.push('note');
      else if (element.name === 'w:drawing') this.#drawing(element);
      else if (element.name === 'w:pict') this.#oldDrawing(element);
      else if (element.name === 'w:object') this.text.lost.push('object');
    }
  }

  #drawing(drawing: PartElement): void {
    for (const place of childElements(drawing)) {
      const properties = childAt(place, 'wp:docPr');
      if (isTrueAt(properties, 'hidden')) continue;
      const data = childAt(place, 'a:graphic', 'a:graphicData');
      const alt = properties?.attributes.descr ?? '';
      const pictures = descendantsOf(data, 'pic:pic');
      const across = numberAt(childAt(place, 'wp:extent'), 'cx');
      for (const picture of pictures)
        this.#picture(picture, alt, pictures.length === 1 && across !== undefined ? across / EMU_OF_PIXEL : undefined);
      this.#lostIn(data, pictures.length > 0);
    }
  }

  /** Notes what a drawing has except pictures. */
  #lostIn(data: PartElement | undefined, hasPictures: boolean): void {
    const has = (name: string): boolean => descendantsOf(data, name).length > 0;
    const kind = data?.attributes.uri?.split('/').at(-1) ?? '';
    const { lost } = this.text;
    if (/^chart/.test(kind) || has('c:chart')) lost.push('chart');
    else if (kind === 'diagram') lost.push('diagram');
    else if (has('w:txbxContent')) lost.push('text_box');
    else if (has('wps:wsp') || !hasPictures) lost.push('drawing');
  }

  #picture(picture: PartElement, alt: string, width: number | undefined): void {
    const fill = childAt(picture, 'pic:blipFill');
    const { 'r:embed': embedded, 'r:link': linked } = childAt(fill, 'a:blip')?.attributes ?? {};
    this.#add(embedded ?? linked, { alt, width, crop: cropIn(fill) });
  }

  #add(id: string | undefined, picture: Omit<DocumentPicture, 'part'>): void {
    const relation = this.#source.relations.get(id ?? '');
    if (relation?.part) this.text.pictures.push({ ...picture, part: relation.part });
    else this.text.lost.push(relation?.isExternal ? 'linked' : 'missing');
  }

  /** A drawing as Word wrote it before 2010. A line across the page is none. */
  #oldDrawing(drawing: PartElement): void {
    const images = descendantsOf(drawing, 'v:imagedata');
    for (const { attributes } of images)
      this.#add(attributes['r:id'], { alt: attributes['o:title'] ?? '', width: undefined, crop: undefined });
    if (descendantsOf(drawing, 'w:txbxContent').length > 0) this.text.lost.push('text_box');
    else if (
      images.length === 0 &&
      !childElements(drawing).some((shape) => isTrueAt(shape, 'o:hr') || shape.attributes['o:hr'] === 't')
    )
      this.text.lost.push('drawing');
  }
}

/** The text that an element of a run writes; undefined: a sign that only its font has. */
function writtenIn(element: PartElement): string | undefined {
  switch (element.name) {
    case 'w:t':
      return textIn(element);
    case 'w:tab':
    case 'w:ptab':
      return '\t';
    case 'w:cr':
      return '\n';
    case 'w:br':
      return ['page', 'column'].includes(element.attributes['w:type'] ?? '') ? ' ' : '\n';
    case 'w:noBreakHyphen':
      return '-';
    case 'w:sym': {
      const code = Number.parseInt(element.attributes['w:char'] ?? '', 16);
      const sign = code > 0x20 && code <= 0xffff ? String.fromCodePoint(code) : '';
      return PRIVATE.test(sign) ? SYMBOL_CHARACTERS.get(sign) : sign.toWellFormed();
    }
    default:
      return '';
  }
}

/** The text of pieces, with line ends. */
export const plainOf = (pieces: readonly TextPiece[]): string =>
  pieces
    .map(({ text }) => text)
    .join('')
    .replace(/[^\P{Cc}\n\t]/gu, '');

/** A text in one line. */
export const lineOf = (pieces: readonly TextPiece[]): string => plainOf(pieces).replace(/\s+/g, ' ').trim();

/** Reports whether all letters of a text are of one width, as code is written. */
export const isCode = (pieces: readonly TextPiece[]): boolean => {
  const inked = pieces.filter(({ text }) => text.trim() !== '');
  return inked.length > 0 && inked.every(({ font }) => isFixedFont(font));
};

/** An element of HTML. */
export const elementOf = (
  tagName: string,
  children: ElementContent[],
  properties: Element['properties'] = {},
): Element => ({
  type: 'element',
  tagName,
  properties,
  children,
});

/** Names that a piece's look has in HTML, the outermost last. */
const tagsOf = ({ bold, italic, struck, raised, font }: TextPiece): string[] => [
  ...(isFixedFont(font) ? ['code'] : []),
  ...(raised ? [raised] : []),
  ...(struck ? ['del'] : []),
  ...(italic ? ['em'] : []),
  ...(bold ? ['strong'] : []),
];

/** Pieces as elements of HTML: what Word writes in many runs of one look is one. */
export function inlineOf(pieces: readonly TextPiece[]): ElementContent[] {
  const groups: { tags: string; text: string }[] = [];
  for (const piece of pieces) {
    const tags = tagsOf(piece).join(' ');
    const last = groups.at(-1);
    if (last?.tags === tags) last.text += plainOf([piece]);
    else groups.push({ tags, text: plainOf([piece]) });
  }
  return groups.flatMap(({ tags, text }): ElementContent[] => {
    const lines = text.replaceAll('\t', ' ').split('\n');
    const content = lines.flatMap((value, at): ElementContent[] => [
      ...(at === 0 ? [] : [elementOf('br', [])]),
      ...(value === '' ? [] : [{ type: 'text', value } as const]),
    ]);
    const names = tags === '' ? [] : tags.split(' ');
    return content.length === 0
      ? []
      : names.reduce<ElementContent[]>((within, name) => [elementOf(name, within)], content);
  });
}

const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** Pieces with the languages that the document gives them. */
export const taggedOf = (pieces: readonly TextPiece[]): TaggedText[] =>
  pieces.map(({ text, languages = {} }) => ({
    text,
    language:
      (EAST_ASIAN.test(text) ? languages['w:eastAsia'] : undefined) ??
      (RIGHT_TO_LEFT.test(text) ? languages['w:bidi'] : undefined) ??
      languages['w:val'],
  }));

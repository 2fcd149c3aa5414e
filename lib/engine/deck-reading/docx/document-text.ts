import type { Element, ElementContent } from 'hast';
import type { DeckChart, PictureCrop } from '../deck.ts';
import type { LanguageTaggedText } from '../detect-deck-language.ts';
import { isOfficeEquation, officeEquationAsLine } from '../pptx/office-equation-as-line.ts';
import type { OfficeRelation } from '../pptx/office-package.ts';
import { parsePictureCrop } from '../pptx/picture-crop.ts';
import {
  childElementAtPath,
  childElements,
  isAttributeTrue,
  numberInAttribute,
  type OfficeXmlElement,
  textOfElement,
} from '../pptx/xml.ts';
import { UNICODE_BY_SYMBOL_FONT_CHARACTER } from '../unicode-by-symbol-font-character.ts';
import {
  type DocumentChartsAndDiagrams,
  elementsOfChosenAlternative,
  hasReportableContent,
  outermostElements,
} from './document-charts-and-diagrams.ts';
import {
  type DocumentStyles,
  type DocumentTextFormatting,
  isMonospacedFont,
  mergeTextFormatting,
} from './document-styles.ts';

/** Kinds of content of a document that are not imported. */
export const LOST_CONTENT_KINDS = [
  'note',
  'drawing',
  'drawing_look',
  'chart',
  'diagram',
  'diagram_look',
  'object',
  'equation',
  'sign',
  'linked',
  'missing',
  'file',
] as const;
export type LostContentKind = (typeof LOST_CONTENT_KINDS)[number];

/** A picture within a text. */
export interface DocumentPicture {
  /** Name of its part. */
  part: string;
  alt: string;
  /** Size in the document, in pixels of CSS. */
  width: number | undefined;
  crop: PictureCrop | undefined;
}

/** A run of text in which all characters have the same formatting. */
export interface FormattedTextRun extends DocumentTextFormatting {
  text: string;
  raised?: 'sup' | 'sub' | undefined;
}

/** The content of a paragraph: its text, and the pictures, charts, diagrams and text boxes that are anchored to it. */
export interface DocumentParagraphContent {
  pieces: FormattedTextRun[];
  pictures: DocumentPicture[];
  charts: DeckChart[];
  /** The texts of each diagram. */
  diagrams: (readonly string[])[];
  /** Elements with the paragraphs of its text boxes. */
  boxes: OfficeXmlElement[];
  lost: LostContentKind[];
}

/** The styles and relations that the texts of a document name. */
export interface DocumentTextSource {
  styles: DocumentStyles;
  relations: ReadonlyMap<string, OfficeRelation>;
  drawn: DocumentChartsAndDiagrams;
}

/** Elements that group texts and are transparent for this reader. */
const AROUND = new Set(
  'w:hyperlink w:ins w:moveTo w:smartTag w:fldSimple w:customXml w:dir w:bdo w:rubyBase'.split(' '),
);
/** Elements with content of a drawing, and of one as Word wrote it before 2010. */
const DRAWN = new Set(['pic:pic', 'w:txbxContent', 'c:chart', 'dgm:relIds']);
const OLD_DRAWN = new Set(['v:imagedata', 'w:txbxContent']);
const SHAPES = new Set(['wps:wsp']);
const OLD_SHAPES = new Set('v:shape v:rect v:roundrect v:oval v:line v:polyline v:curve v:arc'.split(' '));
/** EMU in a pixel of CSS, which is 1/96 of an inch. */
const EMU_OF_PIXEL = 9525;
/** Characters of the private use area, in symbol fonts. */
const PRIVATE = /[\uE000-\uF8FF]/u;

/** The content of a content control; undefined if it shows only its placeholder. */
export const contentOfContentControl = (field: OfficeXmlElement): OfficeXmlElement | undefined =>
  childElementAtPath(field, 'w:sdtPr', 'w:showingPlcHdr') ? undefined : childElementAtPath(field, 'w:sdtContent');

/** Reads the text of a paragraph, without deleted and hidden text, comments and the codes of fields. */
export class DocumentTextReader {
  readonly text: DocumentParagraphContent = { pieces: [], pictures: [], charts: [], diagrams: [], boxes: [], lost: [] };
  readonly #source: DocumentTextSource;
  readonly #around: DocumentTextFormatting;

  constructor(source: DocumentTextSource, paragraph: OfficeXmlElement) {
    this.#source = source;
    this.#around = source.styles.lookWithin(paragraph);
    this.#walk(childElements(paragraph));
  }

  #walk(elements: readonly OfficeXmlElement[]): void {
    for (const element of elements) {
      if (element.name === 'w:r') this.#run(element);
      else if (AROUND.has(element.name)) this.#walk(childElements(element));
      else if (element.name === 'w:sdt') this.#walk(childElements(contentOfContentControl(element)));
      else if (element.name === 'mc:AlternateContent') this.#walk(elementsOfChosenAlternative(element));
      else if (isOfficeEquation(element)) this.#equation(element);
    }
  }

  #equation(element: OfficeXmlElement): void {
    const { text, isSaidInFull } = officeEquationAsLine(element);
    if (text.trim() !== '') this.text.pieces.push({ text });
    if (!isSaidInFull) this.text.lost.push('equation');
  }

  #run(run: OfficeXmlElement): void {
    const properties = childElementAtPath(run, 'w:rPr');
    const look = this.#source.styles.lookOf(properties);
    if (mergeTextFormatting(look, this.#around).hidden) return;
    const { languages, font } = mergeTextFormatting(look, this.#around);
    const place = childElementAtPath(properties, 'w:vertAlign')?.attributes['w:val'];
    const raised = place === 'superscript' ? 'sup' : place === 'subscript' ? 'sub' : undefined;
    this.#runContent(childElements(run), { ...look, languages, font, raised });
  }

  #runContent(elements: readonly OfficeXmlElement[], look: Omit<FormattedTextRun, 'text'>): void {
    for (const element of elements) {
      const text = writtenIn(element);
      if (text === undefined) this.text.lost.push('sign');
      else if (text !== '') this.text.pieces.push({ ...look, text });
      else if (element.name === 'mc:AlternateContent') this.#runContent(elementsOfChosenAlternative(element), look);
      else if (element.name === 'w:ruby') this.#walk(childElements(element, 'w:rubyBase'));
      else if (element.name === 'w:footnoteReference' || element.name === 'w:endnoteReference')
        this.text.lost.push('note');
      else if (element.name === 'w:drawing') this.#drawing(element);
      else if (element.name === 'w:pict') this.#oldDrawing(element);
      else if (element.name === 'w:object') this.text.lost.push('object');
    }
  }

  #drawing(drawing: OfficeXmlElement): void {
    for (const place of childElements(drawing)) {
      const properties = childElementAtPath(place, 'wp:docPr');
      if (isAttributeTrue(properties, 'hidden')) continue;
      const data = childElementAtPath(place, 'a:graphic', 'a:graphicData');
      const alt = properties?.attributes.descr ?? '';
      const drawn = outermostElements(data, DRAWN);
      const pictures = drawn.filter(({ name }) => name === 'pic:pic');
      const across = numberInAttribute(childElementAtPath(place, 'wp:extent'), 'cx');
      for (const picture of pictures)
        this.#picture(picture, alt, pictures.length === 1 && across !== undefined ? across / EMU_OF_PIXEL : undefined);
      const kind = data?.attributes.uri?.split('/').at(-1) ?? '';
      const chart = drawn.find(({ name }) => name === 'c:chart');
      if (chart || /^chart/.test(kind)) this.#chart(chart);
      else if (kind === 'diagram') this.#diagram(drawn.find(({ name }) => name === 'dgm:relIds'));
      else this.#shapes(drawn, outermostElements(data, SHAPES).length, pictures.length);
    }
  }

  #chart(chart: OfficeXmlElement | undefined): void {
    const read = this.#source.drawn.charts.get(this.#partOf(chart, 'r:id'));
    if (read && 'chart' in read) this.text.charts.push(read.chart);
    else this.text.lost.push('chart');
  }

  #diagram(diagram: OfficeXmlElement | undefined): void {
    const texts = this.#source.drawn.diagrams.get(this.#partOf(diagram, 'r:dm')) ?? [];
    if (texts.length > 0) this.text.diagrams.push(texts);
    this.text.lost.push(texts.length > 0 ? 'diagram_look' : 'diagram');
  }

  /** The part that an element names; empty: none. */
  #partOf(element: OfficeXmlElement | undefined, attribute: string): string {
    return this.#source.relations.get(element?.attributes[attribute] ?? '')?.part ?? '';
  }

  /** Takes the text boxes of a drawing, and counts its other content. One box with text is a paragraph; several shapes are a drawing. */
  #shapes(drawn: readonly OfficeXmlElement[], shapes: number, pictures: number): void {
    const boxes = drawn.filter((element) => element.name === 'w:txbxContent' && hasReportableContent(element));
    for (const box of boxes) this.text.boxes.push(box);
    if (boxes.length > 0 && shapes > 1) this.text.lost.push('drawing_look');
    else if (boxes.length === 0 && (shapes > 0 || pictures === 0)) this.text.lost.push('drawing');
  }

  #picture(picture: OfficeXmlElement, alt: string, width: number | undefined): void {
    const fill = childElementAtPath(picture, 'pic:blipFill');
    const { 'r:embed': embedded, 'r:link': linked } = childElementAtPath(fill, 'a:blip')?.attributes ?? {};
    this.#add(embedded ?? linked, { alt, width, crop: parsePictureCrop(fill) });
  }

  #add(id: string | undefined, picture: Omit<DocumentPicture, 'part'>): void {
    const relation = this.#source.relations.get(id ?? '');
    if (relation?.part) this.text.pictures.push({ ...picture, part: relation.part });
    else this.text.lost.push(relation?.isExternal ? 'linked' : 'missing');
  }

  /** A drawing in the form that Word wrote before 2010. A line across the page does not count. */
  #oldDrawing(drawing: OfficeXmlElement): void {
    const drawn = outermostElements(drawing, OLD_DRAWN);
    const images = drawn.filter(({ name }) => name === 'v:imagedata');
    for (const { attributes } of images)
      this.#add(attributes['r:id'], { alt: attributes['o:title'] ?? '', width: undefined, crop: undefined });
    const shapes = outermostElements(drawing, OLD_SHAPES);
    const isRule = shapes.some((shape) => isAttributeTrue(shape, 'o:hr') || shape.attributes['o:hr'] === 't');
    // The shape of a picture is its frame.
    if (!isRule) this.#shapes(drawn, Math.max(0, shapes.length - images.length), images.length);
  }
}

/** The text of an element of a run; undefined for a character that only its symbol font has. */
function writtenIn(element: OfficeXmlElement): string | undefined {
  switch (element.name) {
    case 'w:t':
      return textOfElement(element);
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
      return PRIVATE.test(sign) ? UNICODE_BY_SYMBOL_FONT_CHARACTER.get(sign) : sign.toWellFormed();
    }
    default:
      return '';
  }
}

/** The text of pieces, with line breaks. */
export const plainTextOfRuns = (pieces: readonly FormattedTextRun[]): string =>
  pieces
    .map(({ text }) => text)
    .join('')
    .replace(/[^\P{Cc}\n\t]/gu, '');

/** A text in one line. */
export const oneLineOfRuns = (pieces: readonly FormattedTextRun[]): string =>
  plainTextOfRuns(pieces).replace(/\s+/g, ' ').trim();

/** Reports whether a text is entirely monospaced, as code is. */
export const isMonospacedText = (pieces: readonly FormattedTextRun[]): boolean => {
  const inked = pieces.filter(({ text }) => text.trim() !== '');
  return inked.length > 0 && inked.every(({ font }) => isMonospacedFont(font));
};

/** An element of HTML. */
export const createHtmlElement = (
  tagName: string,
  children: ElementContent[],
  properties: Element['properties'] = {},
): Element => ({
  type: 'element',
  tagName,
  properties,
  children,
});

/** Names of the HTML elements for the look of a piece, the outermost last. */
const tagsOf = ({ bold, italic, struck, raised, font }: FormattedTextRun): string[] => [
  ...(isMonospacedFont(font) ? ['code'] : []),
  ...(raised ? [raised] : []),
  ...(struck ? ['del'] : []),
  ...(italic ? ['em'] : []),
  ...(bold ? ['strong'] : []),
];

/** Pieces as elements of HTML. Runs with the same look, of which Word writes many, are joined. */
export function htmlOfRuns(pieces: readonly FormattedTextRun[]): ElementContent[] {
  const groups: { tags: string; text: string }[] = [];
  for (const piece of pieces) {
    const tags = tagsOf(piece).join(' ');
    const last = groups.at(-1);
    if (last?.tags === tags) last.text += plainTextOfRuns([piece]);
    else groups.push({ tags, text: plainTextOfRuns([piece]) });
  }
  return groups.flatMap(({ tags, text }): ElementContent[] => {
    const lines = text.replaceAll('\t', ' ').split('\n');
    const content = lines.flatMap((value, at): ElementContent[] => [
      ...(at === 0 ? [] : [createHtmlElement('br', [])]),
      ...(value === '' ? [] : [{ type: 'text', value } as const]),
    ]);
    const names = tags === '' ? [] : tags.split(' ');
    return content.length === 0
      ? []
      : names.reduce<ElementContent[]>((within, name) => [createHtmlElement(name, within)], content);
  });
}

const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** The texts of pieces, with their languages in the document. */
export const taggedTextsOfRuns = (pieces: readonly FormattedTextRun[]): LanguageTaggedText[] =>
  pieces.map(({ text, languages = {} }) => ({
    text,
    language:
      (EAST_ASIAN.test(text) ? languages['w:eastAsia'] : undefined) ??
      (RIGHT_TO_LEFT.test(text) ? languages['w:bidi'] : undefined) ??
      languages['w:val'],
  }));

import type { Element, ElementContent } from 'hast';
import type { DeckChart, PictureCrop } from '../deck.ts';
import type { LanguageTaggedText } from '../detect-deck-language.ts';
import { convertOfficeEquationToLine, isOfficeEquation } from '../pptx/office-equation-as-line.ts';
import type { OfficeRelation } from '../pptx/office-package.ts';
import { parsePictureCrop } from '../pptx/picture-crop.ts';
import {
  childElementAtPath,
  childElements,
  directTextOfElement,
  isAttributeTrue,
  numberInAttribute,
  type OfficeXmlElement,
} from '../pptx/xml.ts';
import { UNICODE_BY_SYMBOL_FONT_CHARACTER } from '../unicode-by-symbol-font-character.ts';
import {
  type DocumentChartsAndDiagrams,
  elementsOfChosenAlternative,
  hasReportableDocxContent,
  outermostElements,
} from './document-charts-and-diagrams.ts';
import {
  type DocumentStyles,
  type DocumentTextFormatting,
  isMonospacedFont,
  mergeTextFormatting,
} from './document-styles.ts';

/** Kinds of content of a document that are not imported. */
export const LOST_DOCX_CONTENT_KINDS = [
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
/** A kind of content of a document that is not imported. */
export type LostContentKind = (typeof LOST_DOCX_CONTENT_KINDS)[number];

/** A picture within a text. */
export interface DocumentPicture {
  /** Name of the part with its bytes. */
  part: string;
  alt: string;
  /** Size in the document, in pixels of CSS. */
  width: number | undefined;
  crop: PictureCrop | undefined;
}

/** A run of text in which all characters have the same formatting. */
export interface FormattedTextRun extends DocumentTextFormatting {
  text: string;
  /** A superscript or a subscript. Absent: neither. */
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

/** Facts to which the texts of a document refer: styles, relations, and the charts and diagrams that its drawings show. */
export interface DocumentTextReferences {
  styles: DocumentStyles;
  relations: ReadonlyMap<string, OfficeRelation>;
  drawn: DocumentChartsAndDiagrams;
}

/** Elements that group texts and are transparent for this reader. */
const GROUPING_ELEMENTS = new Set(
  'w:hyperlink w:ins w:moveTo w:smartTag w:fldSimple w:customXml w:dir w:bdo w:rubyBase'.split(' '),
);
/** Elements with content of a drawing; those with `OLD_` are of drawings as Word wrote them before 2010. */
const DRAWING_CONTENT = new Set(['pic:pic', 'w:txbxContent', 'c:chart', 'dgm:relIds']);
const OLD_DRAWING_CONTENT = new Set(['v:imagedata', 'w:txbxContent']);
const SHAPE_ELEMENTS = new Set(['wps:wsp']);
const OLD_SHAPE_ELEMENTS = new Set('v:shape v:rect v:roundrect v:oval v:line v:polyline v:curve v:arc'.split(' '));
/** EMU in a pixel of CSS, which is 1/96 of an inch. */
const EMU_PER_PIXEL = 9525;
/** Characters of the private use area, in symbol fonts. */
const PRIVATE_USE_CHARACTER = /[\uE000-\uF8FF]/u;

/** The content of a content control; undefined if it shows only its placeholder. */
export const contentOfContentControl = (field: OfficeXmlElement): OfficeXmlElement | undefined =>
  childElementAtPath(field, 'w:sdtPr', 'w:showingPlcHdr') ? undefined : childElementAtPath(field, 'w:sdtContent');

/** Reader of one paragraph: creating it reads the content into `text`, without deleted and hidden text, comments and the codes of fields. */
export class DocumentTextReader {
  readonly text: DocumentParagraphContent = { pieces: [], pictures: [], charts: [], diagrams: [], boxes: [], lost: [] };
  readonly #source: DocumentTextReferences;
  readonly #paragraphFormatting: DocumentTextFormatting;

  constructor(source: DocumentTextReferences, paragraph: OfficeXmlElement) {
    this.#source = source;
    this.#paragraphFormatting = source.styles.lookWithin(paragraph);
    this.#readElements(childElements(paragraph));
  }

  #readElements(elements: readonly OfficeXmlElement[]): void {
    for (const element of elements) {
      if (element.name === 'w:r') this.#addRun(element);
      else if (GROUPING_ELEMENTS.has(element.name)) this.#readElements(childElements(element));
      else if (element.name === 'w:sdt') this.#readElements(childElements(contentOfContentControl(element)));
      else if (element.name === 'mc:AlternateContent') this.#readElements(elementsOfChosenAlternative(element));
      else if (isOfficeEquation(element)) this.#addEquation(element);
    }
  }

  #addEquation(element: OfficeXmlElement): void {
    const { text, isSaidInFull } = convertOfficeEquationToLine(element);
    if (text.trim() !== '') this.text.pieces.push({ text });
    if (!isSaidInFull) this.text.lost.push('equation');
  }

  #addRun(run: OfficeXmlElement): void {
    const properties = childElementAtPath(run, 'w:rPr');
    const formatting = this.#source.styles.lookOf(properties);
    if (mergeTextFormatting(formatting, this.#paragraphFormatting).hidden) return;
    const { languages, font } = mergeTextFormatting(formatting, this.#paragraphFormatting);
    const verticalAlignment = childElementAtPath(properties, 'w:vertAlign')?.attributes['w:val'];
    const raised = verticalAlignment === 'superscript' ? 'sup' : verticalAlignment === 'subscript' ? 'sub' : undefined;
    this.#addRunContent(childElements(run), { ...formatting, languages, font, raised });
  }

  #addRunContent(elements: readonly OfficeXmlElement[], formatting: Omit<FormattedTextRun, 'text'>): void {
    for (const element of elements) {
      const text = textOfRunElement(element);
      if (text === undefined) this.text.lost.push('sign');
      else if (text !== '') this.text.pieces.push({ ...formatting, text });
      else if (element.name === 'mc:AlternateContent')
        this.#addRunContent(elementsOfChosenAlternative(element), formatting);
      else if (element.name === 'w:ruby') this.#readElements(childElements(element, 'w:rubyBase'));
      else if (element.name === 'w:footnoteReference' || element.name === 'w:endnoteReference')
        this.text.lost.push('note');
      else if (element.name === 'w:drawing') this.#addDrawing(element);
      else if (element.name === 'w:pict') this.#addOldDrawing(element);
      else if (element.name === 'w:object') this.text.lost.push('object');
    }
  }

  #addDrawing(drawing: OfficeXmlElement): void {
    for (const anchor of childElements(drawing)) {
      const properties = childElementAtPath(anchor, 'wp:docPr');
      if (isAttributeTrue(properties, 'hidden')) continue;
      const data = childElementAtPath(anchor, 'a:graphic', 'a:graphicData');
      const alt = properties?.attributes.descr ?? '';
      const contentElements = outermostElements(data, DRAWING_CONTENT);
      const pictureElements = contentElements.filter(({ name }) => name === 'pic:pic');
      const widthEmu = numberInAttribute(childElementAtPath(anchor, 'wp:extent'), 'cx');
      for (const picture of pictureElements)
        this.#addPicture(
          picture,
          alt,
          pictureElements.length === 1 && widthEmu !== undefined ? widthEmu / EMU_PER_PIXEL : undefined,
        );
      const kind = data?.attributes.uri?.split('/').at(-1) ?? '';
      const chart = contentElements.find(({ name }) => name === 'c:chart');
      if (chart || /^chart/.test(kind)) this.#addChart(chart);
      else if (kind === 'diagram') this.#addDiagram(contentElements.find(({ name }) => name === 'dgm:relIds'));
      else this.#addShapes(contentElements, outermostElements(data, SHAPE_ELEMENTS).length, pictureElements.length);
    }
  }

  #addChart(chart: OfficeXmlElement | undefined): void {
    const chartOrReason = this.#source.drawn.charts.get(this.#partOf(chart, 'r:id'));
    if (chartOrReason && 'chart' in chartOrReason) this.text.charts.push(chartOrReason.chart);
    else this.text.lost.push('chart');
  }

  #addDiagram(diagram: OfficeXmlElement | undefined): void {
    const texts = this.#source.drawn.diagrams.get(this.#partOf(diagram, 'r:dm')) ?? [];
    if (texts.length > 0) this.text.diagrams.push(texts);
    this.text.lost.push(texts.length > 0 ? 'diagram_look' : 'diagram');
  }

  /** The name of the part to which an attribute of an element refers; empty: none. */
  #partOf(element: OfficeXmlElement | undefined, attribute: string): string {
    return this.#source.relations.get(element?.attributes[attribute] ?? '')?.part ?? '';
  }

  /**
   * Adds the text boxes of a drawing, and notes what is lost: the look of a drawing of several shapes with texts, or a whole drawing
   * without text.
   */
  #addShapes(contentElements: readonly OfficeXmlElement[], shapeCount: number, pictureCount: number): void {
    const boxes = contentElements.filter(
      (element) => element.name === 'w:txbxContent' && hasReportableDocxContent(element),
    );
    for (const box of boxes) this.text.boxes.push(box);
    if (boxes.length > 0 && shapeCount > 1) this.text.lost.push('drawing_look');
    else if (boxes.length === 0 && (shapeCount > 0 || pictureCount === 0)) this.text.lost.push('drawing');
  }

  #addPicture(picture: OfficeXmlElement, alt: string, width: number | undefined): void {
    const fill = childElementAtPath(picture, 'pic:blipFill');
    const { 'r:embed': embedded, 'r:link': linked } = childElementAtPath(fill, 'a:blip')?.attributes ?? {};
    this.#addPictureOfRelation(embedded ?? linked, { alt, width, crop: parsePictureCrop(fill) });
  }

  #addPictureOfRelation(id: string | undefined, picture: Omit<DocumentPicture, 'part'>): void {
    const relation = this.#source.relations.get(id ?? '');
    if (relation?.part) this.text.pictures.push({ ...picture, part: relation.part });
    else this.text.lost.push(relation?.isExternal ? 'linked' : 'missing');
  }

  /** A drawing in the form that Word wrote before 2010. A line across the page does not count. */
  #addOldDrawing(drawing: OfficeXmlElement): void {
    const contentElements = outermostElements(drawing, OLD_DRAWING_CONTENT);
    const images = contentElements.filter(({ name }) => name === 'v:imagedata');
    for (const { attributes } of images)
      this.#addPictureOfRelation(attributes['r:id'], {
        alt: attributes['o:title'] ?? '',
        width: undefined,
        crop: undefined,
      });
    const shapeElements = outermostElements(drawing, OLD_SHAPE_ELEMENTS);
    const isRule = shapeElements.some((shape) => isAttributeTrue(shape, 'o:hr') || shape.attributes['o:hr'] === 't');
    // The shape of a picture is its frame.
    if (!isRule) this.#addShapes(contentElements, Math.max(0, shapeElements.length - images.length), images.length);
  }
}

/** The text of an element of a run; empty for an element without text; undefined for a character that only a symbol font has. */
function textOfRunElement(element: OfficeXmlElement): string | undefined {
  switch (element.name) {
    case 'w:t':
      return directTextOfElement(element);
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
      const character = code > 0x20 && code <= 0xffff ? String.fromCodePoint(code) : '';
      return PRIVATE_USE_CHARACTER.test(character)
        ? UNICODE_BY_SYMBOL_FONT_CHARACTER.get(character)
        : character.toWellFormed();
    }
    default:
      return '';
  }
}

/** The text of runs, with line breaks, and without control characters other than tabs. */
export const plainTextOfRuns = (pieces: readonly FormattedTextRun[]): string =>
  pieces
    .map(({ text }) => text)
    .join('')
    .replace(/[^\P{Cc}\n\t]/gu, '');

/** The text of formatted runs in one line, without their formatting. */
export const oneLineOfRuns = (pieces: readonly FormattedTextRun[]): string =>
  plainTextOfRuns(pieces).replace(/\s+/g, ' ').trim();

/** Reports whether a text is entirely monospaced, as code is. */
export const isMonospacedText = (pieces: readonly FormattedTextRun[]): boolean => {
  const visiblePieces = pieces.filter(({ text }) => text.trim() !== '');
  return visiblePieces.length > 0 && visiblePieces.every(({ font }) => isMonospacedFont(font));
};

/** An element of HTML. */
export const createHastElement = (
  tagName: string,
  children: ElementContent[],
  properties: Element['properties'] = {},
): Element => ({
  type: 'element',
  tagName,
  properties,
  children,
});

/** Names of the HTML elements for the formatting of a run, the outermost last. */
const tagNamesOf = ({ bold, italic, struck, raised, font }: FormattedTextRun): string[] => [
  ...(isMonospacedFont(font) ? ['code'] : []),
  ...(raised ? [raised] : []),
  ...(struck ? ['del'] : []),
  ...(italic ? ['em'] : []),
  ...(bold ? ['strong'] : []),
];

/** Runs as elements of HTML. Consecutive runs with the same formatting, of which Word writes many, are joined. */
export function htmlOfRuns(pieces: readonly FormattedTextRun[]): ElementContent[] {
  const groups: { tags: string; text: string }[] = [];
  for (const piece of pieces) {
    const tags = tagNamesOf(piece).join(' ');
    const lastGroup = groups.at(-1);
    if (lastGroup?.tags === tags) lastGroup.text += plainTextOfRuns([piece]);
    else groups.push({ tags, text: plainTextOfRuns([piece]) });
  }
  return groups.flatMap(({ tags, text }): ElementContent[] => {
    const lines = text.replaceAll('\t', ' ').split('\n');
    const content = lines.flatMap((value, index): ElementContent[] => [
      ...(index === 0 ? [] : [createHastElement('br', [])]),
      ...(value === '' ? [] : [{ type: 'text', value } as const]),
    ]);
    const names = tags === '' ? [] : tags.split(' ');
    return content.length === 0
      ? []
      : names.reduce<ElementContent[]>((innerContent, name) => [createHastElement(name, innerContent)], content);
  });
}

const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** The texts of runs, with their languages in the document. */
export const languageTaggedTextsOfRuns = (pieces: readonly FormattedTextRun[]): LanguageTaggedText[] =>
  pieces.map(({ text, languages = {} }) => ({
    text,
    language:
      (EAST_ASIAN.test(text) ? languages['w:eastAsia'] : undefined) ??
      (RIGHT_TO_LEFT.test(text) ? languages['w:bidi'] : undefined) ??
      languages['w:val'],
  }));

import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import { toOneLine } from '../cut-text-with-ellipsis.ts';
import type { PictureCrop } from '../deck.ts';
import { DeckRefusal } from '../deck-warning.ts';
import type { LanguageTaggedText } from '../detect-deck-language.ts';
import { parseSlideAnimation } from './animation-steps.ts';
import { type ChartOrRefusalReason, readPptxChart } from './charts.ts';
import { advanceSecondsOfSlide, type ClickReveals, clickRevealsOfPptxSlide, type ParagraphRef } from './clicks.ts';
import { type ParsedTransition, parseSlideTransition } from './deck-transition.ts';
import { textsOfDiagram } from './diagram-texts.ts';
import {
  createChartWithHideableParts,
  createDiagramWithHideableParts,
  type GraphicWithHideableParts,
} from './graphics-with-hideable-parts.ts';
import { convertOfficeEquationToLine } from './office-equation-as-line.ts';
import type { OfficePackage, OfficeRelation } from './office-package.ts';
import { hasUnsupportedPictureOutline, parsePictureCrop } from './picture-crop.ts';
import { type PptxSlideStates, statesOfPptxSlide } from './pptx-slide-states.ts';
import { readOfficePartIfIntact } from './read-office-part-if-intact.ts';
import {
  contentKindOfGraphicFrame,
  type InheritedParagraphStyles,
  isShapeTextVertical,
  type PlacedShape,
  paragraphsOfShape,
  placedShapesOf,
  placeholderElementOf,
  placeholderKindOf,
  type ShapeBox,
  type ShapeParagraph,
} from './shapes.ts';
import { type PowerPointOnlyContentKind, specialEffectsOfSlide } from './slide-effects.ts';
import { fillSlideNumberFields, hasOnlyTextFields, type SlideNumberValues } from './slide-fields.ts';
import { countEffectSounds, mediaOfSlide, mediumKindOfPptxShape, type SlideSoundOrVideo } from './slide-media.ts';
import { type ParsedPptxTable, readPptxTable } from './tables.ts';
import {
  backgroundPictureOf,
  type createInheritedSlideStylesReader,
  type PptxBackgroundPictureFill,
  type SlideStyles,
} from './text-styles.ts';
import { childElementAtPath, descendantsOf, directTextOfElement, type OfficeXmlElement } from './xml.ts';

/** A paragraph of a placeholder for text. */
export interface PlaceholderParagraph extends ShapeParagraph, ParagraphRef {}

/** A text in a shape that is not a placeholder. */
export interface TextOutsidePlaceholders {
  /** Without empty ones. */
  paragraphs: readonly PlaceholderParagraph[];
  box: ShapeBox | null;
  /** True if the text is vertical. */
  isTurned: boolean;
}

/** A picture of a slide. */
export interface PptxPicture {
  /** Id of its shape; absent for a background. */
  shape?: string | undefined;
  /** Name of its part; null if it is missing, or outside of the file. */
  part: string | null;
  /** True if it is outside of the file. */
  isLinked: boolean;
  /** True if it represents a video. */
  isPoster: boolean;
  box: ShapeBox | null;
  /** The part that its author cut off; absent: none. */
  crop?: PictureCrop | undefined;
  /** True if it is cut to an outline that is not supported; absent: it is not. */
  hasOtherOutline?: true | undefined;
  alt: string;
}

/** The amount of content of a slide. */
export interface SlideContentAmount {
  /** Characters of its texts. */
  letters: number;
  /** Cells of its tables. */
  cells: number;
  /** Points and series of its charts. */
  points: number;
  series: number;
}

/** Content of a slide of a PPTX. */
export interface PptxSlide {
  /** Number of the slide in the file, from 1. */
  page: number;
  /** Name of its part. */
  part: string;
  /** Numbers that its fields show. */
  numbers: SlideNumberValues;
  /** Name of the part of its layout; absent if it names none. */
  layout?: string | undefined;
  isHidden: boolean;
  /** Text of its title placeholder in one line; absent if it is missing or empty. */
  title?: string | undefined;
  /** True if its title placeholder is that of a title slide. */
  isTitleSlide: boolean;
  /** Paragraphs of the placeholders for text, without empty ones. */
  body: PlaceholderParagraph[];
  /** Texts of other shapes. */
  texts: TextOutsidePlaceholders[];
  /** Its speaker notes; empty: none. */
  notes: string;
  /** Texts of its notes and of its shapes by the languages of their runs. */
  tagged: { notes: LanguageTaggedText[]; shown: LanguageTaggedText[] };
  /** Equations of the slide, and of its notes, that lose their form in one line. */
  equations: { shown: string[]; spoken: string[] };
  pictures: PptxPicture[];
  /** The picture that fills its background; `isOwn` is false if the background is that of its layout or master. Absent: none. */
  background?: { picture: PptxPicture; isOwn: boolean } | undefined;
  tables: ParsedPptxTable[];
  charts: ChartOrRefusalReason[];
  /** The texts of each diagram (SmartArt). */
  diagrams: string[][];
  /** Number of diagrams without a picture in the file: only PowerPoint can draw them. */
  bareDiagrams: number;
  /** Number of embedded objects of other programs. */
  embeddedObjects: number;
  /** Charts and diagrams whose parts can come and go alone, by the ids of their shapes. */
  graphics: ReadonlyMap<string, GraphicWithHideableParts>;
  /** The amount of what is shown. */
  extent: SlideContentAmount;
  /** Sounds and videos, in the order in which they play. */
  media: SlideSoundOrVideo[];
  /** Number of sounds of its transition and its animations. */
  effectSounds: number;
  /** Number of shapes without text. */
  drawings: number;
  /** Number of lines between shapes. */
  connectors: number;
  /** Effects that programs other than PowerPoint draw only approximately. */
  effects: PowerPointOnlyContentKind[];
  /** The shapes and paragraphs that each click of the presenter reveals. */
  clicks: ClickReveals[];
  /** Number of clicks for which the animation waits. */
  clickCount: number;
  /** The states of the slide before, between and after its clicks. */
  states: PptxSlideStates;
  /** The transition into it; absent: a cut. */
  transition?: ParsedTransition | undefined;
  /** Seconds after which the slide advances by itself; absent: it waits for a click. */
  advance_seconds?: number | undefined;
}

type Relations = ReadonlyMap<string, OfficeRelation>;

const TITLE_KINDS: readonly (string | undefined)[] = ['title', 'ctrTitle'];
const BODY_KINDS: readonly (string | undefined)[] = ['body', 'obj', 'subTitle'];

/** Styles that the paragraphs of a shape inherit. If a deck lacks its master, only texts in placeholders have bullets. */
function inheritedStylesOf(shape: PlacedShape, styles: SlideStyles): InheritedParagraphStyles {
  const isBody = ['body', 'obj'].includes(placeholderKindOf(shape) ?? '');
  return { styles: styles.of(placeholderElementOf(shape)), marker: isBody && !styles.isKnown ? 'usual' : 'none' };
}

const bodyParagraphsOf = (shape: PlacedShape, styles: SlideStyles): PlaceholderParagraph[] =>
  paragraphsOfShape(shape, inheritedStylesOf(shape, styles))
    .map((paragraph, index) => ({ ...paragraph, text: toOneLine(paragraph.text), shape: shape.id, index }))
    .filter(({ text }) => text !== '');

/** Placeholders of a notes page without notes. */
const PLACEHOLDERS_WITHOUT_NOTES: readonly (string | undefined)[] = ['sldImg', 'hdr', 'ftr', 'dt', 'sldNum', 'pic'];

async function readNotes(
  office: OfficePackage,
  relations: Relations,
  numbers: SlideNumberValues,
): Promise<{ notes: string; spoken: string[]; tagged: LanguageTaggedText[] }> {
  const notesRelation = [...relations.values()].find(({ type }) => type === 'notesSlide');
  const page = childElementAtPath(await readOfficePartIfIntact(office, notesRelation?.part), 'p:notes');
  if (!page) return { notes: '', spoken: [], tagged: [] };
  fillSlideNumberFields(page, numbers);
  const shapesWithNotes = placedShapesOf(page)
    .map((shape) => ({ type: placeholderKindOf(shape), shape }))
    .filter(
      ({ type, shape }) =>
        type !== undefined && !PLACEHOLDERS_WITHOUT_NOTES.includes(type) && notesTextOf(shape) !== '',
    );
  // PowerPoint shows presenters the body placeholder. Without one, other texts of the notes page are read.
  const bodyShapes = shapesWithNotes.filter(({ type }) => type === 'body' || type === 'obj');
  const noteShapes = (bodyShapes.length > 0 ? bodyShapes : shapesWithNotes).map(({ shape }) => shape);
  return {
    notes: noteShapes.map(notesTextOf).join('\n\n'),
    spoken: noteShapes.flatMap(({ element }) => lossyEquationsIn(element)),
    tagged: taggedTextsOf(noteShapes),
  };
}

/** The texts of shapes, one for each language that their runs name. */
function taggedTextsOf(shapes: readonly PlacedShape[]): LanguageTaggedText[] {
  const texts = new Map<string | undefined, string[]>();
  for (const run of shapes.flatMap(({ element }) => descendantsOf(element, 'a:r'))) {
    const language = childElementAtPath(run, 'a:rPr')?.attributes.lang;
    const languageTexts = texts.get(language) ?? [];
    texts.set(language, languageTexts);
    languageTexts.push(directTextOfElement(childElementAtPath(run, 'a:t')));
  }
  return [...texts].map(([language, parts]) => ({ language, text: parts.join(' ') }));
}

const notesTextOf = (shape: PlacedShape): string =>
  paragraphsOfShape(shape)
    .map(({ text }) => text)
    .join('\n')
    .trim();

/** The equations in an element that lose something in one line. */
const lossyEquationsIn = (element: OfficeXmlElement): string[] =>
  descendantsOf(element, 'm:oMath')
    .map(convertOfficeEquationToLine)
    .flatMap(({ text, isSaidInFull }) => (isSaidInFull || text.trim() === '' ? [] : text.trim()));

/** The relation to a picture: to its raster form, even if an extension names a vector form. */
function relationOfPicture(element: OfficeXmlElement, relations: Relations): OfficeRelation | undefined {
  const blip = descendantsOf(element, 'a:blip')[0];
  const vectorAttributes = descendantsOf(blip, 'asvg:svgBlip')[0]?.attributes;
  const { 'r:embed': embedded, 'r:link': linked } = blip?.attributes ?? {};
  return relations.get(embedded || vectorAttributes?.['r:embed'] || linked || vectorAttributes?.['r:link'] || '');
}

/** A picture of a slide, a layout or a master. @param relations of the part in which it is */
export function pptxPictureOf(
  { id, element, box, alt }: PlacedShape,
  relations: Relations,
  isPoster: boolean,
): PptxPicture {
  const relation = relationOfPicture(element, relations);
  const shapeProperties = childElementAtPath(element, 'p:spPr');
  const crop = parsePictureCrop(
    childElementAtPath(element, 'p:blipFill') ?? childElementAtPath(shapeProperties, 'a:blipFill'),
    shapeProperties,
  );
  return {
    shape: id,
    part: relation?.part ?? null,
    isLinked: relation?.isExternal ?? false,
    isPoster,
    box,
    alt: toOneLine(alt),
    ...(crop ? { crop } : {}),
    ...(hasUnsupportedPictureOutline(shapeProperties) ? { hasOtherOutline: true } : {}),
  };
}

/** The picture that covers the background of a slide. */
function createBackgroundPicture({ fill, relations }: PptxBackgroundPictureFill): PptxPicture {
  const relation = relationOfPicture(fill, relations);
  const crop = parsePictureCrop(fill);
  return {
    part: relation?.part ?? null,
    isLinked: relation?.isExternal ?? false,
    isPoster: false,
    box: null,
    alt: '',
    ...(crop ? { crop } : {}),
  };
}

/** The states of a slide, with the icons of hidden sounds hidden in each. */
function hideSoundIcons(
  { states, ...otherFields }: PptxSlideStates,
  media: readonly SlideSoundOrVideo[],
): PptxSlideStates {
  const iconShapes = media
    .filter(({ isUnseen, shape }) => isUnseen && /^[1-9]\d{0,8}$/.test(shape))
    .map(({ shape }) => Number(shape));
  return {
    ...otherFields,
    states: states.map(({ hidden, ...state }) => ({
      ...state,
      hidden: { ...hidden, shapes: [...hidden.shapes, ...iconShapes] },
    })),
  };
}

/** The contents of all frames of a slide. */
interface FrameContents {
  tables: ParsedPptxTable[];
  charts: ChartOrRefusalReason[];
  diagrams: string[][];
  embeddedObjects: number;
  graphics: Map<string, GraphicWithHideableParts>;
  points: number;
  series: number;
}

/** The id of the relation to the drawing of a diagram; undefined if it is missing, or if it is uncertain which drawing is meant. */
function findDrawingRelationId(data: OfficeXmlElement | undefined, relations: Relations): string | undefined {
  const namedRelationId = descendantsOf(data, 'dsp:dataModelExt')[0]?.attributes.relId;
  if (namedRelationId !== undefined && relations.get(namedRelationId)?.type === DRAWING_RELATION_TYPE)
    return namedRelationId;
  const drawingRelations = [...relations].filter(([, { type }]) => type === DRAWING_RELATION_TYPE);
  return drawingRelations.length === 1 ? drawingRelations[0]?.[0] : undefined;
}
const DRAWING_RELATION_TYPE = 'diagramDrawing';

/** Reads the frames among shapes: tables, charts, diagrams and embedded objects. */
async function readFrames(
  office: OfficePackage,
  shapes: readonly PlacedShape[],
  relations: Relations,
): Promise<FrameContents> {
  const contents: FrameContents = {
    tables: [],
    charts: [],
    diagrams: [],
    embeddedObjects: 0,
    graphics: new Map(),
    points: 0,
    series: 0,
  };
  const readRelatedPart = (element: OfficeXmlElement | undefined, attribute: string) =>
    readOfficePartIfIntact(office, relations.get(ownPropertyValue(element?.attributes, attribute) ?? '')?.part);
  for (const { element, id } of shapes.filter(({ kind }) => kind === 'frame')) {
    const data = childElementAtPath(element, 'a:graphic', 'a:graphicData');
    const kind = contentKindOfGraphicFrame(element);
    const table = childElementAtPath(data, 'a:tbl');
    if (table) contents.tables.push(readPptxTable(table));
    else if (kind === 'chart') {
      const reference = descendantsOf(data, 'c:chart')[0];
      const part = await readRelatedPart(reference, 'r:id');
      const relation = reference?.attributes['r:id'] ?? '';
      const partName = relations.get(relation)?.part;
      if (part && partName) contents.graphics.set(id, createChartWithHideableParts({ relation, part: partName }, part));
      contents.charts.push(part ? readPptxChart(part) : { refused: 'its part is missing from the file' });
      contents.points += descendantsOf(part, 'c:pt').length;
      contents.series += descendantsOf(part, 'c:ser').length;
    } else if (kind === 'chartex') contents.charts.push({ refused: 'charts of its kind are not drawn here' });
    else if (kind === 'diagram') {
      const reference = descendantsOf(data, 'dgm:relIds')[0];
      const part = await readRelatedPart(reference, 'r:dm');
      const dataRelationId = reference?.attributes['r:dm'] ?? '';
      const dataPart = relations.get(dataRelationId)?.part;
      const drawingRelationId = findDrawingRelationId(part, relations);
      const drawingPart = relations.get(drawingRelationId ?? '')?.part;
      const drawing = await readOfficePartIfIntact(office, drawingPart);
      if (drawingRelationId !== undefined && drawingPart && drawing && part && dataPart)
        contents.graphics.set(
          id,
          createDiagramWithHideableParts(
            { relation: drawingRelationId, part: drawingPart, document: drawing },
            { relation: dataRelationId, part: dataPart, document: part },
          ),
        );
      contents.diagrams.push(textsOfDiagram(part));
    } else contents.embeddedObjects += 1;
  }
  return contents;
}

/** A slide of a deck, before it is read. */
export interface PptxSlideSource {
  /** The name of its part in the file. */
  part: string;
  /** From 1. */
  page: number;
  numbers: SlideNumberValues;
  /** Reads the styles that its texts inherit. */
  styles: ReturnType<typeof createInheritedSlideStylesReader>;
}

/** The drawings of diagrams that PowerPoint left in the file; damaged ones are left out. */
async function readDiagramDrawings(office: OfficePackage, relations: Relations): Promise<OfficeXmlElement[]> {
  const parts = [...relations.values()].filter(({ type }) => type === DRAWING_RELATION_TYPE).map(({ part }) => part);
  return (await Promise.all(parts.map((part) => readOfficePartIfIntact(office, part)))).filter(
    (drawing) => drawing !== undefined,
  );
}

/**
 * Reads one slide.
 * @throws DeckRefusal `import_invalid` when its part is damaged
 */
export async function readPptxSlide(
  office: OfficePackage,
  { part, page, numbers, styles }: PptxSlideSource,
): Promise<PptxSlide> {
  const slide = childElementAtPath(await office.xml(part), 'p:sld');
  if (!slide) throw new DeckRefusal('import_invalid', `${part} is not a slide.`);
  fillSlideNumberFields(slide, numbers);
  const relations = await office.relationsOf(part);
  const shapes = placedShapesOf(slide);
  const textShapes = shapes.filter(({ kind }) => kind === 'shape');
  const titleShape = textShapes.find((shape) => TITLE_KINDS.includes(placeholderKindOf(shape)));
  const title =
    titleShape &&
    toOneLine(
      paragraphsOfShape(titleShape)
        .map(({ text }) => text)
        .join(' '),
    );
  const freeShapes = textShapes.filter(
    (shape) =>
      placeholderKindOf(shape) === undefined && !hasOnlyTextFields(childElementAtPath(shape.element, 'p:txBody')),
  );
  const { notes, spoken, tagged } = await readNotes(office, relations, numbers);
  const inheritedStyles = await styles(relations);
  const drawingsOfDiagrams = await readDiagramDrawings(office, relations);
  const texts = freeShapes.map((shape) => ({
    paragraphs: bodyParagraphsOf(shape, inheritedStyles),
    box: shape.box,
    isTurned: isShapeTextVertical(shape),
  }));
  const pictures = shapes.filter(({ kind }) => kind === 'picture');
  const { points, series, ...frames } = await readFrames(office, shapes, relations);
  const animation = parseSlideAnimation(slide);
  const media = mediaOfSlide(slide, shapes, relations);
  const ownBackground = backgroundPictureOf(slide, relations);
  const shownBackground = childElementAtPath(slide, 'p:cSld', 'p:bg')
    ? ownBackground
    : inheritedStyles.backgroundPicture;
  return {
    page,
    part,
    numbers,
    ...(inheritedStyles.layout === undefined ? {} : { layout: inheritedStyles.layout }),
    ...(shownBackground
      ? { background: { picture: createBackgroundPicture(shownBackground), isOwn: ownBackground !== undefined } }
      : {}),
    isHidden: ['0', 'false'].includes(slide.attributes.show ?? ''),
    ...(title ? { title } : {}),
    isTitleSlide: titleShape !== undefined && placeholderKindOf(titleShape) === 'ctrTitle',
    body: textShapes
      .filter(
        (shape) =>
          BODY_KINDS.includes(placeholderKindOf(shape)) &&
          !hasOnlyTextFields(childElementAtPath(shape.element, 'p:txBody')),
      )
      .flatMap((shape) => bodyParagraphsOf(shape, inheritedStyles)),
    texts: texts.filter(({ paragraphs }) => paragraphs.length > 0),
    notes,
    tagged: { notes: tagged, shown: taggedTextsOf(textShapes) },
    equations: { shown: lossyEquationsIn(slide), spoken },
    pictures: pictures
      .filter((shape) => mediumKindOfPptxShape(shape) !== 'sound')
      .map((shape) => pptxPictureOf(shape, relations, mediumKindOfPptxShape(shape) === 'video')),
    ...frames,
    extent: {
      letters: descendantsOf(slide, 'a:t').reduce((sum, text) => sum + directTextOfElement(text).length, 0),
      cells: descendantsOf(slide, 'a:tc').length,
      points,
      series,
    },
    bareDiagrams: Math.max(0, frames.diagrams.length - drawingsOfDiagrams.length),
    media,
    effectSounds: countEffectSounds(slide),
    drawings: texts.filter(({ paragraphs }) => paragraphs.length === 0).length,
    connectors: shapes.filter(({ kind }) => kind === 'connector').length,
    effects: specialEffectsOfSlide(slide),
    clicks: clickRevealsOfPptxSlide(slide),
    clickCount: animation.steps.filter(({ isAutomatic }) => !isAutomatic).length,
    states: hideSoundIcons(statesOfPptxSlide(slide, animation, frames), media),
    transition: parseSlideTransition(slide),
    advance_seconds: advanceSecondsOfSlide(slide),
  };
}
